import { sentIdentities } from '../../store/run-rows.js';
import { type Run, type RunSettings, runsLike } from '../../store/runs.js';
import type { State } from '../../store/state.js';
import type { BulkRow } from './bulk-row.js';

/** Another run that has sent rows of a file. */
export interface SentBefore {
  readonly run: Run;
  /** How many rows of the file have, or may have, an envelope of that run. */
  readonly count: number;
}

/**
 * Finds the run of the same service, kind of key and template that has sent most of these rows, if it has sent more than
 * half of them. A row is the same by its identity, as within one run. Throws JournalFailure.
 */
export function findSentBefore(
  state: State,
  settings: Pick<RunSettings, 'host' | 'mode' | 'template_id'>,
  rows: readonly BulkRow[],
): SentBefore | null {
  let most: SentBefore | null = null;
  for (const run of runsLike(state, settings)) {
    const count = countSent(state, run, rows);
    if (count * 2 > rows.length && count > (most?.count ?? 0)) most = { run, count };
  }
  return most;
}

function countSent(state: State, { id }: Run, rows: readonly BulkRow[]): number {
  const sent = sentIdentities(state, id);
  const ids = new Set(sent.map((each) => `${each.by} ${each.id}`));
  const people = new Map<string, Set<string>>();
  for (const { by, who } of sent) people.set(who, (people.get(who) ?? new Set()).add(by));
  // An ID is believed where both have one of the same kind; else the people tell.
  return rows.filter(
    ({ identity }) =>
      ids.has(`${identity.by} ${identity.id}`) ||
      [...(people.get(identity.who) ?? [])].some((kind) => kind !== identity.by),
  ).length;
}
