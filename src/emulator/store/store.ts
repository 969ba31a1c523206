import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderAtOnce, reason, systemCode } from '../../core/platform/durable-file.js';
import { DataFileRefused, DataFileUnwritable, LibsqlDatabase, type SqlDatabase } from './database.js';
import { CommitBatch } from './commit-batch.js';
import { migrate } from './migrate.js';
import { removeScratches } from './temporary-data.js';

/** The durable state, one file. Repositories, one per aggregate, have no state of their own. */
export interface Store {
  /** Of the file. */
  readonly path: string;
  readonly sql: SqlDatabase;
  /**
   * Runs `work` atomically. Its changes can be read at once, and are on disk at the end of this turn of the event loop.
   * Nested calls join the outer one.
   */
  transaction<T>(work: () => T): T;
  /** Runs `work` as `transaction` does, and resolves when it is on disk. Rejects with DataFileUnwritable when it is not. */
  commit<T>(work: () => T): Promise<T>;
  /** Runs `work` as `transaction` does; everything stored so far is on disk when this returns. Throws DataFileUnwritable. */
  commitNow<T>(work: () => T): T;
  /**
   * Called before reading. What it returns resolves when everything read since then is on disk, so that no answer tells
   * of what a crash would undo. Rejects with DataFileUnwritable when some of it was undone.
   */
  reading(): () => Promise<void>;
  /** Copies the log into the one file, so that a copy of it alone is complete. */
  checkpoint(): void;
  close(): void;
}

/** The store of a running emulator, which also informs the scheduler when a transaction is on disk. */
export interface OpenStore extends Store {
  /** Calls `listener` after transactions are on disk. */
  afterCommit(listener: () => void): void;
}

/**
 * Opens the data file, or creates it with mode 0600 in a folder of mode 0700, and migrates its tables. Throws
 * DataFileRefused when another emulator uses it, or when it is not a data file.
 */
export function openStore(path: string): OpenStore {
  makeFolderAtOnce(dirname(path), 0o700);
  createPrivately(path);
  const database = new LibsqlDatabase(path);
  const batch = new CommitBatch(database);
  try {
    migrate(database, (work) => batch.commitNow(work), path);
  } catch (error) {
    database.close();
    throw error;
  }
  removeScratches(path);
  return {
    path,
    sql: database,
    transaction: (work) => batch.run(work),
    commit: async (work) => {
      const result = batch.run(work);
      await batch.durable();
      return result;
    },
    commitNow: (work) => batch.commitNow(work),
    reading: () => batch.reading(),
    afterCommit: (listener) => batch.afterCommit(listener),
    checkpoint: () => {
      if (batch.isRunning) return;
      batch.flush();
      try {
        database.checkpoint();
      } catch (error) {
        // The content of the log stays there, and is read from there.
        if (!(error instanceof DataFileUnwritable)) throw error;
      }
    },
    close: () => {
      try {
        batch.flush();
      } finally {
        database.close();
      }
    },
  };
}

/** Never opens an existing file: closing it again would release the locks of this process on it. */
function createPrivately(path: string): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) closeSync(openSync(path, 'wx', 0o600));
    else if (found.isFile()) chmodSync(path, 0o600);
    else throw new DataFileRefused('not_ours', `${path} is not a data file of the emulator`);
  } catch (error) {
    if (error instanceof DataFileRefused) throw error;
    // Another start has just created it.
    if (systemCode(error) === 'EEXIST') return;
    throw new DataFileRefused('unusable', `the data file ${path} cannot be used: ${reason(error)}`, error);
  }
}
