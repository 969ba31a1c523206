import { hostname } from 'node:os';
import { ownPid, placedMark, whereIs } from '../core/platform/process-identity.js';
import type { Sqlite, SqlValue } from '../core/platform/sqlite.js';
import type { RunPart } from './runs.js';
import { ifUsable, type State } from './state.js';

/** A part of a run, which may not have begun. */
export interface LockedPart {
  readonly key: string;
  readonly generation: number;
  readonly part: RunPart;
}

/** An exclusive lock on a part of a run. */
export interface RunLock {
  /** Aborted when another process took the lock, because this one did not renew it in time. */
  readonly lost: AbortSignal;
  /** Never throws: the lock of a process that is gone is taken over. */
  release(): void;
}

/** The process that holds a lock. */
export interface HeldBy {
  readonly pid: number;
  /** Null for a process of this machine. */
  readonly host: string | null;
}

interface Holder {
  readonly pid: number;
  readonly mark: string | null;
  readonly host: string;
  readonly renewed_at: number;
}

const maxAttempts = 5;
/** Milliseconds between two renewals. */
const renewIntervalMs = 10_000;
/** Milliseconds after which a lock that is not renewed is free, where its process cannot be looked at. */
export const maxSilenceMs = 60_000;

const own = 'key = ? AND generation = ? AND part = ? AND parts = ?';

/**
 * Locks a part of a run for this process, or returns the process that works on it. The lock of one that is gone is taken
 * over; one in another container or on another machine keeps it as long as it renews it. Throws JournalFailure.
 */
export async function lockRun(
  state: State,
  { key, generation, part }: LockedPart,
  { now, every = renewIntervalMs }: { readonly now: () => number; readonly every?: number },
): Promise<RunLock | { readonly heldBy: HeldBy }> {
  const place: readonly SqlValue[] = [key, generation, part.index, part.of];
  const mark = await placedMark(ownPid);
  const holderIn = (sql: Sqlite): Holder | undefined =>
    sql.get<Holder>(`SELECT pid, mark, host, renewed_at FROM run_locks WHERE ${own}`, ...place);
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const before = state.read(holderIn, undefined);
    const where = before === undefined ? 'gone' : await whereHeld(before, now());
    if (before !== undefined && where !== 'gone') {
      return { heldBy: { pid: before.pid, host: where === 'here' ? null : nameOf(before.host) } };
    }
    const isTaken = state.write((sql) => {
      if (JSON.stringify(holderIn(sql)) !== JSON.stringify(before)) return false;
      sql.run(
        `INSERT INTO run_locks (key, generation, part, parts, pid, mark, host, renewed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET pid = excluded.pid, mark = excluded.mark, host = excluded.host,
           renewed_at = excluded.renewed_at`,
        ...place,
        ownPid,
        mark,
        hostname(),
        now(),
      );
      return true;
    });
    if (isTaken) return keep(state, place, mark, { now, every });
  }
  throw new Error('other processes keep locking the run');
}

async function whereHeld(
  { pid, mark, host, renewed_at: at }: Holder,
  now: number,
): Promise<'here' | 'elsewhere' | 'gone'> {
  // Where no place is told, a process of another machine is known by its name alone.
  const isPlaced = mark?.includes('/') === true;
  const where = !isPlaced && host !== hostname() ? 'elsewhere' : await whereIs(pid, mark);
  // A clock that was set back must not keep it for longer.
  return where === 'elsewhere' && Math.abs(now - at) >= maxSilenceMs ? 'gone' : where;
}

const nameOf = (host: string): string => (/^[\w.-]{1,253}$/.test(host) ? host : 'another machine');

/** Renews the lock while it is held; other machines cannot see this process otherwise. */
function keep(
  state: State,
  place: readonly SqlValue[],
  mark: string | null,
  { now, every }: { readonly now: () => number; readonly every: number },
): RunLock {
  const lost = new AbortController();
  const mine = `${own} AND pid = ? AND mark IS ?`;
  const renew = (): void => {
    const renewed = ifUsable(
      () =>
        state.write((sql) =>
          sql.run(`UPDATE run_locks SET renewed_at = ? WHERE ${mine}`, now(), ...place, ownPid, mark),
        ),
      1,
    );
    if (renewed === 0) lost.abort();
  };
  const timer = setInterval(renew, every);
  timer.unref();
  return {
    lost: lost.signal,
    release: () => {
      clearInterval(timer);
      ifUsable(() => state.write((sql) => sql.run(`DELETE FROM run_locks WHERE ${mine}`, ...place, ownPid, mark)), 0);
    },
  };
}
