import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EnvelopeDetail, Person } from '../shapes.js';
import { Act, useLive } from './live.js';
import { Quiet, Sheet } from '../../../core/page/kit.js';
import type { OpenedSigning } from './signing.js';
import { shown } from '../../../core/platform/visible-text.js';

const statusWords: Readonly<Record<Person['status'], string>> = {
  pending: 'not asked yet',
  sent: 'asked',
  signed: 'signed',
  declined: 'declined',
  delegated: 'handed over',
};

type Asking = { readonly what: 'decline' | 'delegate'; readonly person: Person };

interface PeopleProps {
  readonly envelope: EnvelopeDetail;
  /** Shows a signing page beside the timeline. */
  readonly onBeside: (signing: OpenedSigning) => void;
}

/** The people of an envelope, and what the one whose turn it is can do. */
export function People({ envelope, onBeside }: PeopleProps): JSX.Element {
  const { api, act } = useLive();
  const [asking, setAsking] = useState<Asking | null>(null);
  const pathOf = (person: Person, verb: string): string =>
    `/_emulator/envelopes/${envelope.id}/recipients/${person.id}/${verb}`;
  const openBeside = (person: Person): void =>
    void act('', async () => {
      const path = `/_emulator/dashboard/envelopes/${envelope.id}/recipients/${person.id}/frame`;
      onBeside({ ...(await api.call<{ path: string }>('POST', path)), name: person.name });
    });
  const openPage = (person: Person): void => {
    // Opened before the answer is there: afterwards it would be taken for a pop-up.
    const page = window.open('about:blank', '_blank');
    void act(`Opened the signing page of ${person.name}.`, async () => {
      const path = `/_emulator/dashboard/envelopes/${envelope.id}/recipients/${person.id}/page`;
      try {
        const { url } = await api.call<{ url: string }>('POST', path);
        if (page !== null) {
          page.opener = null;
          page.location.replace(url);
        }
      } catch (error) {
        page?.close();
        throw error;
      }
    });
  };
  return (
    <>
      <h2>People</h2>
      <ul class="cards">
        {envelope.people.map((person) => (
          <li key={person.id} class={person.turn ? 'card turn' : 'card'}>
            <span class="what">
              {shown(person.name)}
              <small>
                {shown(person.role)} · {shown(person.email)} · {stateOf(person)}
              </small>
            </span>
            {person.turn && (
              <span class="acts">
                <Act done={`Signed as ${person.name}.`} path={pathOf(person, 'sign')} body={{}}>
                  Sign as {shown(person.name, 40)}
                </Act>
                <Quiet onClick={() => openBeside(person)}>Open signing page</Quiet>
                <Quiet onClick={() => openPage(person)}>Open in a new tab</Quiet>
                <Quiet onClick={() => setAsking({ what: 'delegate', person })}>Hand over</Quiet>
                <Quiet class="refuse" onClick={() => setAsking({ what: 'decline', person })}>
                  Decline
                </Quiet>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asking !== null && (
        <Ask
          asking={asking}
          onClose={() => setAsking(null)}
          onSend={async (body) => {
            const { what, person } = asking;
            const done = what === 'decline' ? `Declined as ${person.name}.` : `Handed over by ${person.name}.`;
            if (await act(done, () => api.call('POST', pathOf(person, what), body))) setAsking(null);
          }}
        />
      )}
    </>
  );
}

function stateOf(person: Person): string {
  if (person.routing_type === 'cc') return 'gets a copy';
  const where = person.embedded ? ', signs embedded' : '';
  return `${person.turn ? 'next to act' : statusWords[person.status]}${where}`;
}

interface AskProps {
  readonly asking: Asking;
  readonly onClose: () => void;
  readonly onSend: (body: Readonly<Record<string, string>>) => Promise<void>;
}

/** The reason of a decline, or the person to hand over to. */
function Ask({ asking: { what, person }, onClose, onSend }: AskProps): JSX.Element {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(
    what === 'decline' ? { reason: '' } : { name: '', email: '' },
  );
  const labels: Readonly<Record<string, string>> = { reason: 'Reason', name: 'Name', email: 'E-mail address' };
  return (
    <Sheet title={what === 'decline' ? `Decline as ${person.name}` : `Hand over from ${person.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onSend(given);
        }}
      >
        {Object.entries(given).map(([name, value], at) => (
          <label key={name}>
            {labels[name]}
            <input
              required
              autofocus={at === 0}
              name={name}
              {...(name === 'email' ? { type: 'email' as const } : { type: 'text' as const })}
              value={value}
              onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <p class="acts">
          <button type="submit" class={what === 'decline' ? 'refuse' : ''}>
            {what === 'decline' ? 'Decline' : 'Hand over'}
          </button>
          <Quiet onClick={onClose}>Cancel</Quiet>
        </p>
      </form>
    </Sheet>
  );
}

const triggers = [
  ['envelope.sent', 'Send it', ['draft']],
  ['envelope.completed', 'Everyone signs', ['draft', 'sent', 'partially_signed']],
  ['envelope.sealed', 'Seal it', ['draft', 'sent', 'partially_signed', 'completed']],
  ['envelope.sealing_failed', 'Fail to seal it', ['draft', 'sent', 'partially_signed', 'completed']],
  ['envelope.expired', 'Let it expire', ['sent', 'partially_signed']],
  ['envelope.voided', 'Void it', ['sent', 'partially_signed']],
] as const;

/** Causes an event with everything that leads to it, and seals again what could not be sealed. */
export function Triggers({ envelope }: { readonly envelope: EnvelopeDetail }): JSX.Element | null {
  const possible = triggers.filter(([, , states]) => (states as readonly string[]).includes(envelope.state));
  if (possible.length === 0 && envelope.state !== 'sealing_failed') return null;
  return (
    <>
      <h2>Make it happen</h2>
      <p class="acts">
        {possible.map(([event, words]) => (
          <Act
            key={event}
            class="quiet"
            title={event}
            done={`Caused ${event}.`}
            path="/_emulator/trigger"
            body={{ event, envelope_id: envelope.id }}
          >
            {words}
          </Act>
        ))}
        {envelope.state === 'sealing_failed' && (
          <Act done="Queued for sealing again." path={`/_emulator/envelopes/${envelope.id}/requeue-sealing`}>
            Seal again
          </Act>
        )}
      </p>
    </>
  );
}
