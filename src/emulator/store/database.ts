/** The small part of SQLite that repositories use. Values are positional; blobs go in and out as Buffers. */
export type SqlValue = string | number | bigint | Buffer | null;

export interface SqlDatabase {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs a statement; answers how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number;
}
