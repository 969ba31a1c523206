import type { SqlDatabase } from './database.js';

/** The secret of the test authority; one for each data file, kept across a reset. */
export interface AuthorityRepository {
  /** 32 bytes; null in a file that was never started. */
  secret(): Buffer | null;
  /** Within a transaction. */
  keep(secret: Uint8Array): void;
}

export function authorityRepository(sql: SqlDatabase): AuthorityRepository {
  return {
    secret: () => sql.get<{ secret: Buffer }>('SELECT secret FROM certificate_authority')?.secret ?? null,
    keep: (secret) => sql.run('INSERT INTO certificate_authority (id, secret) VALUES (1, ?)', Buffer.from(secret)),
  };
}
