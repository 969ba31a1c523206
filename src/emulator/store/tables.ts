import type { SqlDatabase } from './database.js';
import { ownTables } from './snapshot-format.js';
import type { Organisation } from '../domain/organisation.js';
import { apiKeyRepository } from './api-key-repository.js';
import { organisationRepository } from './organisation-repository.js';
import { settingsRepository } from './settings-repository.js';
import type { Store } from './store.js';

/** The tables of a database as its schema describes them, for work on all of them. */

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const migrationsOf = (sql: SqlDatabase): readonly string[] =>
  sql.all<{ name: string }>('SELECT name FROM migrations ORDER BY name').map(({ name }) => name);

/** The tables that a snapshot contains, by name. */
export const tableNames = (sql: SqlDatabase): readonly string[] =>
  ownTables(
    sql
      .all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
      .map(({ name }) => name),
  );

export interface Table {
  readonly columns: readonly string[];
  /** The columns that its rows are ordered by: as they were stored, or by the key where SQLite keeps no such order. */
  readonly order: readonly string[];
  readonly hasRowId: boolean;
}

export function describeTable(sql: SqlDatabase, name: string): Table {
  const columns = sql.all<{ name: string; pk: number }>(`PRAGMA table_info(${quoted(name)})`);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  const list = sql.all<{ name: string; wr: number }>('PRAGMA table_list');
  const hasRowId = list.find((table) => table.name === name)?.wr === 0;
  return {
    columns: columns.map((column) => column.name),
    order: hasRowId ? ['rowid'] : key.map((column) => column.name),
    hasRowId,
  };
}

/** Tables that a reset keeps; two of them are partly deleted. */
const kept = [
  'migrations',
  'settings',
  'certificate_authority',
  'organisations',
  'brands',
  'api_keys',
  'sqlite_sequence',
];

/**
 * Deletes all data except one organisation, in this state, with its brands and the keys with these IDs. The clock stays,
 * because it never moves back.
 */
export function resetStore(store: Store, organisation: Organisation, keys: readonly string[]): void {
  const { sql } = store;
  store.commitNow(() => {
    sql.run('PRAGMA defer_foreign_keys = ON');
    const tables = sql.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`);
    for (const { name } of tables.filter((table) => !kept.includes(table.name))) {
      sql.run(`DELETE FROM ${quoted(name)}`);
    }
    const organisations = organisationRepository(sql);
    organisations.deleteAllBut(organisation.id);
    organisations.update(organisation);
    apiKeyRepository(sql).deleteAllBut(keys);
    const settings = settingsRepository(sql);
    settings.keepSeeded(null);
    settings.keepSeeding(null);
  });
}
