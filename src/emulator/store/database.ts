import { statSync } from 'node:fs';
import type Database from 'libsql';
import { systemCode } from '../../platform/durable-file.js';
import { loadNative } from '../../platform/native-package.js';

/** The small part of SQLite that repositories use. Values are positional; blobs are Buffers. */
export type SqlValue = string | number | bigint | Buffer | null;

export interface SqlDatabase {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number;
  /**
   * The cached result of `read` from tables that rarely change: organisations, brands, keys, templates, settings. It is
   * read again after a write to one of them or a rollback. The value must not be changed.
   */
  remembered<Value>(name: string, read: () => Value): Value;
  /** A value derived from an immutable object, such as a cached one: computed once per object. */
  derived<Value>(from: object, make: () => Value): Value;
}

/** Reasons to reject a data file: in use by another emulator, not a data file, or from a newer esign. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
  readonly code: 'in_use' | 'not_ours' | 'newer' | 'unusable';

  constructor(code: DataFileRefused['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The disk rejects a write: nothing of it was stored, and stored data can still be read. */
export class DataFileUnwritable extends Error {
  override readonly name = 'DataFileUnwritable';

  constructor(path: string, why: string, cause: unknown) {
    super(`${why}, so nothing was stored in ${path}. Free some disk space and try again. Reading still works.`, {
      cause,
    });
  }
}

/** Milliseconds that a start waits for the file: a killed emulator releases it within that time. */
const lockWait = 2_000;

/** Values cached in memory; a template is by far the largest. */
const maxRemembered = 100;

/** Tables that change rarely and are read by nearly every request. */
const remembered = new Set(['organisations', 'brands', 'api_keys', 'templates', 'template_documents', 'settings']);
const written = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)/i;

interface Prepared {
  readonly statement: Database.Statement;
  /** Whether it writes to a cached table. */
  readonly changes: boolean;
  /** The names of its columns, once it is read from. */
  columns: readonly string[] | null;
}

const durable = [
  // Exclusive locking also keeps the index of the log in memory, so that a kill leaves no stale one.
  'locking_mode = EXCLUSIVE',
  // A write changes a few rows of half a kilobyte in several tables; with pages of 4 KiB it would write 2.5 times
  // as much. The larger log is checkpointed less often. Applies to new files only.
  'page_size = 1024',
  'journal_mode = WAL',
  'wal_autocheckpoint = 16000',
  'synchronous = FULL',
  'foreign_keys = ON',
];

/** One connection with its prepared statements. */
export class LibsqlDatabase implements SqlDatabase {
  readonly #database: Database.Database;
  readonly #path: string;
  readonly #statements = new Map<string, Prepared>();
  readonly #remembered = new Map<string, unknown>();
  readonly #derived = new WeakMap<object, unknown>();

  /**
   * Opens or creates the file for this process only; every commit is on disk when it returns, unless `settings` are
   * those of a file that no crash needs to leave usable. Throws DataFileRefused and NativePackageMissing.
   */
  constructor(path: string, settings: readonly string[] = durable) {
    this.#path = path;
    refuseEmptied(path);
    const Driver = loadNative('libsql') as typeof Database;
    try {
      this.#database = new Driver(path, { timeout: lockWait });
      for (const pragma of settings) {
        this.#database.prepare(`PRAGMA ${pragma}`).all([]);
      }
      this.#database.exec('BEGIN EXCLUSIVE; COMMIT;');
    } catch (error) {
      throw refusal(path, error);
    }
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const { statement, columns } = this.#reader(sql);
    const cells = statement.get(bound(values)) as readonly unknown[] | undefined;
    return cells === undefined ? undefined : (rowOf(columns, cells) as Row);
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const { statement, columns } = this.#reader(sql);
    return statement.all(bound(values)).map((cells) => rowOf(columns, cells as readonly unknown[])) as Row[];
  }

  run(sql: string, ...values: SqlValue[]): number {
    const { statement, changes } = this.#prepared(sql);
    if (changes) this.#remembered.clear();
    return this.#writing(() => statement.run(bound(values)).changes);
  }

