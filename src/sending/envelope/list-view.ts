import type { SeenEnvelope } from '../../store/envelope-states.js';
import type { Table } from '../../core/terminal/table.js';
import type { ListedEnvelope } from './list-reader.js';
import { spanWords } from './status-words.js';

/** `now` is the service's; `readNow` this machine's, whose clock dates what was read. */
export interface ListTimes {
  readonly now: number;
  readonly readNow: number;
}

/** Envelopes as a table that a person can tell apart: what it is and who signs first, the ID last. */
export function listTable(rows: readonly ListedEnvelope[], { now, readNow }: ListTimes, isFiltered: boolean): Table {
  // Only a list that is not all fresh says when each was read.
  const tellsRead = rows.some(({ current }) => !current);
  return {
    spare: ['DEADLINE', 'WAITING'],
    columns: ['TITLE', 'PEOPLE', 'STATUS', 'WAITING', 'DEADLINE', ...(tellsRead ? ['READ'] : []), 'ENVELOPE'],
    rows: rows.map(({ id, seen, current }) => {
      const isOpen = seen?.status === 'sent' || seen?.status === 'partially_signed';
      return [
        seen?.title ?? null,
        peopleWords(seen),
        { state: stateOf(seen, current) },
        waitingWords(seen, now),
        isOpen && seen.expiresAt !== null ? deadline(Date.parse(seen.expiresAt) - now) : null,
        ...(tellsRead ? [readWords(seen, current, readNow)] : []),
        { id },
      ];
    }),
    shortIds: true,
    empty: `${isFiltered ? 'No matching envelopes on this machine.' : 'No envelopes of this service on this machine yet.'} The list has those that it created, sent or received deliveries for.`,
  };
}

/** Those who have to act now come first, marked, since a narrow terminal cuts the end. */
export function peopleWords(seen: SeenEnvelope | undefined): string | null {
  const turn = seen?.turn.map(({ name }) => name) ?? [];
  const others = seen?.names?.filter((name) => !turn.includes(name)) ?? [];
  return [...turn.map((name) => `→ ${name}`), ...others].join(', ') || null;
}

/** How long those who have to act have been asked to. `+`: at least. */
export function waitingWords(seen: SeenEnvelope | undefined, now: number): string | null {
  if (seen?.since == null) return null;
  return `${spanWords(Math.max(0, now - Date.parse(seen.since.at)))}${seen.since.exact ? '' : '+'}`;
}

function readWords(seen: SeenEnvelope | undefined, current: boolean, now: number): string | null {
  if (seen === undefined) return 'never';
  return current ? null : `${spanWords(now - Date.parse(seen.readAt))} ago`;
}

function stateOf(seen: SeenEnvelope | undefined, current: boolean): string {
  if (seen === undefined) return 'not read';
  const state = seen.status === null ? 'not found' : seen.sealed === true ? 'sealed' : seen.status;
  return current ? state : `${state}?`;
}

const deadline = (left: number): string => (left > 0 ? `in ${spanWords(left)}` : `${spanWords(left)} ago`);
