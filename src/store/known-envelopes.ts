import { isUuid } from '../contract/schema.js';
import type { Sqlite } from '../platform/sqlite.js';
import type { State } from './state.js';

/** An envelope that this machine knows. The service has no list of envelopes. */
export interface KnownEnvelope {
  readonly id: string;
  readonly host: string;
  /** When it was first seen: ISO 8601 UTC. */
  readonly firstAt: string;
}

/** The envelope in a delivery. */
export interface Heard {
  readonly host: string;
  readonly at: string;
  readonly envelopeId: string | null;
  readonly verdict: { readonly ok: boolean };
}

/** Several programs record deliveries; their clocks differ by at most this much. */
const settling = 60_000;
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
    for (const row of rows) yield { id: row.id, host: row.host, firstAt: new Date(row.first_at).toISOString() };
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    [before, beforePlace] = [last.first_at, last.place];
  }
}

/** Adds the envelopes of verified deliveries since the last call; older ones are not read. Throws JournalFailure. */
export async function hearDeliveries(state: State, newestFirst: Iterable<Heard> | AsyncIterable<Heard>): Promise<void> {
  const until =
    state.read((sql) => sql.get<{ value: string }>("SELECT value FROM marks WHERE name = 'heard'"), undefined)?.value ??
    '';
  const fresh: { readonly host: string; readonly at: string; readonly id: string }[] = [];
  for await (const { at, verdict, envelopeId, host } of newestFirst) {
    if (at <= until) break;
    if (verdict.ok && envelopeId !== null && isUuid(envelopeId)) fresh.push({ host, at, id: envelopeId });
  }
  const last = fresh.reduce((latest, { at }) => (at > latest ? at : latest), until);
  if (last === until) return;
  state.write((sql) => {
    for (const { host, at, id } of fresh.toReversed()) addEnvelopes(sql, [id], host, Date.parse(at));
    // Those of the same millisecond may not be recorded yet.
    const mark = new Date(Date.parse(last) - settling).toISOString();
    sql.run(
      "INSERT INTO marks (name, value) VALUES ('heard', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      mark,
    );
  });
}
