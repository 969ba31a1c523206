import type { RowIdentity, RunRow } from '../contract/recorded-write.js';
import type { Settlement } from '../contract/settlement.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import type { RecordedEnd } from './entry.js';
import { writePages } from './pages.js';
import type { State } from './state.js';
import { isoTime } from './iso-time.js';

/** A row of a run as one request sent it, or was about to. */
export interface Sending extends RunRow {
  readonly key: string;
  /** When it left: ISO 8601. */
  readonly at: string;
  /** The same by the service's clock; null where it was not known. */
  readonly serviceAt: string | null;
  /** The request body while the outcome is unknown; null where it is not recorded. */
  readonly body: string | null;
  /** `open`: how it ended is not known. */
  readonly status: 'open' | 'created' | 'refused';
  /** Null where the response did not tell, or it was deleted. */
  readonly envelope: string | null;
  readonly endedAt: string | null;
  /** Another command has settled it, and the run has not told of it. */
  readonly isUntold: boolean;
}

interface Stored {
  readonly run: number;
  readonly slot: string;
  readonly again_of: string | null;
  readonly number: number;
  readonly line: number;
  readonly identified_by: RowIdentity['by'];
  readonly identity: string;
  readonly people: string;
  readonly content: string;
  readonly key: string;
  readonly sent_at: number;
  readonly service_at: string | null;
  readonly body: Buffer | null;
  readonly status: 'created' | 'refused' | null;
  readonly envelope: string | null;
  readonly ended_at: number | null;
  readonly untold: number;
}

