import { chmodSync, closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderAtOnce } from '../../platform/durable-file.js';
import { DataFileUnwritable, LibsqlDatabase, type SqlDatabase } from './database.js';
import { migrate } from './migrate.js';

/** The durable state, one file. Repositories are made over it, one per aggregate, and hold no state of their own. */
export interface Store {
  readonly sql: SqlDatabase;
  /** Runs `work` in one transaction: all of it is on disk when this returns, or none. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /** Brings everything into the one file, so that a copy of it alone is whole. */
  checkpoint(): void;
  close(): void;
}

/** The store of a running emulator, which also tells the scheduler when a transaction is on disk. */
export interface OpenStore extends Store {
  /** Calls `listener` after every outermost transaction that was committed. */
  afterCommit(listener: () => void): void;
}

/**
 * Opens the data file, or creates it with mode 0600 in a folder of mode 0700, and brings its tables up to date.
 * Throws DataFileRefused when another emulator uses it, or when it is not the emulator's.
 */
export function openStore(path: string): OpenStore {
  makeFolderAtOnce(dirname(path), 0o700);
  createPrivately(path);
  const database = new LibsqlDatabase(path);
  const listeners: (() => void)[] = [];
  let depth = 0;

  const transaction = <T>(work: () => T): T => {
    if (depth > 0) return work();
    database.run('BEGIN IMMEDIATE');
    depth = 1;
    let result: T;
    try {
      result = work();
      if (result instanceof Promise) throw new TypeError('a transaction cannot wait for anything');
      database.run('COMMIT');
    } catch (error) {
      database.rollback();
      throw error;
    } finally {
      depth = 0;
    }
    for (const listener of listeners) listener();
    return result;
  };

  try {
    migrate(database, transaction, path);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    sql: database,
    transaction,
    afterCommit: (listener) => listeners.push(listener),
    checkpoint: () => {
      if (depth > 0) return;
      try {
        database.checkpoint();
      } catch (error) {
        // What is in the log stays there, and is read from there.
        if (!(error instanceof DataFileUnwritable)) throw error;
      }
    },
    close: () => database.close(),
  };
}

/** Never opens a file that is there: closing it again would take away the locks that this process holds on it. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
  }
}
