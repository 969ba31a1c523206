import { createHash } from 'node:crypto';
import type { SqlDatabase, SqlValue } from './database.js';
import type { Store } from './store.js';

/**
 * The whole data file as a value for a text file that can be compared line by line. The first organisation, its default
 * brand and the emulator's URL are replaced by names, so that it fits every emulator; the two initial keys are not
 * included, so that their holders keep them.
 */
export interface Snapshot {
  readonly format: typeof snapshotFormat;
  /** The migrations of the tables. */
  readonly schema: readonly string[];
  readonly clock: { readonly frozen: boolean; readonly at: string };
  /** Each table's rows in key order. */
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  /** The last number of each table. */
  readonly sequences: Readonly<Record<string, number>>;
  /** Documents and other bytes as lines of base64, by the SHA-256 of their content. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

export const snapshotFormat = 'esign-emulator-snapshot/2';

type Row = Readonly<Record<string, Cell>>;
/** Text with JSON is stored as that JSON, bytes with JSON or text as that JSON or text. */
type Cell =
  | string
  | number
  | null
  | { readonly json: unknown }
  | { readonly json_bytes: unknown }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly file: string };

/** Values that differ between emulators. */
export interface Place {
  readonly organisation: string;
  readonly brand: string;
  readonly address: string;
  /** The IDs of the two initial keys. */
  readonly keys: readonly string[];
}

/** A snapshot that cannot be restored; the message says why. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

/** The emulator's own tables, and those of SQLite. */
const apart = new Set(['migrations', 'settings', 'sqlite_sequence']);
/** Up to this many bytes are stored inline. */
const short = 64;

