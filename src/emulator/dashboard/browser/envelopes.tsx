import type { JSX } from 'preact';
import { shown } from '../../../core/platform/visible-text.js';
import type { EnvelopeRow } from '../shapes.js';
import { Detail } from './detail.js';
import { List } from './list.js';
import { durationOf, Foot, numbered, State, stateWords } from './text.js';

const states = [
  ['', 'All states'] as const,
  ...Object.entries(stateWords).filter(([state]) => state !== 'sealing_failed'),
];

/** The list of envelopes, and the chosen one. */
export const Envelopes = ({ chosen }: { readonly chosen: string | null }): JSX.Element => (
  <List
    name="Envelopes"
    searched="titles, people, IDs"
    narrow={{ name: 'state', label: 'State', options: states }}
    count={(total) => numbered(total, 'envelope')}
    none="No envelopes yet. They appear here when your app creates them."
    row={(row: EnvelopeRow, now) => <Row row={row} now={now} />}
    chosen={chosen}
    hint="Choose an envelope to see everything that happened to it."
  >
    {(id) => <Detail key={id} id={id} />}
  </List>
);

function Row({ row, now }: { readonly row: EnvelopeRow; readonly now: string }): JSX.Element {
  return (
    <>
      <span class="title">{shown(row.title, 120)}</span>
      <State state={row.state} />
      <span class="people">
        {row.people.slice(0, 4).map((person, at) => (
          <span key={at} class={`person ${person.turn ? 'turn' : person.status}`}>
            {shown(person.name, 40)}
          </span>
        ))}
        {row.people.length > 4 && <span class="person">+{row.people.length - 4}</span>}
      </span>
      <span class="since">{waitingWords(row, Date.parse(now))}</span>
      <Foot at={row.created_at} now={now} id={row.id} more={row.mode === 'test' ? 'test mode' : ''} />
    </>
  );
}

function waitingWords({ state, waiting_since: since }: EnvelopeRow, now: number): string {
  if (since === null) return '';
  const duration = durationOf(now - Date.parse(since));
  return `${state === 'completed' ? 'sealing' : 'waiting'}${duration === '' ? '' : ` ${duration}`}`;
}
