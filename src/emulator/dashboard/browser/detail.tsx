import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EnvelopeDetail } from '../shapes.js';
import { Documents } from './documents.js';
import { Export } from './export.js';
import { Empty } from './list.js';
import { useData } from './live.js';
import { People, Triggers } from './people.js';
import { Signing, type OpenedSigning } from './signing.js';
import { shown } from '../../../core/platform/visible-text.js';
import { State, Time } from './text.js';
import { Timeline } from './timeline.js';

const isNarrow = (): boolean => window.matchMedia('(max-width: 899px)').matches;

/** One envelope: its people with what they can do, its documents, and its timeline. */
export function Detail({ id }: { readonly id: string }): JSX.Element {
  const { value, problem } = useData<EnvelopeDetail>(`/_emulator/dashboard/envelopes/${id}`);
  const heading = useRef<HTMLHeadingElement>(null);
  const [signing, setSigning] = useState<OpenedSigning | null>(null);
  const closeSigning = (): void => {
    setSigning(null);
    heading.current?.focus();
  };
  const entries = value?.timeline.length ?? 0;
  useEffect(() => {
    // The newest entry stays in sight beside the signing page, which has the whole width of a narrow screen.
    if (signing === null || isNarrow()) return;
    document.querySelector('.timeline > :last-child')?.scrollIntoView({ block: 'nearest' });
  }, [signing, entries]);
  const isThere = value !== null;
  useEffect(() => {
    // On a narrow screen the list is gone, and the focus with it.
    if (isThere && isNarrow()) heading.current?.focus();
  }, [isThere]);
  if (value === null) return <Empty name="Envelope">{problem ?? 'Loading…'}</Empty>;
  return (
    <div class={signing === null ? 'alone' : 'beside'}>
      <section class="detail" aria-label="Envelope">
        <a class="back" href="#/envelopes">
          ← All envelopes
        </a>
        <div class="head">
          <h1 ref={heading} tabIndex={-1}>
            {shown(value.title)}
          </h1>
          <State state={value.state} />
        </div>
        <p class="facts">
          Created <Time at={value.created_at} />
          {value.mode === 'test' && ' · test mode'}
          {value.expires_at !== null && (
            <>
              {' · deadline '}
              <Time at={value.expires_at} />
            </>
          )}
          {value.end_reason !== null && ` · ${shown(value.end_reason)}`}
        </p>
        <p class="facts">
          <code>{value.id}</code>
        </p>
        <p class="acts">
          <Export id={value.id} />
        </p>
        <People envelope={value} onBeside={setSigning} />
        <Documents envelope={value} />
        <Triggers envelope={value} />
        <Timeline entries={value.timeline} leftOut={value.left_out} />
      </section>
      {signing !== null && <Signing signing={signing} onClose={closeSigning} />}
    </div>
  );
}
