import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Quiet } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { Agreement, EditorState, HalfWay, Outcome } from '../shapes.js';
import { post, Stopped } from '../../page/browser/api.js';

/** What the parts of the page share. */
export interface Live {
  readonly state: EditorState;
  /** Whether the service cannot be reached for now. */
  readonly isAway: boolean;
  /** What was typed into forms that were left without saving, by what the form is about. */
  readonly kept: Map<string, unknown>;
  /** Takes the state of an outcome, and says what was saved. */
  take(outcome: Outcome): void;
  openField(id: string): void;
  openPerson(id: string): void;
  /** Goes to a field on its page, or to its row among the names. */
  showField(id: string): void;
  showRow(id: string): void;
  /** Where the page goes next. */
  readonly target: Target | null;
  /** Called with the element of the target, which gets the focus. */
  reached(element: Element | null): void;
}

/** By the ID of the field. */
export interface Target {
  readonly field?: string;
  readonly row?: string;
}

/** A selector for what stands for a field. */
export const atField = (id: string): string => `[data-field="${CSS.escape(id)}"]`;

/** A change, and its outcome. */
export interface Act {
  readonly isBusy: boolean;
  /** What has to be shown beside the form: everything but success. */
  readonly outcome: Exclude<Outcome, { readonly kind: 'saved' }> | null;
  /** Sends it, again with its new body when a question was agreed to; answers whether it was saved. */
  send(path: string, body: () => object): Promise<boolean>;
  agree(): Promise<boolean>;
  clear(): void;
}

/** `changed` is called with the state after somebody else's change. */
export function useAct(
  live: Pick<Live, 'take' | 'isAway'>,
  changed: (state: EditorState) => void = () => undefined,
): Act {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Act['outcome']>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    if (!live.isAway) setOutcome((before) => (before?.kind === 'refused' && before.isAway === true ? back : before));
  }, [live.isAway]);
  const run = async (next: Asked): Promise<boolean> => {
    setBusy(true);
    setAsked(next);
    const answer = await change(next.path, { ...next.body(), agreed: next.agreed });
    setBusy(false);
    setOutcome(answer.kind === 'saved' ? null : answer);
    if (answer.kind === 'changed') changed(answer.state);
    live.take(answer);
    return answer.kind === 'saved';
  };
  return {
    isBusy,
    outcome,
    send: (path, body) => run({ path, body, agreed: [] }),
    agree: async () => {
      if (asked === null || outcome === null) return false;
      return await run(outcome.kind === 'ask' ? { ...asked, agreed: [...asked.agreed, outcome.id] } : asked);
    },
    clear: () => setOutcome(null),
  };
}

/** A state that is there again when its form is opened another time, until it is saved. */
export function useKept<T>(kept: Live['kept'], name: string, start: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : start));
  const keep = (next: T): void => {
    kept.set(name, next);
    setValue(next);
  };
  return [value, keep];
}

/** The title of a view gets the focus when a change removes the button that had it. */
export function useTitle({ isBusy }: Act): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return title;
}

/** In place of a refusal while the service could not be reached. */
const back = { kind: 'refused', message: 'Connected again, and nothing is lost. Save now.' } as const;

interface Asked {
  readonly path: string;
  readonly body: () => object;
  readonly agreed: readonly Agreement[];
}

interface AnswerProps {
  readonly act: Act;
  /** Sends the change again, over what somebody else changed. */
  readonly again: () => void;
}

/** The outcome of a change, and how to continue. */
export function Answer({ act, again }: AnswerProps): JSX.Element | null {
  const { outcome } = act;
  if (outcome === null) return null;
  if (outcome.kind === 'refused') {
    return (
      <div class={outcome === back ? 'answer tinted' : 'answer tinted wrong'} role="alert">
        <SoFar outcome={outcome} />
        <p>{shown(outcome.message, 1000)}</p>
      </div>
    );
  }
  const isChange = outcome.kind === 'changed';
  const lines = isChange ? outcome.changes : outcome.words;
  return (
    <div class="answer tinted" role="alert">
      <SoFar outcome={outcome} />
      {isChange && (
        <p>Someone else changed the template. {outcome.saved === undefined && 'Nothing was saved. '}What changed:</p>
      )}
      <Lines lines={lines} />
      <p>
        <strong>{isChange ? 'Save your change anyway?' : shown(outcome.question)}</strong>
      </p>
      <div class="acts">
        <Button disabled={act.isBusy} onClick={again}>
          {isChange ? 'Save anyway' : 'Yes, save'}
        </Button>
        <Quiet onClick={act.clear}>{isChange ? 'Keep theirs' : 'No'}</Quiet>
      </div>
    </div>
  );
}

/** What an act of several changes saved before it ended, and what it left. */
const SoFar = ({ outcome: { saved = [], left = [] } }: { readonly outcome: HalfWay }): JSX.Element => (
  <>
    <Lines title="Saved:" lines={saved} />
    <Lines title="Not saved:" lines={left} />
  </>
);

interface LinesProps {
  readonly title?: string;
  readonly lines: readonly string[];
}

export function Lines({ title, lines }: LinesProps): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <>
      {title !== undefined && <p>{title}</p>}
      <ul class="lines">
        {lines.map((line) => (
          <li key={line}>{shown(line, 400)}</li>
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly legend: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly meaning: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice among a few answers. */
export function Choice({ name, legend, value, choices, onChange }: ChoiceProps): JSX.Element {
  return (
    <fieldset>
      <legend>{shown(legend)}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="tick">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{shown(choice.meaning)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A change: every failure is an outcome, so that a form keeps what was typed. */
export async function change(path: string, body: unknown = {}): Promise<Outcome> {
  try {
    return await post<Outcome>(path, body);
  } catch (error) {
    return { kind: 'refused', message: (error as Error).message, ...(error instanceof Stopped && { isAway: true }) };
  }
}
