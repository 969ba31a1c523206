import { createHash } from 'node:crypto';
import { isObject } from '../../core/platform/json.js';
import type { JsonPath } from '../../core/platform/json-pieces.js';
import { DataFileUnwritable, type LibsqlDatabase } from './database.js';
import type { SqlValue } from '../../core/platform/sqlite.js';
import { migrateFurther, startMigrating } from './migrate.js';
import { insertRow, replaceStore } from './replace-store.js';
import { createScratch, type ScratchFile } from './temporary-data.js';
import {
  type Names,
  refersToFiles,
  type Row,
  snapshotFormat,
  SnapshotDigest,
  SnapshotRefused,
  unnamed,
  valuesOf,
} from './snapshot-format.js';
import type { Store } from './store.js';
import { describeTable, type Table, tableNames } from './tables.js';

const members = ['format', 'schema', 'clock', 'tables', 'sequences', 'files'] as const;

/**
 * A snapshot that arrives part by part. It is gathered in a database of its own beside the data file, with the tables of
 * its time, which are then migrated; only a whole and undamaged one replaces the data.
 */
export class IncomingSnapshot {
  readonly #scratch: ScratchFile;
  readonly #sql: LibsqlDatabase;
  readonly #names: Names;
  readonly #digest = new SnapshotDigest();
  readonly #seen = new Set<string>();
  readonly #tables = new Map<string, Table>();
  #sequences: Readonly<Record<string, number>> = {};
  #sha256: unknown;
  #clock: { readonly frozen: boolean; readonly at: string } | null = null;

