import type { Sqlite } from '../core/platform/sqlite.js';
import { openRows } from './delivery.js';
import { migrations } from './migrations.js';
import { writePages } from './pages.js';
import { ifUsable, type State } from './state.js';
import { isoTime } from './iso-time.js';

const day = 24 * 60 * 60 * 1000;

/** What goes by age. Nothing that prevents a second sending goes by number or size. */
interface Kept {
  readonly table: string;
  /** The column with its time. */
  readonly age: string;
  readonly days: number;
  /** The retention of requests, ESIGN_JOURNAL_DAYS, may be another: it holds then (`same`), or where it is shorter. */
  readonly asRequests?: 'same' | 'at most';
  /** Only these rows. */
  readonly where?: string;
  /** What is removed of a row; the whole row unless given. */
  readonly clears?: string;
  /** The table with the rest of its rows, under the same numbers. */
  readonly beside?: string;
}

const bodyDays = 30;

/** Milliseconds that the body of an unresolved request is kept, where requests are kept so long. */
export const bodyKeptFor = (keepFor = keepRequestsFor): number => Math.min(bodyDays * day, keepFor);

/** How long everything is kept that goes by age; `listen` also makes room for newer deliveries. */
const kept: readonly Kept[] = [
  { table: 'requests', age: 'sent_at', days: 730, asRequests: 'same', where: 'open = 0' },
  // It contains personal data, and is useless once its key may be deleted and there was time to check.
  {
    table: 'requests',
    age: 'sent_at',
    days: bodyDays,
    asRequests: 'at most',
    where: 'open = 1 AND body NOT NULL',
    clears: 'body = NULL, body_dropped = 1',
  },
  { table: 'envelopes', age: 'first_at', days: 730, asRequests: 'same' },
  { table: 'envelope_states', age: 'read_at', days: 730, asRequests: 'same' },
  // Without its hashes the same file would send the row again.
  {
    table: 'run_rows',
    age: 'sent_at',
    days: 730,
    asRequests: 'same',
    where: 'status NOT NULL AND (body NOT NULL OR envelope NOT NULL)',
    clears: 'body = NULL, envelope = NULL',
  },
  {
    table: 'deliveries',
    age: 'at',
    days: 7,
    where: `NOT (${openRows})`,
    beside: 'delivery_bodies',
  },
  { table: 'events', age: 'at', days: 7, where: 'place NOT IN (SELECT place FROM deliveries)' },
  { table: 'seen_templates', age: 'looked_at', days: 180 },
  { table: 'wizard_notes', age: 'noted_at', days: 180 },
  { table: 'reported_events', age: 'reported_at', days: 180 },
  { table: 'rotations', age: 'kept_at', days: 1, where: 'completed = 1' },
  { table: 'rotations', age: 'kept_at', days: 30, where: 'completed = 0' },
];

const millisecondsOf = ({ days, asRequests }: Kept, keepFor: number): number =>
  asRequests === 'same' ? keepFor : asRequests === 'at most' ? Math.min(days * day, keepFor) : days * day;

/** How long requests with a known outcome are kept, in milliseconds, unless ESIGN_JOURNAL_DAYS says otherwise. */
const keepRequestsFor = 730 * day;

/**
 * Removes what is older than it is kept, once a day. `now`: milliseconds since 1970, by the earlier one of the clocks of
 * this machine and of a service, so that a wrong clock removes nothing. Best effort: the next process does it otherwise.
 */
export function removeOld(state: State, now: number, keepFor = keepRequestsFor): void {
  ifUsable(() => {
    if (!state.read((sql) => isDue(sql, now), false)) return;
    if (!state.write((sql) => isDue(sql, now) && noteDone(sql, now))) return;
    for (const each of kept) removeWhatIsOld(state, each, now - millisecondsOf(each, keepFor));
  }, undefined);
}

/** What is old is looked for in a read, which stops no other process; where nothing is, nothing is written. */
function removeWhatIsOld(state: State, { table, age, where = 'TRUE', clears, beside }: Kept, before: number): void {
  const isOld = `${where} AND ${age} < ?`;
  const find = `SELECT rowid AS place FROM ${table} WHERE ${isOld}`;
  const old = state.read((sql) => sql.all<{ place: number }>(find, before), []);
  writePages(state, old, (sql, page) => {
    const places = JSON.stringify(page.map(({ place }) => place));
    // Another process may have renewed one meanwhile.
    const these = `WHERE rowid IN (SELECT value FROM json_each(?)) AND ${isOld}`;
    if (beside !== undefined)
      sql.run(`DELETE FROM ${beside} WHERE rowid IN (SELECT rowid FROM ${table} ${these})`, places, before);
    const change = clears === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${clears}`;
    sql.run(`${change} ${these}`, places, before);
  });
}

function isDue(sql: Sqlite, now: number): boolean {
  const row = sql.get<{ value: string }>("SELECT value FROM marks WHERE name = 'retention'");
  const since = now - Number(row?.value ?? 'NaN');
  return !(since >= 0 && since < day);
}

/** Within a transaction: so that no other process does it too. */
function noteDone(sql: Sqlite, now: number): true {
  sql.run("INSERT OR REPLACE INTO marks (name, value) VALUES ('retention', ?)", String(now));
  return true;
}

/** Rows of a table, for `esign doctor`. */
export interface TableFacts {
  readonly table: string;
  readonly rows: number;
  /** When the first one was recorded, ISO 8601; null where its rows have no time. */
  readonly oldest: string | null;
  /** Null: until `esign forget` removes it, or something newer takes its place. */
  readonly keptForDays: number | null;
}

/** Ours only: the file may hold those of somebody else. */
const tables = migrations.flatMap((script) =>
  [...script.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? ''),
);

/** The tables that have rows. Throws JournalFailure. */
export function tableFacts(state: State, keepFor = keepRequestsFor): readonly TableFacts[] {
  return state.read((sql) => {
    return tables.flatMap((table): TableFacts[] => {
      const rows = sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0;
      const rule = kept.find((each) => each.table === table && each.clears === undefined);
      const first =
        rule === undefined
          ? undefined
          : sql.get<{ at: number }>(`SELECT ${rule.age} AS at FROM ${table} ORDER BY rowid LIMIT 1`);
      const keptForDays = rule === undefined ? null : Math.round(millisecondsOf(rule, keepFor) / day);
      const oldest = rows === 0 || first === undefined ? null : isoTime(first.at);
      return rows === 0 ? [] : [{ table, rows, oldest, keptForDays }];
    });
  }, []);
}
