import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { eventNames } from '../../contract/events.js';
import { impliedEvents, type Implied } from '../../listen/receive/implied-events.js';
import { missedEvents, type Standing, standingOf } from './list-states.js';
import { type MadeUp, type MadeUpEvents, madeUpOutcomes } from './made-up-events.js';
import type { AppList, ListedState } from './read-list.js';
import type { ServiceState, StateReader } from './read-states.js';

/** How an envelope differs; `unknown_to_app`: this machine knows it, and the list does not name it. */
export const differences = ['behind', 'ahead', 'conflict', 'unknown_to_service', 'unknown_to_app'] as const;

/** An event that is made up, or with `planned` would be. */
const madeUpEvent = (s: ShapeBlocks) =>
  s.object({
    event: s.oneOf(...eventNames),
    event_id: s.nullable(s.text),
    recipient_id: s.nullable(s.text),
    outcome: s.oneOf(...madeUpOutcomes, 'planned'),
    status: s.nullable(s.count),
  });

export const differenceFacts = (s: ShapeBlocks) => ({
  id: s.text,
  line: s.nullable(s.count),
  difference: s.oneOf(...differences),
  app: s.nullable(s.text),
  service: s.nullable(s.text),
  title: s.nullable(s.text),
  made_up: s.list(madeUpEvent(s)),
});
const differenceShape = (s: ShapeBlocks) => s.object(differenceFacts(s));
export type Difference = Shaped<typeof differenceShape>;

export interface Comparison {
  readonly list: AppList;
  readonly reader: StateReader;
  /** Null: nothing is made up. `plan`: what would be made up is told, and not sent. */
  readonly events: MadeUpEvents | 'plan' | null;
  /** Called for each difference, in the order of the list. */
  readonly tell: (difference: Difference) => Promise<void>;
  /** Grows with each envelope. */
  readonly tally: Tally;
  /** Called now and then with the number of envelopes that were compared. */
  readonly progress: (compared: number) => void;
}

/** What a comparison found; every envelope of the list counts once. */
export type Tally = Record<'compared' | 'same' | (typeof differences)[number], number>;

export const noTally = (): Tally => ({
  compared: 0,
  same: 0,
  behind: 0,
  ahead: 0,
  conflict: 0,
  unknown_to_service: 0,
  unknown_to_app: 0,
});

/** Reads at once; the memory of a comparison does not grow with the list beyond its lines. */
const atOnce = 8;
/** Envelopes between two calls of `progress`. */
const progressEvery = 1_000;
/** Envelopes in a row whose event the app did not accept, before the comparison gives it up. */
const maxRefused = 5;

/**
 * Compares each envelope of a list with the service, and has made up what the app missed. Ends early when the app has
 * accepted no event of several envelopes in a row. Throws the client's failures and JournalFailure.
 */
export async function compareList({ list, reader, events, tell, tally, progress }: Comparison): Promise<void> {
  let refused = 0;
  for (let from = 0; from < list.rows.length; from += atOnce) {
    const part = list.rows.slice(from, from + atOnce);
    const states = await Promise.all(part.map(({ id }) => reader.read(id)));
    for (const [index, row] of part.entries()) {
      const state = states[index];
      if (state === undefined) continue;
      const standing = standingIn(row, state, list);
      tally.compared += 1;
      tally[standing] += 1;
      if (standing === 'same') continue;
      const made = standing === 'behind' && refused < maxRefused ? await makeUp(row, state, reader, events) : [];
      if (made.length > 0) refused = made.some(({ outcome }) => outcome === 'failed') ? refused + 1 : 0;
      await tell(differenceOf(row, state, standing, made));
    }
    await reader.rest();
    if (tally.compared % progressEvery < atOnce) progress(tally.compared);
  }
}

const standingIn = (row: ListedState, { state }: ServiceState, { told }: AppList): Standing | 'unknown_to_service' =>
  state === null ? 'unknown_to_service' : standingOf(row.state, state, told);

async function makeUp(
  row: ListedState,
  state: ServiceState,
  reader: StateReader,
  events: Comparison['events'],
): Promise<readonly (MadeUp | Planned)[]> {
  if (events === null) return [];
  const before = events === 'plan' ? null : madeUpBefore(row, state, events);
  if (before !== null) return [before];
  // What is known from an earlier read does not tell who has signed.
  const { envelope, sealed } = state.envelope === null ? await reader.ask(row.id) : state;
  if (envelope === null) return [];
  const missed = missedEvents(row.state, impliedEvents(envelope, sealed));
  return events === 'plan' ? missed.map(planned) : events.deliver(missed);
}

/** The event that ends an envelope, where it was accepted in a former run: those before it were delivered first. */
function madeUpBefore(row: ListedState, { state, envelope }: ServiceState, events: MadeUpEvents): MadeUp | null {
  if (envelope !== null || state === null || state === 'draft' || state === 'partially_signed') return null;
  return events.before({ event: `envelope.${state}`, envelopeId: row.id, recipientId: null, at: null });
}

type Planned = Omit<MadeUp, 'outcome' | 'eventId'> & { readonly eventId: null; readonly outcome: 'planned' };

const planned = ({ event, recipientId }: Implied): Planned => ({
  event,
  eventId: null,
  recipientId,
  outcome: 'planned',
  status: null,
});

const differenceOf = (
  { id, line, state: app }: ListedState,
  { state, title }: ServiceState,
  difference: Difference['difference'],
  made: readonly (MadeUp | Planned)[],
): Difference => ({
  id,
  line,
  difference,
  app,
  service: state,
  title,
  made_up: made.map(({ event, eventId, recipientId, outcome, status }) => ({
    event,
    event_id: eventId,
    recipient_id: recipientId,
    outcome,
    status,
  })),
});
