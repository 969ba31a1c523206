import { uptime } from 'node:os';
import type { WriteOutcome, WriteTerms } from '../contract/recorded-write.js';
import { parseJson } from '../core/platform/json.js';
import { lazy } from '../core/platform/lazy.js';
import { ownPid, placedMark } from '../core/platform/process-identity.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import { type Intent, readEnd, type RecordedEnd, type RecordedRequest, settlementIn } from './entry.js';
import { envelopesActedOn, envelopesMadeBy } from './envelopes.js';
import { type Clocks, type Dated, isKeptByAll } from './key-retention.js';
import { holdersOf, keyRefusal } from './key-use.js';
import { addEnvelopes, envelopesNewestFirst, type KnownEnvelope } from './known-envelopes.js';
import { isRunning } from './live-processes.js';
import { writePages } from './pages.js';
import { insertSending, settleSendings } from './run-rows.js';
import { bodyKeptFor, removeOld } from './retention.js';
import type { State } from './state.js';
import { isoTime } from './iso-time.js';

/** A request before it is sent, from the client. */
export type NewIntent = Omit<Intent, 'at' | 'uptime'> & WriteTerms;

/** A recorded request in its current state. */
export interface ListedRequest extends RecordedRequest {
  /** The program that sent it still waits for its response. */
  readonly atWork: boolean;
}

/** The content of the record, for a person. */
interface RequestFacts {
  readonly writes: number;
  readonly unsettled: number;
  readonly envelopes: number;
  /** When the oldest request was recorded (ISO 8601). */
  readonly oldest: string | null;
}

export interface RequestsOptions {
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after which a request with a known outcome, and an envelope, is deleted (default: 730 days). */
  readonly keepFor?: number | undefined;
}

/**
 * The writes of this machine, so that an interrupted one can be resumed with the same key. Any number of processes may
 * write at once. Every method throws JournalFailure.
 */
export interface RequestJournal {
  /**
   * On disk when it returns, with the body, which is stored until the outcome is known, and with the row of a bulk run
   * that it sends. Throws KeyUsed when the key must not be used.
   */
  intent(intent: NewIntent, body?: string): Promise<void>;
  settled(id: string, outcome: WriteOutcome, attempts: number): Promise<void>;
  /** Whether a request may already have used this key at the service. */
  isHeld(intent: Pick<Intent, 'key' | 'host' | 'credential'>): Promise<boolean>;
  /** Whether the service certainly still stores the key of a request; `serviceNow` is its clock, if known. */
  isKept(request: Dated, serviceNow: number | undefined): Promise<boolean>;
  /** All, oldest first. Reads everything: prefer `newestFirst`. */
  listRequests(): Promise<ListedRequest[]>;
  /** The one sent last comes first. Reads only as much as needed. */
  newestFirst(): AsyncGenerator<ListedRequest>;
  /** Requests without a known outcome, including those in progress, oldest first. */
  listOpen(): Promise<ListedRequest[]>;
  /** Those with this ID prefix. */
  find(begun: string): Promise<ListedRequest[]>;
  /** How one stands now. */
  standing(request: Pick<RecordedRequest, 'id'>): Promise<ListedRequest | undefined>;
  /** The requests whose key begins so, in order of recording. */
  requestsUnder(begun: string): Promise<RecordedRequest[]>;
  /** Identical requests without a known outcome that no process waits for, oldest first. */
  twinsOf(intent: Pick<Intent, 'host' | 'credential' | 'twin'>): Promise<ListedRequest[]>;
  /** The body of an unresolved request; undefined without one, and null after it was deleted. */
  body(id: string): Promise<string | undefined | null>;
  /** The number of unresolved requests that no process works on; loads nothing when nothing was ever recorded. */
  countUnsettled(): Promise<number>;
  facts(): Promise<RequestFacts>;
  /** The envelopes that requests created or mentioned, the one first seen last first. */
  envelopes(host?: string): Promise<Iterable<KnownEnvelope>>;
  /** Deletes requests with a known outcome. */
  forget(ids: readonly string[]): Promise<void>;
}

const pageSize = 500;

