import { ownMark, whereIsMarked, type Whereabouts } from '../core/platform/process-identity.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import { undeliveredRows } from './delivery.js';
import type { State } from './state.js';

/** A process that receives deliveries, or replays them: then without a listener. */
export interface DeliveryProcess {
  readonly number: number;
  readonly listener: string | null;
  readonly heldBy: number | null;
  readonly place: Whereabouts;
}

/** The recorded processes, and where they are now. Throws JournalFailure. */
export async function deliveryProcesses(state: State): Promise<readonly DeliveryProcess[]> {
  const rows = state.read(
    (sql) =>
      sql.all<{ number: number; mark: string; listener: string | null; held_by: number | null }>(
        'SELECT number, mark, listener, held_by FROM delivery_processes',
      ),
    [],
  );
  return await Promise.all(
    rows.map(async ({ number, mark, listener, held_by: heldBy }) => {
      return { number, listener, heldBy, place: await whereIsMarked(mark) };
    }),
  );
}

/** Within a transaction: adds this process. Returns its number, which is never used again. */
export function addProcess(sql: Sqlite, mark: string, listener: string | null): number {
  sql.run('INSERT INTO delivery_processes (mark, listener) VALUES (?, ?)', mark, listener);
  const number = sql.get<{ number: number }>('SELECT last_insert_rowid() AS number')?.number ?? 0;
  sql.run('UPDATE delivery_processes SET held_by = number WHERE number = ?', number);
  return number;
}

/** Within a transaction: removes processes that are gone, unless a delivery that was not delivered names them. */
export function removeProcesses(sql: Sqlite, gone: Iterable<number>): void {
  const named = new Set(
    sql
      .all<{ holder: number | null; sender: number | null }>(
        `SELECT DISTINCT holder, sender FROM deliveries WHERE ${undeliveredRows}`,
      )
      .flatMap(({ holder, sender }) => [holder, sender]),
  );
  for (const number of gone) {
    sql.run('DELETE FROM delivery_claims WHERE process = ?', number);
    if (!named.has(number)) sql.run('DELETE FROM delivery_processes WHERE number = ?', number);
  }
}

/** Longer than most replays take; only for claims from another container or machine, which cannot be checked. */
const heldElsewhereMs = 10 * 60 * 1000;

/** Within a transaction: removes the claims of processes that are gone, or that cannot be checked and are too old. */
export function dropStaleClaims(sql: Sqlite, processes: readonly DeliveryProcess[], now: number): void {
  for (const { number, place } of processes) {
    if (place === 'here') continue;
    const until = place === 'gone' ? Infinity : now - heldElsewhereMs;
    sql.run('DELETE FROM delivery_claims WHERE process = ? AND at <= ?', number, until);
  }
}

/** Deliveries that this process alone may send to an app. */
export interface DeliveryClaims {
  /** One for each delivery, in their order: false when another process has claimed it. */
  readonly taken: readonly boolean[];
  /** The number of this process, for `recordAttempt`. */
  readonly process: number;
  /** Never throws: a claim that stays is stale when this process has ended. */
  release(): void;
}

/** Claims deliveries, each for one URL, so that no two processes send the same one at once. Throws JournalFailure. */
export async function claimDeliveries(
  state: State,
  wanted: readonly { readonly id: string; readonly target: string }[],
  now: number,
): Promise<DeliveryClaims> {
  const processes = await deliveryProcesses(state);
  const mark = await ownMark();
  const { process, taken } = state.write((sql) => {
    const own = addProcess(sql, mark, null);
    dropStaleClaims(sql, processes, now);
    return { process: own, taken: wanted.map((each) => claim(sql, each, own)) };
  });
  function claim(sql: Sqlite, { id, target }: { readonly id: string; readonly target: string }, own: number): boolean {
    const values = 'INSERT OR IGNORE INTO delivery_claims (delivery, target, process, at) VALUES (?, ?, ?, ?)';
    sql.run(values, id, target, own, now);
    return (
      sql.get('SELECT 1 FROM delivery_claims WHERE delivery = ? AND target = ? AND process = ?', id, target, own) !==
      undefined
    );
  }
  return {
    taken,
    process,
    release() {
      try {
        state.write((sql) => removeProcesses(sql, [process]));
      } catch {
        // A claim of a process that has ended holds nothing.
      }
    },
  };
}
