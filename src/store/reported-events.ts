import { parseJson } from '../core/platform/json.js';
import type { State } from './state.js';

/** What a forwarding of `esign listen` has reported of an envelope without a delivery. */
export interface Reported {
  /** Events that were reported, or that occurred before it was first read. */
  readonly keys: readonly string[];
  /** It is in a final state. */
  readonly over: boolean;
}

/** By the ID of the envelope; the one that changed last is last. */
export type ReportedEvents = ReadonlyMap<string, Reported>;

const maxEnvelopes = 10_000;

/** What one forwarding has reported, also in earlier runs. Throws JournalFailure. */
export function readReported(state: State, listener: string): ReportedEvents {
  const sql = 'SELECT envelope, keys, over FROM reported_events WHERE listener = ? ORDER BY place';
  const rows = state.read((each) => each.all<{ envelope: string; keys: string; over: number }>(sql, listener), []);
  return new Map(
    rows.map(({ envelope, keys, over }) => {
      const read = parseJson(keys);
      const texts = Array.isArray(read) ? read.filter((key) => typeof key === 'string') : [];
      return [envelope, { keys: texts, over: over === 1 }];
    }),
  );
}

/**
 * Keeps what is reported now of some envelopes. Where there are too many, those in a final state go first: nothing happens
 * to them any more. `now`: milliseconds since 1970. Throws JournalFailure.
 */
export function keepReported(state: State, listener: string, changed: ReportedEvents, now: number): void {
  state.write((sql) => {
    for (const [envelope, { keys, over }] of changed) {
      sql.run(
        'INSERT OR REPLACE INTO reported_events (listener, envelope, keys, over, reported_at) VALUES (?, ?, ?, ?, ?)',
        listener,
        envelope,
        JSON.stringify(keys),
        over ? 1 : 0,
        now,
      );
    }
    const first = 'SELECT place FROM reported_events WHERE listener = ? ORDER BY over, place DESC LIMIT -1 OFFSET ?';
    sql.run(`DELETE FROM reported_events WHERE place IN (${first})`, listener, maxEnvelopes);
  });
}
