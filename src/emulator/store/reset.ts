import type { Organisation } from '../domain/organisation.js';
import { apiKeyRepository } from './api-key-repository.js';
import { organisationRepository } from './organisation-repository.js';
import { settingsRepository } from './settings-repository.js';
import type { Store } from './store.js';

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
 * Deletes all data except the first organisation with its brands and its two keys, and restores its initial state. The
 * clock stays, because it never moves back.
 */
export function resetStore(
  store: Store,
  started: Pick<Organisation, 'plan' | 'members' | 'confirmed_addresses'>,
): void {
  const { sql } = store;
  store.commitNow(() => {
    sql.run('PRAGMA defer_foreign_keys = ON');
    const tables = sql.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`);
    for (const { name } of tables.filter((table) => !kept.includes(table.name))) {
      sql.run(`DELETE FROM "${name.replaceAll('"', '""')}"`);
    }
    const settings = settingsRepository(sql);
    const organisations = organisationRepository(sql);
    const keys = apiKeyRepository(sql);
    const first = organisations.find(settings.firstOrganisation() ?? '');
    const firstKeys = settings.firstKeys();
    if (first === null || firstKeys === null) throw new Error('the data file has no first organisation');
    organisations.deleteAllBut(first.id);
    const ids = [firstKeys.live, firstKeys.test].map((key) => keys.findBySecret(key)?.id ?? '');
    keys.deleteAllBut(ids);
    organisations.update({ ...first, ...started });
  });
}
