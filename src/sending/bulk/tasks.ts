import { isObject, parseJson } from '../../core/platform/json.js';
import { nextKey } from './bulk-row.js';
import type { PlacedRow } from './compare.js';
import { type SentRow, type SentRows, openAttempt } from './sent-rows.js';
import type { RowTask } from './run-rows.js';
import type { Decision } from './decide-changed.js';

/** Whether the row has its envelope, with what it says now. */
export const isDone = ({ row, entry }: PlacedRow): boolean =>
  entry !== undefined && openAttempt(entry) === null && entry.made.at(-1)?.content === row.content;

/** The requests with an unknown outcome: as they were sent, each under its key. */
export function openTasks(rows: readonly PlacedRow[]): readonly RowTask[] {
  return rows.flatMap(({ row, slot, entry }) => {
    const attempt = entry === undefined ? null : openAttempt(entry);
    if (entry === undefined || attempt === null) return [];
    const { key, content, againOf } = attempt;
    const { number, line } = row;
    const { identity } = entry;
    // An attempt from a results file has no body: the row is sent as the file has it now.
    const sent = parseJson(attempt.body ?? '');
    const body = isObject(sent) ? sent : row.body;
    return [{ slot, againOf, number, line, identity, content, key, body, openSince: attempt, replaces: [] }];
  });
}

/** What is to be sent of the rows once nothing is open any more, and what is left as it was sent. */
export function rowTasks(
  rows: readonly PlacedRow[],
  entries: SentRows,
  { again, held, replaces }: Pick<Decision, 'again' | 'held' | 'replaces'>,
): { readonly tasks: readonly RowTask[]; readonly skipped: number } {
  const tasks: RowTask[] = [];
  let skipped = 0;
  for (const placed of rows) {
    const { row, slot } = placed;
    const entry = entries.at(slot);
    // Its outcome is still unknown, which was reported.
    if (entry !== undefined && openAttempt(entry) !== null) continue;
    if (isDone({ row, slot, entry })) continue;
    const made = entry?.made ?? [];
    if ((made.length > 0 && !again.has(slot)) || held.has(slot)) {
      skipped += 1;
      continue;
    }
    const { number, line, identity, content, body } = row;
    const key = keyFor(row.key, slot, entries);
    const old = replaces.has(slot) ? made.map(({ envelope }) => envelope) : [];
    const againOf = entry?.againOf ?? null;
    tasks.push({ slot, againOf, number, line, identity, content, key, body, openSince: null, replaces: old });
  }
  return { tasks, skipped };
}

/** A key that made an envelope, or is another row's, would be answered with that envelope instead of a new one. */
function keyFor(own: string, slot: string, entries: SentRows): string {
  let key = own;
  while (isSpent(key, slot, entries)) key = nextKey(key);
  return key;
}

function isSpent(key: string, slot: string, entries: SentRows): boolean {
  const usedFor = entries.usedFor(key);
  if (usedFor === undefined) return false;
  const entry: SentRow | undefined = entries.at(slot);
  return usedFor !== slot || entry?.made.some((made) => made.key === key) === true;
}