interface Row {
  readonly place: number;
  readonly id: string;
  readonly sent_at: number;
  readonly host: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly fingerprint: string;
  readonly key: string | null;
  readonly chosen: number;
  readonly twin: string | null;
  readonly credential: string | null;
  readonly profile: string | null;
  readonly if_match: string | null;
  readonly service_at: string | null;
  readonly uptime: number | null;
  readonly pid: number | null;
  readonly mark: string | null;
  readonly ended: string | null;
}

const select =
  'SELECT place, id, sent_at, host, operation, method, path, fingerprint, key, chosen, twin, credential, profile, ' +
  'if_match, service_at, uptime, pid, mark, ended FROM requests';

/** Opens the record of writes. */
export function openRequestJournal({ state, now, keepFor }: RequestsOptions): RequestJournal {
  const mark = lazy(() => placedMark(ownPid));
  const clocks = async (service: number | undefined): Promise<Clocks> => ({
    now: now(),
    service,
    uptime: uptime(),
    mark: (await mark()) ?? undefined,
  });
  /** What this process has sent, in case its row is gone when the outcome comes. */
  const mine = new Map<string, Intent>();
  let hasRemovedOld = false;

  const ask = (where: string, ...values: (string | number | null)[]): RecordedRequest[] =>
    state.read((sql) => sql.all<Row>(`${select} ${where}`, ...values), []).map(requestOf);
  const listed = async (request: RecordedRequest): Promise<ListedRequest> => ({
    ...request,
    atWork: await isRunning(request, now()),
  });
  const listOpen = async (): Promise<ListedRequest[]> =>
    await Promise.all(ask('WHERE open = 1 ORDER BY sent_at, place').map(listed));

  async function* newestFirst(): AsyncGenerator<ListedRequest> {
    let before: { readonly at: number; readonly place: number } | undefined;
    for (;;) {
      const { at, place } = before ?? { at: Number.MAX_SAFE_INTEGER, place: Number.MAX_SAFE_INTEGER };
      const rows = state.read(
        (sql) =>
          sql.all<Row>(
            `${select} WHERE (sent_at, place) < (?, ?) ORDER BY sent_at DESC, place DESC LIMIT ${pageSize}`,
            at,
            place,
          ),
        [],
      );
      for (const row of rows) yield await listed(requestOf(row));
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      before = { at: last.sent_at, place: last.place };
    }
  }

  /** The ids of earlier open requests with the key of this one, which no process waits for. */
  const abandonedWith = async (request: Intent): Promise<readonly string[]> => {
    if (request.key === undefined) return [];
    const same = ask(
      'WHERE open = 1 AND key = ? AND host = ? AND credential IS ? AND fingerprint = ? AND id <> ?',
      request.key,
      request.host,
      request.credential ?? null,
      request.fingerprint,
      request.id,
    );
    const found = await Promise.all(same.map(async (each) => ((await isRunning(each, now())) ? [] : [each.id])));
    return found.flat();
  };

  return {
    async intent({ reuse, serviceNow, row, ...given }, body) {
      const sender = { pid: ownPid, mark: (await mark()) ?? undefined, uptime: Math.floor(uptime()) };
      const times = await clocks(serviceNow);
      const at = new Date(now()).toISOString();
      const refusal = state.write((sql) => {
        const serviceAt = given.serviceAt ?? instant(serviceTime(sql, given.host, now()));
        const intent: Intent = { ...sender, ...given, serviceAt, at };
        const { key } = intent;
        mine.set(intent.id, intent);
        // Of two processes with one key, the second finds the first here.
        const why =
          intent.chosen === true && key !== undefined
            ? keyRefusal(under(sql, key), { ...intent, key }, reuse, times)
            : undefined;
        const end = why === undefined ? undefined : { ...notSent, at, code: why.code };
        const kept = end === undefined ? body : undefined;
        insert(sql, intent, row === undefined ? kept : undefined, end);
        if (row !== undefined) {
          const sent = { ...row, key: key ?? '', at, serviceAt: serviceAt ?? null, body: kept ?? null };
          const status = end === undefined ? 'open' : 'refused';
          const ended = { status, envelope: null, endedAt: end?.at ?? null, isUntold: false } as const;
          insertSending(sql, { ...sent, ...ended }, intent.id);
        }
        return why;
      });
      if (refusal !== undefined) throw refusal;
    },
    async settled(id, { serviceAt, envelope, ...outcome }, attempts) {
      const at = new Date(now()).toISOString();
      const { status, code, resource, resources, unknown } = outcome;
      const service = serviceAt === undefined ? {} : { serviceAt: new Date(serviceAt).toISOString() };
      const end: RecordedEnd = { at, status, code, resource, resources, unknown, attempts, ...service };
      const text = JSON.stringify(end);
      if (unknown) {
        state.write((sql) => sql.run('UPDATE requests SET ended = ? WHERE id = ? AND open = 1', text, id));
        return;
      }
      const request = mine.get(id) ?? ask('WHERE id = ?', id).at(0);
      if (request === undefined) return;
      const settlement = settlementIn({ ...request, settled: end });
      const others = settlement === 'done' || settlement === 'refused' ? await abandonedWith(request) : [];
      state.write((sql) => {
        if (sql.get('SELECT 1 FROM requests WHERE id = ?', id) === undefined) insert(sql, request, undefined, end);
        const beside = settleSendings(sql, id, { end, envelope, settlement, isUntold: !mine.has(id) });
        for (const each of new Set([id, ...others, ...beside])) {
          sql.run('UPDATE requests SET ended = ?, open = 0, body = NULL WHERE id = ?', text, each);
        }
        const settled = { ...request, settled: end };
        const sentAt = Date.parse(request.at);
        addEnvelopes(sql, [...envelopesMadeBy(settled), ...envelopesActedOn(settled)], request.host, sentAt);
        if (serviceAt === undefined) return;
        keepServiceTime(sql, request.host, serviceAt, now());
      });
      mine.delete(id);
      if (serviceAt === undefined || hasRemovedOld) return;
      hasRemovedOld = true;
      removeOld(state, Math.min(now(), serviceAt), keepFor);
    },
    isHeld: async ({ key, host, credential }) =>
      key !== undefined &&
      holdersOf(
        state.read((sql) => under(sql, key), []),
        { key, host, credential },
      ).length > 0,
    isKept: async (request, serviceNow) => isKeptByAll(request, await clocks(serviceNow)),
    async listRequests() {
      const all: ListedRequest[] = [];
      for await (const request of newestFirst()) all.push(request);
      return all.toReversed();
    },
    newestFirst,
    listOpen,
    find: async (begun) =>
      await Promise.all(
        ask('WHERE substr(lower(id), 1, length(?1)) = lower(?1) ORDER BY sent_at DESC, place DESC', begun).map(listed),
      ),
    standing: async ({ id }) => {
      const [request] = ask('WHERE id = ?', id);
      return request === undefined ? undefined : await listed(request);
    },
    requestsUnder: async (begun) => ask('WHERE key >= ?1 AND key < ?1 || char(1114111) ORDER BY place', begun),
    async twinsOf({ host, credential, twin }) {
      if (twin === undefined) return [];
      const where = 'WHERE open = 1 AND twin = ? AND host = ? AND credential IS ? ORDER BY sent_at, place';
      const all = await Promise.all(ask(where, twin, host, credential ?? null).map(listed));
      return all.filter(({ atWork }) => !atWork);
    },
    body: async (id) => {
      const sql = `SELECT coalesce(body, (SELECT body FROM run_rows WHERE request = requests.id)) AS body,
          (body_dropped OR sent_at <= ?) AS dropped FROM requests WHERE id = ? AND open = 1`;
      const until = now() - bodyKeptFor(keepFor);
      const row = state.read((each) => each.get<{ body: Buffer | null; dropped: number }>(sql, until, id), undefined);
      if (row === undefined || row.dropped === 1) return null;
      return row.body?.toString('utf8');
    },
    countUnsettled: async () => (await listOpen()).filter(({ atWork }) => !atWork).length,
    async facts() {
      const counted = state.read(
        (sql) =>
          sql.get<{ writes: number; envelopes: number; oldest: number | null }>(
            `SELECT (SELECT count(*) FROM requests) AS writes, (SELECT count(*) FROM envelopes) AS envelopes,
               (SELECT min(sent_at) FROM requests) AS oldest`,
          ),
        undefined,
      );
      const unsettled = (await listOpen()).filter(({ atWork }) => !atWork).length;
      const oldest = instant(counted?.oldest ?? undefined) ?? null;
      return { writes: counted?.writes ?? 0, envelopes: counted?.envelopes ?? 0, unsettled, oldest };
    },
    envelopes: async (host) => envelopesNewestFirst(state, host),
    async forget(ids) {
      writePages(state, ids, (sql, page) => {
        for (const id of page) sql.run('DELETE FROM requests WHERE id = ? AND open = 0', id);
      });
    },
  };
}

