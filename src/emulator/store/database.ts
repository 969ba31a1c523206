import { statSync } from 'node:fs';
import { systemCode } from '../../core/platform/durable-file.js';
import { NativePackageTrouble } from '../../core/platform/native-package.js';
import { Sqlite, type SqlValue } from '../../core/platform/sqlite.js';
import { Refusal } from '../domain/refusal.js';

/** The small part of SQLite that repositories use. */
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

/** Reasons to reject a data file: in use by another emulator, not a data file, or from a newer esign or one before 1.0.0. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
  readonly code: 'in_use' | 'not_ours' | 'newer' | 'older' | 'unusable';

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

/** The data file: one connection, and values cached until a table that they come from changes. */
export class LibsqlDatabase implements SqlDatabase {
  readonly #sqlite: Sqlite;
  readonly #path: string;
  /** Whether a statement writes to a cached table. */
  readonly #changes = new Map<string, boolean>();
  readonly #remembered = new Map<string, unknown>();
  readonly #derived = new WeakMap<object, unknown>();

  /**
   * Opens or creates the file for this process only; every commit is on disk when it returns, unless `settings` are
   * those of a file that no crash needs to leave usable. Throws DataFileRefused and NativePackageMissing.
   */
  constructor(path: string, settings: readonly string[] = durable) {
    this.#path = path;
    refuseEmptied(path);
    try {
      this.#sqlite = new Sqlite(path, lockWait);
      for (const pragma of settings) this.#sqlite.pragma(pragma);
      this.#sqlite.script('BEGIN EXCLUSIVE; COMMIT;');
    } catch (error) {
      throw error instanceof NativePackageTrouble ? error : refusal(path, error);
    }
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#sqlite.get(sql, ...values.map(askable));
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#sqlite.all(sql, ...values.map(askable));
  }

  run(sql: string, ...values: SqlValue[]): number {
    if (values.some(hasNull)) throw new Refusal('invalid_request', 'A text must not contain the character U+0000.');
    let changes = this.#changes.get(sql);
    if (changes === undefined) this.#changes.set(sql, (changes = remembered.has(written.exec(sql)?.[1] ?? '')));
    if (changes) this.#remembered.clear();
    return this.#writing(() => this.#sqlite.run(sql, ...values));
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
    this.#writing(() => this.#sqlite.script(sql));
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** Rolls back a transaction; SQLite does so itself after some failures, such as a full disk. */
  rollback(): void {
    this.#remembered.clear();
    if (this.#sqlite.inTransaction) this.#sqlite.script('ROLLBACK');
  }

  /** Copies the log into the file, so that a copy of the file alone is complete. */
  checkpoint(): void {
    this.#writing(() => this.#sqlite.pragma('wal_checkpoint(TRUNCATE)'));
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
    if (!this.#sqlite.isOpen) return;
    // The driver releases the lock when its statements are collected, so it is released by hand. SQLite does that only
    // outside WAL, and at the next access.
    try {
      for (const pragma of ['journal_mode = DELETE', 'locking_mode = NORMAL', 'schema_version']) {
        this.#writing(() => this.#sqlite.pragma(pragma));
      }
    } catch (error) {
      // On a full disk the log stays, and the next start reads both.
      if (!(error instanceof DataFileUnwritable)) throw error;
    } finally {
      this.#sqlite.close();
    }
  }
}

const hasNull = (value: SqlValue): value is string => typeof value === 'string' && value.includes('\0');

/** No stored text contains U+0000: what takes its place is not found either. */
const askable = (value: SqlValue): SqlValue => (hasNull(value) ? value.replaceAll('\0', '\uFFFD') : value);

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
