import { parseJson } from '../core/platform/json.js';
import { readEnd } from './entry.js';
import { creatingOperations, envelopesMadeBy } from './envelopes.js';
import type { State } from './state.js';

/** The envelopes that requests of this machine created at a service, in any program. */
export interface MadeEnvelopes {
  /** Throws JournalFailure. */
  has(id: string): boolean;
  /** A request that creates envelopes, sent since then (milliseconds since 1970), has no known outcome yet. */
  isAwaited(since: number): boolean;
}

interface Row {
  readonly place: number;
  readonly sent_at: number;
  readonly operation: string;
  readonly open: number;
  readonly ended: string | null;
}

/** Milliseconds by which the clock of this machine may have been set back. */
const slackMs = 60_000;

/** Reads a request when it is new, and until its outcome is known. */
export function createMadeEnvelopes(state: State, host: string): MadeEnvelopes {
  const made = new Set<string>();
  let open: readonly Row[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const read = (): void => {
    const rows = state.read(
      (sql) =>
        sql.all<Row>(
          `SELECT place, sent_at, operation, open, ended FROM requests
           WHERE (sent_at >= ? OR place IN (SELECT value FROM json_each(?))) AND host = ?
             AND operation IN (SELECT value FROM json_each(?))`,
          Math.max(0, last - slackMs),
          JSON.stringify(open.map(({ place }) => place)),
          host,
          JSON.stringify(creatingOperations),
        ),
      [],
    );
    for (const { operation, ended } of rows) {
      const settled = ended === null ? undefined : readEnd(parseJson(ended));
      for (const id of envelopesMadeBy({ operation, settled })) made.add(id.toLowerCase());
    }
    open = rows.filter((row) => row.open === 1);
    last = rows.reduce((most, { sent_at: at }) => Math.max(most, at), last);
  };
  return {
    has(id) {
      const name = id.toLowerCase();
      if (!made.has(name)) read();
      return made.has(name);
    },
    isAwaited: (since) => open.some(({ sent_at: at }) => at >= since),
  };
}
