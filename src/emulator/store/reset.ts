import type { Organisation } from '../domain/organisation.js';
import { apiKeyRepository } from './api-key-repository.js';
import { organisationRepository } from './organisation-repository.js';
import type { Store } from './store.js';
import { quoted } from './tables.js';

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
  });
}
