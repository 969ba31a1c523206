import { createHash } from 'node:crypto';
import type { LibsqlDatabase } from './database.js';
import type { SqlValue } from '../../core/platform/sqlite.js';
import { createScratch, type ScratchFile } from './temporary-data.js';
import { named, rowOf, snapshotFormat, SnapshotDigest, type SnapshotPlace } from './snapshot-format.js';
import type { Store } from './store.js';
import { describeTable, migrationsOf, quoted, tableNames } from './tables.js';

export interface SnapshotParts {
  readonly place: SnapshotPlace;
  readonly clock: { readonly frozen: boolean; readonly at: string };
}

/** The data as it is at this moment, in a file of its own that nothing changes any more. */
export function copyStore(store: Store): ScratchFile {
  store.commitNow(() => undefined);
  const copy = createScratch(store.path);
  try {
    store.sql.run('VACUUM INTO ?', copy.path);
  } catch (error) {
    copy.discard();
    throw error;
  }
  return copy;
}

/** The text of a snapshot (snapshot-format.ts), in parts of at most one row or a megabyte of a file. */
export function* snapshotText(copy: ScratchFile, { place, clock }: SnapshotParts): Generator<string, void> {
  const sql = copy.open();
  const digest = new SnapshotDigest();
  const member = (name: string, value: unknown): string => {
    digest.add(name, JSON.stringify(value));
    return `  ${JSON.stringify(name)}: ${indented(value, 1)},\n`;
  };
  const tables = tableNames(sql);
  yield `{\n${member('format', snapshotFormat)}${member('schema', migrationsOf(sql))}${member('clock', clock)}`;
  sql.script('CREATE TABLE snapshot_files (sha256 TEXT PRIMARY KEY, place TEXT NOT NULL) STRICT');
  yield '  "tables": {';
  for (const [index, table] of tables.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(table)}: `;
    digest.add('tables', JSON.stringify(table));
    yield* listText(rowTexts(sql, table, place, digest));
  }
  yield '\n  },\n';
  const sequences = sql.all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence ORDER BY name');
  yield member('sequences', Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])));
  yield* filesText(sql, digest);
  yield `,\n  "sha256": ${JSON.stringify(digest.end())}\n}\n`;
}

/** As JSON.stringify does it with two spaces, within `depth` levels. */
const indented = (value: unknown, depth: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);

function* listText(items: Iterable<string>): Generator<string, void> {
  let isEmpty = true;
  for (const item of items) {
    yield `${isEmpty ? '[' : ','}\n      ${item}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : '\n    ]';
}

function* rowTexts(
  sql: LibsqlDatabase,
  table: string,
  place: SnapshotPlace,
  digest: SnapshotDigest,
): Generator<string, void> {
  for (const { row, rowId } of rowsOf(sql, table)) {
    if (table === 'api_keys' && place.keys.includes(String(row['id']))) continue;
    const keep = (column: string, bytes: Buffer): string => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      sql.run('INSERT OR IGNORE INTO snapshot_files VALUES (?, ?)', sha256, JSON.stringify([table, column, rowId]));
      return sha256;
    };
    const own: unknown = JSON.parse(named(JSON.stringify(rowOf(row, rowId === null ? null : keep)), place));
    digest.add('tables', JSON.stringify(own));
    yield indented(own, 3);
  }
}

interface StoredRow {
  readonly row: Readonly<Record<string, SqlValue>>;
  readonly rowId: number | null;
}

/** One after another, in their order: the driver reads a hundred rows ahead, each of which may hold a document. */
function* rowsOf(sql: LibsqlDatabase, table: string): Generator<StoredRow, void> {
  const { order, hasRowId } = describeTable(sql, table);
  const by = order.map(quoted).join(', ');
  const select = `SELECT ${hasRowId ? 'rowid AS "@rowid", ' : ''}* FROM ${quoted(table)}`;
  const after = `${select} WHERE (${by}) > (${order.map(() => '?').join(', ')}) ORDER BY ${by} LIMIT 1`;
  let found = sql.get<Record<string, SqlValue>>(`${select} ORDER BY ${by} LIMIT 1`);
  while (found !== undefined) {
    const { '@rowid': rowId = null, ...row } = found;
    yield { row, rowId: rowId === null ? null : Number(rowId) };
    const last = hasRowId ? [rowId] : order.map((name) => row[name] ?? null);
    found = sql.get(after, ...last);
  }
}

const bytesOfLine = 75;
const linesAtOnce = 8192;

function* filesText(sql: LibsqlDatabase, digest: SnapshotDigest): Generator<string, void> {
  yield '  "files": {';
  const next = 'SELECT sha256, place FROM snapshot_files WHERE sha256 > ? ORDER BY sha256 LIMIT 1';
  let found = sql.get<{ sha256: string; place: string }>(next, '');
  const isEmpty = found === undefined;
  for (let isFirst = true; found !== undefined; isFirst = false) {
    const { sha256, place } = found;
    digest.add('files', JSON.stringify(sha256));
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(sha256)}: [\n`;
    yield* linesText(bytesAt(sql, place));
    yield '\n    ]';
    found = sql.get(next, sha256);
  }
  yield isEmpty ? '}' : '\n  }';
}

function bytesAt(sql: LibsqlDatabase, place: string): Buffer {
  const [table, column, rowId] = JSON.parse(place) as readonly [string, string, number];
  const select = `SELECT ${quoted(column)} AS bytes FROM ${quoted(table)} WHERE rowid = ?`;
  return sql.get<{ bytes: Buffer }>(select, rowId)?.bytes ?? Buffer.alloc(0);
}

function* linesText(bytes: Buffer): Generator<string, void> {
  for (let from = 0; from < bytes.length; from += bytesOfLine * linesAtOnce) {
    const base64 = bytes.subarray(from, from + bytesOfLine * linesAtOnce).toString('base64');
    const lines = base64.replace(/.{1,100}/g, '      "$&",\n');
    yield from + bytesOfLine * linesAtOnce < bytes.length ? lines : lines.slice(0, -2);
  }
}