/** Within a transaction: records a sending; `request` is its ID, null where a results file told of it. */
export function insertSending(sql: Sqlite, sending: Sending, request: string | null): void {
  const { identity, status, endedAt } = sending;
  sql.run(
    `INSERT INTO run_rows (run, slot, again_of, number, line, identified_by, identity, people, content, key, request,
       sent_at, service_at, body, status, envelope, ended_at, untold)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sending.run,
    sending.slot,
    sending.againOf,
    sending.number,
    sending.line,
    identity.by,
    identity.id,
    identity.who,
    sending.content,
    sending.key,
    request,
    Date.parse(sending.at),
    sending.serviceAt,
    sending.body === null ? null : Buffer.from(sending.body, 'utf8'),
    status === 'open' ? null : status,
    sending.envelope,
    endedAt === null ? null : Date.parse(endedAt),
    sending.isUntold ? 1 : 0,
  );
}

interface SendingEnd {
  readonly end: RecordedEnd;
  /** As the service named it, where the run heard of it. */
  readonly envelope: string | undefined;
  readonly settlement: Settlement;
  /** The run does not hear of it. */
  readonly isUntold: boolean;
}

/**
 * Within a transaction: settles the row that a request sent, and its other sendings under the key where the end tells of
 * them. Returns the requests of those.
 */
export function settleSendings(
  sql: Sqlite,
  request: string,
  { end, envelope = end.resource, settlement, isUntold }: SendingEnd,
): readonly string[] {
  const own = sql.get<{ place: number; run: number; key: string }>(
    'SELECT place, run, key FROM run_rows WHERE request = ?',
    request,
  );
  if (own === undefined || settlement === 'unknown' || isHeldElsewhere(end)) return [];
  const isMade = settlement === 'done';
  const open = sql
    .all<{ place: number; request: string | null }>(
      'SELECT place, request FROM run_rows WHERE run = ? AND key = ? AND status IS NULL',
      own.run,
      own.key,
    )
    .filter(({ place }) => settlement !== 'refused_now' || place === own.place);
  for (const { place } of open) {
    sql.run(
      `UPDATE run_rows SET status = ?1, envelope = ?2, ended_at = ?3, untold = ?4,
         body = CASE WHEN ?1 = 'created' THEN body END WHERE place = ?5`,
      isMade ? 'created' : 'refused',
      isMade ? (envelope ?? null) : null,
      Date.parse(end.at),
      isUntold ? 1 : 0,
      place,
    );
  }
  return open.flatMap((each) => (each.request === null || each.place === own.place ? [] : [each.request]));
}

/** The key holds another request at the service: its envelope may be this row's, so the row stays open. */
const isHeldElsewhere = ({ code, status }: RecordedEnd): boolean =>
  code === 'idempotency_key_reused' && status !== undefined;

/** The sendings of a run, oldest first; bodies of open ones only. Throws JournalFailure. */
export const sendingsOf = (state: State, run: number): readonly Sending[] =>
  state
    .read(
      (sql) =>
        sql.all<Stored>(
          `SELECT run, slot, again_of, number, line, identified_by, identity, people, content, key, sent_at, service_at,
             CASE WHEN status IS NULL THEN body END AS body, status, envelope, ended_at, untold
           FROM run_rows WHERE run = ? ORDER BY place`,
          run,
        ),
      [],
    )
    .map(sendingIn);

/** The rows of a run that have an envelope, or may have one. Throws JournalFailure. */
export const sentIdentities = (state: State, run: number): readonly RowIdentity[] =>
  state
    .read(
      (sql) =>
        sql.all<Pick<Stored, 'identified_by' | 'identity' | 'people'>>(
          `SELECT DISTINCT identified_by, identity, people FROM run_rows
           WHERE run = ? AND (status IS NULL OR status = 'created')`,
          run,
        ),
      [],
    )
    .map(identityIn);

/** What was sent under some keys of a run, by key, as far as it is recorded. Throws JournalFailure. */
export const sentBodies = (state: State, run: number, keys: Iterable<string>): ReadonlyMap<string, string> =>
  state.read((sql) => {
    const bodies = new Map<string, string>();
    for (const key of keys) {
      const found = sql.get<{ body: Buffer }>(
        'SELECT body FROM run_rows WHERE run = ? AND key = ? AND body NOT NULL ORDER BY place DESC LIMIT 1',
        run,
        key,
      );
      if (found !== undefined) bodies.set(key, found.body.toString('utf8'));
    }
    return bodies;
  }, new Map<string, string>());

/** What a bulk run of this machine sent for an envelope; null when none created it. Throws JournalFailure. */
export const sentBody = (state: State, envelope: string): string | null =>
  state
    .read(
      (sql) =>
        sql.get<{ body: Buffer }>('SELECT body FROM run_rows WHERE envelope = ? AND body NOT NULL LIMIT 1', envelope),
      undefined,
    )
    ?.body.toString('utf8') ?? null;

/** Notes that a run has told of what other commands settled. Throws JournalFailure. */
export const markTold = (sql: Sqlite, run: number): number =>
  sql.run('UPDATE run_rows SET untold = 0 WHERE run = ? AND untold = 1', run);

const sendingIn = (row: Stored): Sending => ({
  run: row.run,
  slot: row.slot,
  againOf: row.again_of,
  number: row.number,
  line: row.line,
  identity: identityIn(row),
  content: row.content,
  key: row.key,
  at: isoTime(row.sent_at),
  serviceAt: row.service_at,
  body: row.body?.toString('utf8') ?? null,
  status: row.status ?? 'open',
  envelope: row.envelope,
  endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
  isUntold: row.untold === 1,
});

const identityIn = (row: Pick<Stored, 'identified_by' | 'identity' | 'people'>): RowIdentity => ({
  by: row.identified_by,
  id: row.identity,
  who: row.people,
});

/** A sending with what it says of people. */
export interface PersonalSending {
  readonly place: number;
  readonly run: number;
  /** The name of the run. */
  readonly name: string;
  readonly slot: string;
  readonly line: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly body: string | null;
  readonly envelope: string | null;
  readonly isOpen: boolean;
}

const pageSize = 500;

/** All sendings of all runs, oldest first, a page at a time. Throws JournalFailure. */
export function* everySending(state: State): Generator<PersonalSending> {
  let after = 0;
  for (;;) {
    const rows = state.read(
      (sql) =>
        sql.all<
          Omit<PersonalSending, 'body' | 'isOpen'> & { readonly body: Buffer | null; readonly status: string | null }
        >(
          `SELECT place, run, name, slot, line, sent_at AS sentAt, body, envelope, status
           FROM run_rows JOIN runs ON runs.id = run WHERE place > ? ORDER BY place LIMIT ${pageSize}`,
          after,
        ),
      [],
    );
    for (const { status, body, ...row } of rows) {
      yield { ...row, body: body?.toString('utf8') ?? null, isOpen: status === null };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.place;
  }
}

/** Deletes the body and the envelope of sendings with a known outcome. */
export function stripSendings(state: State, places: readonly number[]): void {
  writePages(state, places, (sql, page) => {
    for (const place of page) {
      sql.run('UPDATE run_rows SET body = NULL, envelope = NULL WHERE place = ? AND status NOT NULL', place);
    }
  });
}
