import type { Sqlite } from '../core/platform/sqlite.js';
import type { State } from './state.js';
import { isoTime } from './iso-time.js';

/** An envelope that this machine knows. The service has no list of envelopes. */
export interface KnownEnvelope {
  readonly id: string;
  readonly host: string;
  /** When it was first seen: ISO 8601 UTC. */
  readonly firstAt: string;
}

const pageSize = 500;
const never = Number.MAX_SAFE_INTEGER;

/** Within a transaction: adds those that are not known. `at`: milliseconds since 1970; those of one batch keep their order. */
export function addEnvelopes(sql: Sqlite, ids: readonly string[], host: string, at: number): void {
  if (Number.isNaN(at)) return;
  for (const [index, id] of ids.entries()) {
    sql.run(
      'INSERT INTO envelopes (host, id, first_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      host,
      id.toLowerCase(),
      at - index,
    );
  }
}

/** The one first seen last comes first; each once. Reads only as much as needed. Throws JournalFailure. */
export function* envelopesNewestFirst(state: State, host: string | undefined): Generator<KnownEnvelope> {
  let [before, beforePlace] = [never, never];
  for (;;) {
    const rows = state.read(
      (sql) =>
        sql.all<{ place: number; id: string; host: string; first_at: number }>(
          `SELECT place, id, host, first_at FROM envelopes
           WHERE (first_at, place) < (?, ?) AND (? IS NULL OR host = ?) ORDER BY first_at DESC, place DESC LIMIT ?`,
          before,
          beforePlace,
          host ?? null,
          host ?? null,
          pageSize,
        ),
      [],
    );
    for (const row of rows) yield { id: row.id, host: row.host, firstAt: isoTime(row.first_at) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    [before, beforePlace] = [last.first_at, last.place];
  }
}
