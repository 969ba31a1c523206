import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shown } from '../../../../core/platform/visible-text.js';
import { post } from '../../../page/browser/api.js';
import type { Doubt, PrepareState, SaveAnswer, Saved } from '../shapes.js';
import { type DrawnForm, pageForm } from './drawn-form.js';

/** How the file stands to what is drawn. */
export interface Saving {
  readonly state: 'saved' | 'saving' | 'invalid' | 'failed' | 'stale';
  /** Why it failed, for a person. */
  readonly why: string;
  /** With the numbers of their fields. */
  readonly problems: readonly Doubt[];
  readonly doubts: readonly Doubt[];
  /** The data key of each field. */
  readonly keys: ReadonlyMap<number, string | null>;
  readonly samples: ReadonlyMap<number, string>;
  readonly off: Saved['off'];
  /** Saves at once what waits. */
  flush(): Promise<void>;
}

/** Milliseconds: letters that are typed in one go are saved in one go. */
const restMs = 250;

/** Saves each change of the form, one after the other; what was drawn last wins. */
export function useSaving(first: PrepareState, form: DrawnForm): Saving {
  const [answer, setAnswer] = useState<{ readonly saved: Saved; readonly of: DrawnForm }>({ saved: first, of: form });
  const [state, setState] = useState<Saving['state']>(first.problems.length > 0 ? 'invalid' : 'saved');
  const [why, setWhy] = useState('');
  const held = useRef({ latest: form, sent: form, version: first.version, isOver: false, timer: 0 });
  const running = useRef<Promise<void> | null>(null);
  const { current } = held;
  current.latest = form;

  const send = async (): Promise<void> => {
    while (current.latest !== current.sent && !current.isOver) {
      const next = current.latest;
      setState('saving');
      try {
        const saved = await post<SaveAnswer>('save', { version: current.version, form: pageForm(next) });
        if ('stale' in saved) {
          current.isOver = true;
          setState('stale');
          return;
        }
        current.version = saved.version;
        current.sent = next;
        setAnswer({ saved, of: next });
        setState(saved.problems.length > 0 ? 'invalid' : 'saved');
      } catch (error) {
        setState('failed');
        setWhy((error as Error).message);
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    window.clearTimeout(current.timer);
    running.current ??= send().finally(() => (running.current = null));
    return running.current;
  };
  useEffect(() => {
    if (form === current.sent) return undefined;
    current.timer = window.setTimeout(() => void flush(), restMs);
    return () => window.clearTimeout(current.timer);
  }, [form]);
  useEffect(() => {
    if (state === 'saved' && form === current.sent) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [state, form]);

  const { saved, of } = answer;
  const numbered = (doubts: readonly Doubt[]): readonly Doubt[] =>
    doubts.map((doubt) => ({ ...doubt, field: doubt.field === null ? null : (of.fields[doubt.field]?.id ?? null) }));
  return {
    // What was changed a moment ago is not saved yet.
    state: state === 'saved' && form !== current.sent ? 'saving' : state,
    why,
    problems: numbered(saved.problems),
    doubts: numbered(saved.doubts),
    keys: new Map(of.fields.map(({ id }, index) => [id, saved.keys[index] ?? null])),
    samples: new Map(of.fields.map(({ id }, index) => [id, saved.samples[index] ?? ''])),
    off: saved.off,
    flush,
  };
}

/** Whether the file holds what is drawn. */
export function Status({ saving, out }: { readonly saving: Saving; readonly out: string }): JSX.Element {
  const words = {
    saved: `Saved in ${out}`,
    saving: 'Saving…',
    invalid: `Not saved: ${saving.problems[0]?.words ?? ''}`,
    failed: `Not saved. ${saving.why}`,
    stale: 'Not saved: another tab of this page changed the form. Reload this page to see it.',
  }[saving.state];
  return (
    <p class={`status ${saving.state}`} role="status" title={shown(words, 600)}>
      {shown(words, 300)}
    </p>
  );
}
