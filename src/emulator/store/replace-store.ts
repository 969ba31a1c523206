import type { SqlValue } from '../../core/platform/sqlite.js';
import type { SqlDatabase } from './database.js';
import type { Store } from './store.js';
import { describeTable, quoted, tableNames } from './tables.js';

/**
 * Replaces all data with that of another database with the same tables, in one transaction, but for the API keys with
 * these IDs. Throws Error of SQLite, and then changes nothing.
 */
export function replaceStore(store: Store, path: string, keys: readonly string[]): void {
  const { sql } = store;
  store.commitNow(() => undefined);
  // What SQLite needs to undo the replacement is as large as the data, and kept in memory by default.
  sql.run('PRAGMA temp_store = FILE');
  sql.run('ATTACH ? AS incoming', path);
  try {
    store.commitNow(() => copyTables(store, keys));
  } finally {
    sql.run('DETACH incoming');
    sql.run('PRAGMA temp_store = DEFAULT');
  }
  store.checkpoint();
}

export function insertRow(sql: SqlDatabase, table: string, row: Readonly<Record<string, SqlValue>>): void {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  sql.run(
    `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${marks})`,
    ...names.map((name) => row[name] ?? null),
  );
}

function copyTables({ sql }: Store, keys: readonly string[]): void {
  sql.run('PRAGMA defer_foreign_keys = ON');
  const tables = tableNames(sql);
  // Read first: they go with their organisation.
  const kept = sql
    .all<Record<string, SqlValue>>('SELECT * FROM api_keys')
    .filter(({ id }) => keys.includes(String(id)));
  for (const table of tables) sql.run(`DELETE FROM ${quoted(table)}`);
  for (const table of tables) {
    const { columns, order } = describeTable(sql, table);
    const names = columns.map(quoted).join(', ');
    const by = order.map(quoted).join(', ');
    sql.run(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM incoming.${quoted(table)} ORDER BY ${by}`);
  }
  const isThere = (id: SqlValue | undefined): boolean =>
    sql.get('SELECT 1 FROM api_keys WHERE id = ?', id ?? null) !== undefined;
  for (const row of kept) if (!isThere(row['id'])) insertRow(sql, 'api_keys', row);
  sql.run('DELETE FROM sqlite_sequence');
  sql.run('INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM incoming.sqlite_sequence');
}
