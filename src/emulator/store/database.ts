import { statSync } from 'node:fs';
import Database from 'libsql';
import { systemCode } from '../../platform/durable-file.js';

/** The small part of SQLite that repositories use. Values are positional; blobs go in and out as Buffers. */
export type SqlValue = string | number | bigint | Buffer | null;

export interface SqlDatabase {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs a statement; answers how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /**
   * What `read` answers from tables that rarely change: organisations, brands, keys, templates, settings. It is read once,
   * until one of these tables is written to or anything is undone. The value must not be changed.
   */
  remembered<Value>(name: string, read: () => Value): Value;
  /** What follows from an object that never changes, such as a remembered one: made once, for as long as it lives. */
  derived<Value>(from: object, make: () => Value): Value;
}

/** What a data file can be refused for: another emulator has it open, it is no data file, or a newer esign made it. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
  readonly code: 'in_use' | 'not_ours' | 'newer' | 'unusable';

  constructor(code: DataFileRefused['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The disk does not take what is to be stored: nothing of it was, and what is stored can still be read. */
export class DataFileUnwritable extends Error {
  override readonly name = 'DataFileUnwritable';

  constructor(path: string, why: string, cause: unknown) {
    super(`${why}, so nothing was stored in ${path}. Free some disk space and try again. Reading still works.`, {
      cause,
    });
  }
}

/** Milliseconds that a start waits for the file: a killed emulator lets go of it within that time. */
const lockWait = 2_000;

/** Values kept in memory; a template is by far the largest. */
const maxRemembered = 100;

/** What changes rarely and is read by nearly every request. */
const remembered = new Set(['organisations', 'brands', 'api_keys', 'templates', 'settings']);
const written = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)/i;

interface Prepared {
  readonly statement: Database.Statement;
  /** Whether it writes to a remembered table. */
  readonly changes: boolean;
}

/** One connection with its statements prepared once. */
export class LibsqlDatabase implements SqlDatabase {
  readonly #database: Database.Database;
  readonly #path: string;
  readonly #statements = new Map<string, Prepared>();
  readonly #remembered = new Map<string, unknown>();
  readonly #derived = new WeakMap<object, unknown>();

  /** Opens or creates the file for this process alone; every commit is on disk when it returns. */
  constructor(path: string) {
    this.#path = path;
    refuseEmptied(path);
    try {
      this.#database = new Database(path, { timeout: lockWait });
      // Exclusive locking also keeps the index of the log in memory, so that a kill leaves nothing stale behind.
      for (const pragma of [
        'locking_mode = EXCLUSIVE',
        // A write changes a few rows of half a kilobyte in several tables; with pages of 4 KiB it writes 2.5 times as
        // much. The larger log is brought over less often. Counts for new files only.
        'page_size = 1024',
        'journal_mode = WAL',
        'wal_autocheckpoint = 8000',
        'synchronous = FULL',
        'foreign_keys = ON',
      ]) {
        this.#database.prepare(`PRAGMA ${pragma}`).all([]);
      }
      this.#database.exec('BEGIN EXCLUSIVE; COMMIT;');
    } catch (error) {
      throw refusal(path, error);
    }
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#prepared(sql).statement.get(bound(values));
    return row === undefined ? undefined : (normalizeRow(row) as Row);
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepared(sql).statement.all(bound(values)).map(normalizeRow) as Row[];
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

  /** Undoes a transaction; SQLite has done so by itself after some failures, such as a full disk. */
  rollback(): void {
    this.#remembered.clear();
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** Brings everything from the log into the file, so that a copy of the file alone is whole. */
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
    // The driver holds on to the file until its statements are collected, so the lock is given back by hand. SQLite does
    // that only outside WAL, and at the next look at the file.
    try {
      for (const pragma of ['journal_mode = DELETE', 'locking_mode = NORMAL', 'schema_version']) {
        this.#writing(() => this.#database.prepare(`PRAGMA ${pragma}`).all([]));
      }
    } catch (error) {
      // On a full disk the log stays beside the file, and the next start reads both.
      if (!(error instanceof DataFileUnwritable)) throw error;
    } finally {
      this.#database.close();
    }
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const changes = remembered.has(written.exec(sql)?.[1] ?? '');
    const made = { statement: this.#database.prepare(sql), changes };
    this.#statements.set(sql, made);
    return made;
  }
}

/**
 * The driver aborts the whole process on a type that it does not know, and reads a text only as far as its first
 * U+0000, so neither may reach it.
 */
function bound(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => {
    const known = value === null || ['string', 'number', 'bigint'].includes(typeof value) || Buffer.isBuffer(value);
    if (!known) throw new TypeError(`a value of type ${typeof value} cannot be stored`);
    if (typeof value === 'string' && value.includes('\0')) throw new TypeError('a text with U+0000 cannot be stored');
    return value;
  });
}

/** The driver adds a property of its own to single rows and gives blobs as ArrayBuffers. */
function normalizeRow(row: unknown): unknown {
  const entries = Object.entries(row as Record<string, unknown>);
  const kept = entries.filter(([name]) => name !== '_metadata');
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof ArrayBuffer ? Buffer.from(value) : value]),
  );
}

/** SQLite throws away the log of a file that is empty, and everything since the last checkpoint with it. */
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