  constructor(store: Store, names: Names) {
    this.#names = names;
    this.#scratch = createScratch(store.path);
    this.#sql = this.#scratch.open();
    this.#sql.script(
      `BEGIN; CREATE TABLE snapshot_files (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
       CREATE TABLE snapshot_rows (sequence INTEGER PRIMARY KEY, name TEXT NOT NULL, row TEXT NOT NULL) STRICT;`,
    );
  }

  /** Whether the parts of this object or list come one by one. */
  enters(path: JsonPath, kind: 'object' | 'list'): boolean {
    const [member, name] = path;
    if (path.length === 0) return kind === 'object';
    if (path.length === 1) {
      const isOpened = kind === 'object' && (member === 'tables' || member === 'files');
      if (isOpened) this.#meet(String(member));
      return isOpened;
    }
    if (path.length > 2 || member !== 'tables' || kind !== 'list') return false;
    this.#startTable(String(name));
    return true;
  }

  /** Any other value. Small members have been validated. Throws SnapshotRefused. */
  take(path: JsonPath, value: unknown): void {
    const [member = '', name = ''] = path.map(String);
    if (path.length === 1 && member !== 'tables' && member !== 'files') return this.#takeMember(member, value);
    if (path.length === 2 && member === 'files') return this.#takeFile(name, value);
    if (path.length === 3 && member === 'tables' && isObject(value)) return this.#takeRow(name, value as Row);
    throw new SnapshotRefused(`the snapshot has no valid ${path.join('.') || 'content'}`);
  }

  /** All parts are there: checks the whole, and returns the clock. Throws SnapshotRefused. */
  finish(): { readonly frozen: boolean; readonly at: string } {
    const missing = members.find((member) => !this.#seen.has(member));
    if (missing !== undefined) throw new SnapshotRefused(`the snapshot has no ${missing}`);
    if (this.#sha256 !== this.#digest.end()) {
      throw new SnapshotRefused('the snapshot is damaged or was edited: its sha256 does not match its content');
    }
    const absent = tableNames(this.#sql).find((table) => !this.#tables.has(table));
    if (absent !== undefined) throw different(absent);
    guarded(() => {
      this.#insertWaiting();
      this.#sql.run('DELETE FROM sqlite_sequence');
      for (const [table, last] of Object.entries(this.#sequences)) {
        if (!this.#tables.has(table)) continue;
        this.#sql.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, last);
      }
      migrateFurther(this.#sql);
      this.#sql.script('COMMIT');
    });
    this.#sql.close();
    if (this.#clock === null) throw new SnapshotRefused('the snapshot has no clock');
    return this.#clock;
  }

  /** Replaces all data but the two initial keys, in one transaction. Throws SnapshotRefused, and then changes nothing. */
  replace(store: Store, keys: readonly string[]): void {
    guarded(() => replaceStore(store, this.#scratch.path, keys));
  }

  discard(): void {
    this.#scratch.discard();
  }

  #takeMember(member: string, value: unknown): void {
    if (member === 'sha256') {
      this.#sha256 = value;
      return;
    }
    this.#meet(member);
    this.#digest.add(member, JSON.stringify(value));
    if (member === 'format') this.#takeFormat(value);
    else if (member === 'schema') this.#takeSchema(value as readonly string[]);
    else if (member === 'clock') this.#clock = value as { readonly frozen: boolean; readonly at: string };
    else if (member === 'sequences') this.#sequences = value as Readonly<Record<string, number>>;
    else throw new SnapshotRefused(`the snapshot has an unknown member ${member}`);
  }

  #meet(member: string): void {
    if (this.#seen.has(member)) throw new SnapshotRefused(`the snapshot has two members ${member}`);
    this.#seen.add(member);
  }

  #takeFormat(value: unknown): void {
    if (value === snapshotFormat) return;
    const isNewer = typeof value === 'string' && /^esign-emulator-snapshot\/\d+$/.test(value);
    throw new SnapshotRefused(
      isNewer
        ? `the format of the snapshot is ${value}, of another version of esign`
        : `the format is not ${snapshotFormat}, so this is not a snapshot of the emulator`,
    );
  }

  #takeSchema(names: readonly string[]): void {
    try {
      startMigrating(this.#sql, names);
    } catch (error) {
      if (error instanceof DataFileUnwritable) throw error;
      throw new SnapshotRefused('the snapshot was created by another version of esign');
    }
  }

  #startTable(name: string): void {
    if (!this.#seen.has('format') || !this.#seen.has('schema')) {
      throw new SnapshotRefused('the tables of the snapshot come before its format and its schema');
    }
    if (!tableNames(this.#sql).includes(name) || this.#tables.has(name)) throw different(name);
    this.#tables.set(name, describeTable(this.#sql, name));
    this.#digest.add('tables', JSON.stringify(name));
  }

  #takeRow(table: string, given: Row): void {
    const json = JSON.stringify(given);
    this.#digest.add('tables', json);
    const row = json.includes('@@') ? (JSON.parse(unnamed(json, this.#names)) as Row) : given;
    guarded(() => {
      if (!refersToFiles(row))
        this.#insert(
          table,
          valuesOf(row, () => Buffer.alloc(0)),
        );
      else this.#sql.run('INSERT INTO snapshot_rows (name, row) VALUES (?, ?)', table, JSON.stringify(row));
    });
  }

  #takeFile(sha256: string, lines: unknown): void {
    if (!Array.isArray(lines)) throw new SnapshotRefused(`the file ${sha256} of the snapshot is not a list of lines`);
    const bytes = Buffer.from(lines.join(''), 'base64');
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new SnapshotRefused(`the file ${sha256} of the snapshot is damaged: its content has another SHA-256`);
    }
    this.#digest.add('files', JSON.stringify(sha256));
    guarded(() => this.#sql.run('INSERT INTO snapshot_files VALUES (?, ?)', sha256, bytes));
  }

  /** The rows that refer to files, which come last. */
  #insertWaiting(): void {
    const next = 'SELECT sequence, name, row FROM snapshot_rows WHERE sequence > ? ORDER BY sequence LIMIT 1';
    const file = (sha256: string): Buffer => {
      const found = this.#sql.get<{ bytes: Buffer }>('SELECT bytes FROM snapshot_files WHERE sha256 = ?', sha256);
      if (found === undefined) throw new SnapshotRefused(`the snapshot lacks the file ${sha256}`);
      return found.bytes;
    };
    interface Waiting {
      readonly sequence: number;
      readonly name: string;
      readonly row: string;
    }
    let found = this.#sql.get<Waiting>(next, 0);
    for (; found !== undefined; found = this.#sql.get<Waiting>(next, found.sequence)) {
      this.#insert(found.name, valuesOf(JSON.parse(found.row) as Row, file));
    }
  }

  #insert(table: string, row: Readonly<Record<string, SqlValue>>): void {
    const strange = Object.keys(row).find((name) => this.#tables.get(table)?.columns.includes(name) !== true);
    if (strange !== undefined) throw new SnapshotRefused(`the table ${table} has no column ${strange}`);
    insertRow(this.#sql, table, row);
  }
}

/** What SQLite refuses is the fault of the snapshot, unless it is that of the disk. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SnapshotRefused || error instanceof DataFileUnwritable) throw error;
    throw new SnapshotRefused(`the snapshot is inconsistent: ${error instanceof Error ? error.message : ''}`);
  }
}

const different = (table: string): SnapshotRefused =>
  new SnapshotRefused(`the tables of the snapshot differ from those of this esign (${table})`);