const notSent = { status: undefined, resource: undefined, unknown: false, attempts: 0 } as const;

const under = (sql: Sqlite, key: string): RecordedRequest[] =>
  sql.all<Row>(`${select} WHERE key = ? ORDER BY place`, key).map(requestOf);

function insert(sql: Sqlite, intent: Intent, body: string | undefined, end: RecordedEnd | undefined): void {
  sql.run(
    `INSERT INTO requests (id, sent_at, host, operation, method, path, fingerprint, key, chosen, twin, credential,
       profile, if_match, service_at, uptime, pid, mark, open, body, ended)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    intent.id,
    Date.parse(intent.at),
    intent.host,
    intent.operation,
    intent.method,
    intent.path,
    intent.fingerprint,
    intent.key ?? null,
    intent.chosen === true ? 1 : 0,
    intent.twin ?? null,
    intent.credential ?? null,
    intent.profile ?? null,
    intent.ifMatch ?? null,
    intent.serviceAt ?? null,
    intent.uptime ?? null,
    intent.pid ?? null,
    intent.mark ?? null,
    end === undefined ? 1 : 0,
    body === undefined ? null : Buffer.from(body, 'utf8'),
    end === undefined ? null : JSON.stringify(end),
  );
}

function requestOf(row: Row): RecordedRequest {
  const { id, host, operation, method, path, fingerprint } = row;
  return {
    id,
    at: isoTime(row.sent_at),
    operation,
    method,
    path,
    fingerprint,
    host,
    key: row.key ?? undefined,
    profile: row.profile ?? undefined,
    ...(row.chosen === 1 ? { chosen: true } : {}),
    ...(row.twin === null ? {} : { twin: row.twin }),
    ...(row.service_at === null ? {} : { serviceAt: row.service_at }),
    ...(row.uptime === null ? {} : { uptime: row.uptime }),
    ...(row.if_match === null ? {} : { ifMatch: row.if_match }),
    ...(row.credential === null ? {} : { credential: row.credential }),
    ...(row.pid === null ? {} : { pid: row.pid }),
    ...(row.mark === null ? {} : { mark: row.mark }),
    settled: row.ended === null ? undefined : readEnd(parseJson(row.ended)),
  };
}

const instant = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : isoTime(milliseconds);

/** Smaller differences come from rounding and transport. */
const worthKeeping = 30_000;
const maxHosts = 200;

/** A service's time for a time of this machine, both in milliseconds since 1970; undefined before its first answer. */
function serviceTime(sql: Sqlite, host: string, local: number): number | undefined {
  const row = sql.get<{ ahead: number }>('SELECT ahead FROM clocks WHERE host = ?', host);
  return row === undefined ? undefined : local + row.ahead;
}

/** Within a transaction: keeps by how much a service's clock is ahead of this one. */
function keepServiceTime(sql: Sqlite, host: string, service: number, local: number): void {
  const ahead = service - local;
  const before = sql.get<{ ahead: number }>('SELECT ahead FROM clocks WHERE host = ?', host);
  if (before !== undefined && Math.abs(before.ahead - ahead) < worthKeeping) return;
  sql.run(
    `INSERT INTO clocks (host, ahead, kept_at) VALUES (?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET ahead = excluded.ahead, kept_at = excluded.kept_at`,
    host,
    ahead,
    local,
  );
  sql.run('DELETE FROM clocks WHERE host NOT IN (SELECT host FROM clocks ORDER BY kept_at DESC LIMIT ?)', maxHosts);
}
