import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvelopeDetail } from '../shapes.js';
import { Documents } from './documents.js';
import { Export } from './export.js';
import { Chosen, isNarrow } from './list.js';
import { Id } from './live.js';
import { People, Triggers } from './people.js';
import { Signing, type OpenedSigning } from './signing.js';
import { shown } from '../../../core/platform/visible-text.js';
import { State, Time } from './text.js';
import { Timeline } from './timeline.js';

/** One envelope: its people with what they can do, its documents, and its timeline. */
export function Detail({ id }: { readonly id: string }): JSX.Element {
  const [signing, setSigning] = useState<OpenedSigning | null>(null);
  const closeSigning = (): void => {
    setSigning(null);
    document.querySelector<HTMLElement>('.detail')?.focus();
  };
  return (
    <div class={signing === null ? 'alone' : 'beside'}>
      <Chosen name="Envelopes" path={`/_emulator/dashboard/envelopes/${id}`}>
        {(envelope: EnvelopeDetail) => (
          <>
            <div class="head">
              <h1>{shown(envelope.title)}</h1>
              <State state={envelope.state} />
            </div>
            <Facts envelope={envelope} />
            <p class="acts">
              <Export id={envelope.id} />
            </p>
            <People envelope={envelope} onBeside={setSigning} />
            <Documents envelope={envelope} />
            <Triggers envelope={envelope} />
            <Timeline
              entries={envelope.timeline}
              leftOut={envelope.left_out}
              // Beside the signing page, which has the whole width of a narrow screen.
              follows={signing !== null && !isNarrow()}
            />
          </>
        )}
      </Chosen>
      {signing !== null && <Signing signing={signing} onClose={closeSigning} />}
    </div>
  );
}

function Facts({ envelope }: { readonly envelope: EnvelopeDetail }): JSX.Element {
  const { id, created_at: created, mode, template_id: template, expires_at: deadline, end_reason: reason } = envelope;
  return (
    <>
      <p class="facts">
        <span>
          Created <Time at={created} />
        </span>
        {mode === 'test' && <span>Test mode</span>}
        {deadline !== null && (
          <span>
            Deadline <Time at={deadline} />
          </span>
        )}
        {template !== null && <a href={`#/templates/${template}`}>Template</a>}
      </p>
      {reason !== null && <p class="facts">Reason: {shown(reason)}</p>}
      <p class="facts">
        <Id of="envelope" id={id} />
      </p>
    </>
  );
}
