import type { Sqlite } from '../core/platform/sqlite.js';
import type { State } from './state.js';

/** Rows of one transaction, so that other processes wait for milliseconds only. */
const pageSize = 500;

/** Writes about many rows, each page of them in a transaction of its own. Throws JournalFailure. */
export function writePages<T>(state: State, all: readonly T[], work: (sql: Sqlite, page: readonly T[]) => void): void {
  for (let from = 0; from < all.length; from += pageSize) {
    state.write((sql) => work(sql, all.slice(from, from + pageSize)));
  }
}