  remembered<Value>(name: string, read: () => Value): Value {
    if (this.#remembered.has(name)) return this.#remembered.get(name) as Value;
    const value = read();
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(name, value);
    return value;
  }

  derived<Value>(from: object, make: () => Value): Value {
    if (this.#derived.has(from)) return this.#derived.get(from) as Value;
    const value = make();
    this.#derived.set(from, value);
    return value;
  }

  /** Runs a script of several statements. */
  script(sql: string): void {
    this.#remembered.clear();
    this.#writing(() => this.#database.exec(sql));
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Rolls back a transaction; SQLite does so itself after some failures, such as a full disk. */
  rollback(): void {
    this.#remembered.clear();
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** Copies the log into the file, so that a copy of the file alone is complete. */
  checkpoint(): void {
    this.#writing(() => this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]));
  }

  #writing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = systemCode(error) ?? '';
      const why = code === 'SQLITE_FULL' ? 'The disk is full' : 'The disk cannot be written to';
      if (code === 'SQLITE_FULL' || code === 'SQLITE_READONLY' || code.startsWith('SQLITE_IOERR')) {
        throw new DataFileUnwritable(this.#path, why, error);
      }
      throw error;
    }
  }

  close(): void {
    if (!this.#database.open) return;
    this.#statements.clear();
    // The driver keeps the file open until its statements are collected, so the lock is released by hand. SQLite does
    // that only outside WAL, and at the next access.
    try {
      for (const pragma of ['journal_mode = DELETE', 'locking_mode = NORMAL', 'schema_version']) {
        this.#writing(() => this.#database.prepare(`PRAGMA ${pragma}`).all([]));
      }
    } catch (error) {
      // On a full disk the log stays, and the next start reads both.
      if (!(error instanceof DataFileUnwritable)) throw error;
    } finally {
      this.#database.close();
    }
  }

  /** Rows come as lists of cells, since the driver adds a property and its time of measuring to each object. */
  #reader(sql: string): { readonly statement: Database.Statement; readonly columns: readonly string[] } {
    const prepared = this.#prepared(sql);
    prepared.columns ??= prepared.statement
      .raw()
      .columns()
      .map(({ name }) => name);
    return { statement: prepared.statement, columns: prepared.columns };
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const changes = remembered.has(written.exec(sql)?.[1] ?? '');
    const made: Prepared = { statement: this.#database.prepare(sql), changes, columns: null };
    this.#statements.set(sql, made);
    return made;
  }
}

/**
 * The driver aborts the process on an unknown type, and reads a text only up to its first U+0000, so both are rejected.
 */
function bound(values: SqlValue[]): SqlValue[] {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0')) throw new TypeError('a text with U+0000 cannot be stored');
    } else if (typeof value !== 'number' && typeof value !== 'bigint' && value !== null && !Buffer.isBuffer(value)) {
      throw new TypeError(`a value of type ${typeof value} cannot be stored`);
    }
  }
  return values;
}

/** The driver returns blobs of lists as ArrayBuffers. */
function rowOf(columns: readonly string[], cells: readonly unknown[]): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [at, name] of columns.entries()) {
    const cell = cells[at];
    row[name] = cell instanceof ArrayBuffer ? Buffer.from(cell) : cell;
  }
  return row;
}

/** SQLite discards the log of an empty file, and everything since the last checkpoint with it. */
function refuseEmptied(path: string): void {
  const sizeOf = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(path) > 0 || sizeOf(`${path}-wal`) === 0) return;
  const why = `${path} is empty, but ${path}-wal contains its data`;
  throw new DataFileRefused(
    'unusable',
    `${why}. Restore both from a backup, or delete both to start with an empty database`,
  );
}

function refusal(path: string, error: unknown): DataFileRefused {
  const code = systemCode(error) ?? '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new DataFileRefused('in_use', `another emulator is running on ${path}`, error);
  }
  if (code.startsWith('SQLITE_NOTADB')) {
    return new DataFileRefused('not_ours', `${path} is not a data file of the emulator`, error);
  }
  const why = error instanceof Error ? error.message : String(error);
  return new DataFileRefused('unusable', `the data file ${path} cannot be used: ${why}`, error);
}
