import type Database from 'libsql';
import { loadNative } from './native-package.js';

/** What a statement takes and returns. Values are positional; blobs are Buffers. */
export type SqlValue = string | number | bigint | Buffer | null;

interface Prepared {
  readonly statement: Database.Statement;
  /** The names of its columns, once it is read from. */
  columns: readonly string[] | null;
}

/**
 * One connection to a SQLite file with its prepared statements: the only place that knows the driver. Throws what the
 * driver throws, an error whose `code` begins with `SQLITE_`.
 */
export class Sqlite {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();

  /**
   * Opens the file, or creates it. `wait`: the milliseconds to wait for another process that holds it. Throws
   * NativePackageMissing and NativePackageRefused.
   */
  constructor(path: string, wait: number) {
    const Driver = loadNative('libsql') as typeof Database;
    this.#database = new Driver(path, { timeout: wait });
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const { statement, columns } = this.#reader(sql);
    const cells = statement.get(bound(values)) as readonly unknown[] | undefined;
    return cells === undefined ? undefined : (rowOf(columns, cells) as Row);
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const { statement, columns } = this.#reader(sql);
    return statement.all(bound(values)).map((cells) => rowOf(columns, cells as readonly unknown[])) as Row[];
  }

  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#prepared(sql).statement.run(bound(values)).changes;
  }

  /** Runs a script of several statements. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  /** Sets or reads a setting of SQLite; returns its first value. */
  pragma(setting: string): unknown {
    const [row] = this.#database.prepare(`PRAGMA ${setting}`).all([]) as readonly Readonly<Record<string, unknown>>[];
    return row === undefined ? undefined : Object.values(row)[0];
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  get isOpen(): boolean {
    return this.#database.open;
  }

  /** The driver keeps the file open until its statements are collected. */
  close(): void {
    this.#statements.clear();
    this.#database.close();
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
    const made: Prepared = { statement: this.#database.prepare(sql), columns: null };
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
