import type { SqlDatabase } from './database.js';

/** The durable state, one file. Repositories are made over it, one per aggregate, and hold no state of their own. */
export interface Store {
  readonly sql: SqlDatabase;
  /** Runs `work` in one transaction: all of it is on disk when this returns, or none. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}