export function takeSnapshot(store: Store, place: Place, clock: Snapshot['clock']): Snapshot {
  store.checkpoint();
  const { sql } = store;
  const files = new Map<string, readonly string[]>();
  const tables = tableNames(sql).map((table): [string, readonly Row[]] => {
    const rows = sql.all<Record<string, SqlValue>>(`SELECT * FROM ${quoted(table)} ORDER BY ${orderOf(sql, table)}`);
    const own = table === 'api_keys' ? rows.filter((row) => !place.keys.includes(String(row['id']))) : rows;
    return [table, own.map((row) => rowOf(row, files))];
  });
  const sequences = sql.all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence ORDER BY name');
  return {
    format: snapshotFormat,
    schema: schemaOf(sql),
    clock,
    tables: rewritten(Object.fromEntries(tables), (text) => named(text, place)),
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
    files: Object.fromEntries([...files].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/**
 * Replaces all data with a snapshot, in one transaction. Throws SnapshotRefused for one of another esign, and for an
 * inconsistent one.
 */
export function restoreSnapshot(store: Store, place: Place, snapshot: Snapshot): void {
  const { sql } = store;
  if (JSON.stringify(schemaOf(sql)) !== JSON.stringify(snapshot.schema)) {
    throw new SnapshotRefused('the snapshot was created by another version of esign');
  }
  const tables = rewritten(snapshot.tables, (text) => unnamed(text, place));
  const known = tableNames(sql);
  if (JSON.stringify(Object.keys(tables).toSorted()) !== JSON.stringify(known)) {
    throw new SnapshotRefused('the tables of the snapshot differ from those of this esign');
  }
  try {
    store.commitNow(() => {
      sql.run('PRAGMA defer_foreign_keys = ON');
      const keys = sql
        .all<Record<string, SqlValue>>('SELECT * FROM api_keys')
        .filter(({ id }) => place.keys.includes(String(id)));
      for (const table of known) sql.run(`DELETE FROM ${quoted(table)}`);
      for (const table of known) for (const row of tables[table] ?? []) insert(sql, table, valuesOf(row, snapshot));
      for (const row of keys) insert(sql, 'api_keys', row);
      sql.run('DELETE FROM sqlite_sequence');
      for (const [table, last] of Object.entries(snapshot.sequences)) {
        if (known.includes(table)) sql.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, last);
      }
    });
  } catch (error) {
    if (error instanceof SnapshotRefused) throw error;
    throw new SnapshotRefused(`the snapshot is inconsistent: ${error instanceof Error ? error.message : ''}`);
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const schemaOf = (sql: SqlDatabase): readonly string[] =>
  sql.all<{ name: string }>('SELECT name FROM migrations ORDER BY name').map(({ name }) => name);

const tableNames = (sql: SqlDatabase): readonly string[] =>
  sql
    .all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .map(({ name }) => name)
    .filter((name) => !apart.has(name));

const columnsOf = (sql: SqlDatabase, table: string): readonly { readonly name: string; readonly pk: number }[] =>
  sql.all<{ name: string; pk: number }>(`PRAGMA table_info(${quoted(table)})`);

const orderOf = (sql: SqlDatabase, table: string): string =>
  columnsOf(sql, table)
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => quoted(name))
    .join(', ') || 'rowid';

function rowOf(row: Readonly<Record<string, SqlValue>>, files: Files): Row {
  const cells = Object.entries(row).map(([name, value]): [string, Cell] => [name, cellOf(value, files)]);
  return Object.fromEntries(cells.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** By the SHA-256 of their content. */
type Files = Map<string, readonly string[]>;

function cellOf(value: SqlValue, files: Files): Cell {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') {
    const json = jsonIn(value);
    return json === undefined ? value : { json };
  }
  if (value.length <= short) return { base64: value.toString('base64') };
  const text = value.toString('utf8');
  if (!text.includes('\0') && Buffer.from(text, 'utf8').equals(value)) {
    const json = jsonIn(text);
    return json === undefined ? { text } : { json_bytes: json };
  }
  const sha256 = createHash('sha256').update(value).digest('hex');
  files.set(sha256, linesOf(value.toString('base64')));
  return { file: sha256 };
}

const linesOf = (base64: string): readonly string[] => base64.match(/.{1,100}/g) ?? [];

/** JSON of several parts, if the text is exactly that JSON. */
function jsonIn(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return JSON.stringify(json) === text ? json : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(row: Row, { files }: Snapshot): Readonly<Record<string, SqlValue>> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, valueOf(cell, files)]));
}

function valueOf(cell: Cell, files: Snapshot['files']): SqlValue {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  if (typeof cell !== 'object') throw new SnapshotRefused('a cell of the snapshot has no value');
  if ('json' in cell) return JSON.stringify(cell.json);
  if ('json_bytes' in cell) return Buffer.from(JSON.stringify(cell.json_bytes), 'utf8');
  if ('text' in cell) return Buffer.from(cell.text, 'utf8');
  if ('base64' in cell) return Buffer.from(cell.base64, 'base64');
  const lines = Object.hasOwn(files, cell.file) ? files[cell.file] : undefined;
  if (!Array.isArray(lines)) throw new SnapshotRefused(`the snapshot lacks the file ${cell.file}`);
  return Buffer.from(lines.join(''), 'base64');
}

function insert(sql: SqlDatabase, table: string, row: Readonly<Record<string, SqlValue>>): void {
  const known = columnsOf(sql, table).map(({ name }) => name);
  const names = Object.keys(row);
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) throw new SnapshotRefused(`the table ${table} has no column ${strange}`);
  const marks = names.map(() => '?').join(', ');
  sql.run(
    `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${marks})`,
    ...names.map((name) => row[name] ?? null),
  );
}

const organisationName = '@@organisation@@';
const brandName = '@@brand@@';
const addressName = '@@address@@';

const named = (text: string, { organisation, brand, address }: Place): string =>
  text.replaceAll(organisation, organisationName).replaceAll(brand, brandName).replaceAll(address, addressName);

const unnamed = (text: string, { organisation, brand, address }: Place): string =>
  text.replaceAll(organisationName, organisation).replaceAll(brandName, brand).replaceAll(addressName, address);

/** IDs and URLs need no JSON escapes, so they can be searched as text. */
const rewritten = (tables: Snapshot['tables'], change: (text: string) => string): Snapshot['tables'] =>
  JSON.parse(change(JSON.stringify(tables))) as Snapshot['tables'];
