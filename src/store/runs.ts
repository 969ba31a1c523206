import type { RowIdentity } from '../contract/recorded-write.js';
import { isObject, parseJson } from '../core/platform/json.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import { insertSending, markTold, type Sending } from './run-rows.js';
import type { State } from './state.js';
import { isoTime } from './iso-time.js';

/** What is the same for all rows of a run: another one of these makes it another run. */
export interface RunSettings {
  readonly host: string;
  /** Of the API key. */
  readonly mode: 'live' | 'test' | 'unknown';
  readonly template_id: string;
  /** What tells the run apart from others with the same rows. */
  readonly run: readonly string[];
  readonly send: boolean;
  readonly brand_id: string | null;
  readonly completion_delivery: string | null;
  /** The deadline that was asked for: an instant, or milliseconds from the start of the run. */
  readonly deadline: string | number | null;
}

/** A bulk run. */
export interface Run {
  readonly id: number;
  /** What tells it apart, as JSON. */
  readonly key: string;
  /** 1, and one more each time that the same file was sent as a new run. */
  readonly generation: number;
  readonly name: string;
  /** The full path of the rows or the plan; null for stdin. */
  readonly file: string | null;
  readonly settings: RunSettings;
  /** The deadline of every row, fixed when the run began. */
  readonly expiresAt: string | null;
  /** ISO 8601. */
  readonly begunAt: string;
}

/** One part of a run, which this machine sends; 0 of 0 for a run that is not split. */
export interface RunPart {
  readonly index: number;
  readonly of: number;
}

/** Rows that were read, by digests; `count` of them have this identity. */
export interface SeenRow extends Pick<RowIdentity, 'by' | 'id'> {
  /** Null where the people are the identity. */
  readonly who: string | null;
  readonly count: number;
}

