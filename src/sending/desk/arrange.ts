import { pluralize } from '../../cli/context/counted.js';
import { fits, isLate, waitingFirst } from '../envelope/list-choice.js';
import type { ListedEnvelope } from '../envelope/list-reader.js';
import { openEnvelopeStates } from '../../contract/states.js';
import { canChange, type SeenEnvelope } from '../../store/envelope-states.js';

/** An envelope on the desk. */
export interface DeskRow extends ListedEnvelope {
  /** The bulk run that created it; null: none of this machine. */
  readonly run: string | null;
}

/** Envelopes under one heading. */
export interface Group {
  readonly is: 'late' | 'run' | 'others';
  /** Of a run; empty otherwise. */
  readonly name: string;
  readonly rows: readonly DeskRow[];
  /** Of a run: all of its envelopes, also those that are under another heading. */
  readonly all: readonly DeskRow[];
}

/** What is late: `now` is the service's time in milliseconds, `late` how long somebody waits until it is. */
export interface Lateness {
  readonly now: number;
  readonly late: number;
}

/**
 * The desk in its order: late envelopes of all runs first, then each run and the envelopes without one, the group that
 * waits longest first. In a group those who wait longest come first, then what else can change, then what is over. What the
 * service no longer has is left out.
 */
export function arrange(rows: readonly DeskRow[], filter: string, lateness: Lateness): readonly Group[] {
  const wanted = rows.filter((row) => row.seen?.status !== null && isMatch(row, filter, lateness.now));
  const lateRows = waitingFirst(wanted.filter((row) => isLateRow(row, lateness)));
  const byRun = new Map<string | null, DeskRow[]>();
  for (const row of wanted) byRun.set(row.run, [...(byRun.get(row.run) ?? []), row]);
  const groups = [...byRun].map(([run, all]): Group => {
    const rest = inOrder(all.filter((row) => !isLateRow(row, lateness)));
    return { is: run === null ? 'others' : 'run', name: run ?? '', rows: rest, all };
  });
  return [
    { is: 'late', name: '', rows: lateRows, all: lateRows } as const,
    ...groups.toSorted((a, b) => rankOf(a.rows[0]) - rankOf(b.rows[0]) || sinceOf(a.rows[0]) - sinceOf(b.rows[0])),
  ].filter((group) => group.rows.length > 0);
}

/** Each word of the filter is in the title, a name, the run or the state. */
function isMatch(row: DeskRow, filter: string, now: number): boolean {
  return filter
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => fits(row, { search: word }, now) || has(row.run, word) || has(stateOf(row.seen), word));
}

const has = (text: string | null, part: string): boolean =>
  text !== null && text.toLowerCase().includes(part.toLowerCase());

const inOrder = (rows: readonly DeskRow[]): readonly DeskRow[] =>
  waitingFirst(rows).toSorted((a, b) => rankOf(a) - rankOf(b));

/** Who is waited for, what is not read yet, what else can change, what ended unsigned, what is over. */
function rankOf(row: DeskRow | undefined): number {
  if (row === undefined) return 5;
  if (row.seen === undefined) return 1;
  if (row.seen.since != null) return 0;
  if (canChange(row.seen)) return 2;
  return row.seen.status === 'declined' || row.seen.status === 'expired' ? 3 : 4;
}

const sinceOf = (row: DeskRow | undefined): number =>
  row?.seen?.since == null ? Number.MAX_SAFE_INTEGER : Date.parse(row.seen.since.at);

/** The state of an envelope in a word. */
export function stateOf(seen: SeenEnvelope | undefined): string {
  if (seen === undefined) return 'not read';
  if (seen.status === null) return 'not found';
  return seen.sealed === true ? 'sealed' : seen.status;
}

/** Whether people can sign it now. */
export const isOpen = ({ seen }: Pick<ListedEnvelope, 'seen'>): boolean =>
  seen?.status != null && openEnvelopeStates.includes(seen.status);

export const isLateRow = ({ seen }: Pick<ListedEnvelope, 'seen'>, { now, late }: Lateness): boolean =>
  seen !== undefined && isLate(seen, late, now);

const countedFirst = ['late', 'waiting', 'declined', 'expired', 'draft', 'completed', 'sealed', 'voided', 'not read'];

/** `12 envelopes: 2 late, 3 waiting, 1 draft, 6 sealed` */
export function countsOf(rows: readonly DeskRow[], lateness: Lateness): string {
  const known = rows.filter(({ seen }) => seen?.status !== null);
  const counts = new Map<string, number>();
  for (const row of known) {
    const words = isLateRow(row, lateness) ? 'late' : isOpen(row) ? 'waiting' : stateOf(row.seen);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const parts = countedFirst.flatMap((words) => (counts.has(words) ? [`${counts.get(words)} ${words}`] : []));
  return `${pluralize(known.length, 'envelope')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}