/** A start of a run. */
export interface RunStart {
  readonly run: Omit<Run, 'id' | 'begunAt'>;
  readonly part: RunPart;
  /** The rows of the file, or of the part. */
  readonly rows: number;
  /** Those of the whole file, where it is split. */
  readonly seen: readonly SeenRow[];
  /** Rows that a results file tells of. */
  readonly imported: readonly Omit<Sending, 'run'>[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A run and how far it came, over all of its parts that were sent from here. */
export interface KnownRun {
  readonly run: Run;
  /** When it was started last (ISO 8601). */
  readonly startedAt: string;
  /** The rows of its file, by the latest start. */
  readonly rows: number;
  readonly created: number;
  readonly refused: number;
  /** Rows whose outcome is unknown. */
  readonly unknown: number;
}

/** An envelope that a run created. */
export interface RunEnvelope {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly name: string;
}

interface Stored {
  readonly id: number;
  readonly key: string;
  readonly generation: number;
  readonly name: string;
  readonly file: string | null;
  readonly settings: string;
  readonly expires_at: string | null;
  readonly begun_at: number;
}

const columns = 'runs.id, runs.key, generation, name, file, settings, expires_at, begun_at';

/** The run with a key, of the latest generation. Throws JournalFailure. */
export const findRun = (state: State, key: string): Run | null => state.read((sql) => latest(sql, key), null);

const latest = (sql: Sqlite, key: string): Run | null => {
  const found = sql.get<Stored>(`SELECT ${columns} FROM runs WHERE key = ? ORDER BY generation DESC LIMIT 1`, key);
  return found === undefined ? null : runIn(found);
};

/**
 * Begins a run or starts it again, with all that is known of it from elsewhere: a row that is missing would be sent
 * again. Null where another process has begun the run with other settings meanwhile. Throws JournalFailure.
 */
export function startRun(state: State, start: RunStart): Run | null {
  return state.write((sql) => {
    const { key, generation, settings, expiresAt } = start.run;
    const before = latest(sql, key);
    const isThere = before !== null && before.generation >= generation;
    const isSame =
      before?.generation === generation &&
      before.expiresAt === expiresAt &&
      JSON.stringify(before.settings.run) === JSON.stringify(settings.run);
    if (isThere && !isSame) return null;
    if (!isThere) insertRun(sql, start);
    const run = latest(sql, key);
    if (run === null) throw new RangeError('the run was not recorded');
    sql.run(
      `INSERT INTO run_parts (run, part, parts, rows, started_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET rows = excluded.rows, started_at = excluded.started_at`,
      run.id,
      start.part.index,
      start.part.of,
      start.rows,
      start.at,
    );
    for (const seen of start.seen) insertSeen(sql, run.id, seen);
    for (const sending of start.imported) insertSending(sql, { ...sending, run: run.id }, null);
    markTold(sql, run.id);
    return run;
  });
}

function insertRun(sql: Sqlite, { run, at }: RunStart): void {
  const { host, mode, template_id: template } = run.settings;
  sql.run(
    `INSERT INTO runs (key, generation, name, file, host, mode, template_id, settings, expires_at, begun_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run.key,
    run.generation,
    run.name,
    run.file,
    host,
    mode,
    template,
    JSON.stringify(run.settings),
    run.expiresAt,
    at,
  );
}

/** Rows are never forgotten, as those that were sent are not. */
const insertSeen = (sql: Sqlite, run: number, { by, id, who, count }: SeenRow): number =>
  sql.run(
    `INSERT INTO run_seen (run, identified_by, identity, people, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET people = excluded.people, count = excluded.count WHERE excluded.count > count`,
    run,
    by,
    Buffer.from(id, 'hex'),
    who === null ? null : Buffer.from(who, 'hex'),
    count,
  );

/** The parts of a run that were started here. Throws JournalFailure. */
export const partsOf = (state: State, run: number): readonly RunPart[] =>
  state.read((sql) => sql.all<RunPart>('SELECT part AS "index", parts AS "of" FROM run_parts WHERE run = ?', run), []);

/** The rows of the whole file that the parts of a run here have read. Throws JournalFailure. */
export const seenOf = (state: State, run: number): readonly SeenRow[] =>
  state
    .read(
      (sql) =>
        sql.all<{ by: RowIdentity['by']; id: Buffer; who: Buffer | null; count: number }>(
          'SELECT identified_by AS "by", identity AS id, people AS who, count FROM run_seen WHERE run = ?',
          run,
        ),
      [],
    )
    .map(({ by, id, who, count }) => ({ by, id: id.toString('hex'), who: who?.toString('hex') ?? null, count }));

/** The runs of a service, a kind of key and a template. Throws JournalFailure. */
export const runsLike = (
  state: State,
  { host, mode, template_id: template }: Pick<RunSettings, 'host' | 'mode' | 'template_id'>,
): readonly Run[] =>
  state
    .read(
      (sql) =>
        sql.all<Stored>(
          `SELECT ${columns} FROM runs WHERE host = ? AND mode = ? AND template_id = ? ORDER BY id`,
          host,
          mode,
          template,
        ),
      [],
    )
    .map(runIn);

/** All runs, the latest first. Throws JournalFailure. */
export const listRuns = (state: State): readonly KnownRun[] =>
  state
    .read(
      (sql) =>
        sql.all<Stored & Counted>(
          `WITH keys AS (
             SELECT run, slot, max(status IS 'created') AS made, max(status IS NULL) AS open,
               -- Without a status nobody refused it, such as when it was stopped before it was sent.
               max(status IS 'refused' AND (requests.id IS NULL OR ended ->> '$.status' NOT NULL)) AS refused
             FROM run_rows LEFT JOIN requests ON requests.id = run_rows.request GROUP BY run, slot, run_rows.key
           ), slots AS (
             SELECT run, max(made) AS made, max(open AND NOT made) AS open, max(refused) AS refused
             FROM keys GROUP BY run, slot
           ), counts AS (
             SELECT run, sum(made AND NOT open) AS created, sum(open) AS unknown,
               sum(refused AND NOT made AND NOT open) AS refused
             FROM slots GROUP BY run
           ), starts AS (
             SELECT run, max(started_at) AS started_at, sum(rows) AS rows FROM run_parts GROUP BY run
           )
           SELECT ${columns}, started_at, rows, coalesce(created, 0) AS created, coalesce(unknown, 0) AS unknown,
             coalesce(refused, 0) AS refused
           FROM runs JOIN starts ON starts.run = runs.id LEFT JOIN counts ON counts.run = runs.id
           ORDER BY started_at DESC, runs.id DESC`,
        ),
      [],
    )
    .map((row) => ({
      run: runIn(row),
      startedAt: isoTime(row.started_at),
      rows: row.rows,
      created: row.created,
      refused: row.refused,
      unknown: row.unknown,
    }));

interface Counted extends Pick<KnownRun, 'rows' | 'created' | 'refused' | 'unknown'> {
  readonly started_at: number;
}

/** The envelopes that the runs of a service created, or those of one name, newest first. Throws JournalFailure. */
export const runEnvelopes = (state: State, host: string, name: string | null = null): readonly RunEnvelope[] =>
  state
    .read(
      (sql) =>
        sql.all<{ id: string; at: number; name: string }>(
          `SELECT envelope AS id, min(ended_at) AS at, name FROM run_rows JOIN runs ON runs.id = run
           WHERE host = ?1 AND (?2 IS NULL OR name = ?2) AND status = 'created' AND envelope NOT NULL
           GROUP BY envelope ORDER BY at DESC, place DESC`,
          host,
          name,
        ),
      [],
    )
    .map(({ at, ...each }) => ({ ...each, at: isoTime(at) }));

const runIn = (row: Stored): Run => {
  const settings = parseJson(row.settings);
  if (!isObject(settings)) throw new TypeError('invalid settings of a run');
  return {
    id: row.id,
    key: row.key,
    generation: row.generation,
    name: row.name,
    file: row.file,
    // Written from this type.
    settings: settings as unknown as RunSettings,
    expiresAt: row.expires_at,
    begunAt: isoTime(row.begun_at),
  };
};
