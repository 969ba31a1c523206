import { hash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../contract/scopes.js';
import type { ApiKey, Mode } from '../domain/organisation.js';
import type { SqlDatabase } from './database.js';

/** API keys: the prefix in plain text, the rest only as a hash (Authentication 2). */
export interface ApiKeyRepository {
  insert(key: ApiKey, secret: string): void;
  /** The key with this full text, or null. */
  findBySecret(secret: string): ApiKey | null;
  /** Deletes every key whose ID is not listed. */
  deleteAllBut(ids: readonly string[]): void;
}

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly mode: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: string;
  readonly revoked: number;
  readonly owner_removed: number;
}

export function apiKeyRepository(sql: SqlDatabase): ApiKeyRepository {
  return {
    insert(key, secret) {
      sql.run(
        `INSERT INTO api_keys (id, organisation_id, mode, prefix, hash, scopes, revoked, owner_removed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        key.id,
        key.organisation_id,
        key.mode,
        key.prefix,
        Buffer.from(digestOf(secret), 'base64'),
        JSON.stringify(key.scopes),
        Number(key.revoked),
        Number(key.owner_removed),
      );
    },
    findBySecret(secret) {
      const digest = digestOf(secret);
      return sql.remembered(`key ${digest}`, () => {
        const bytes = Buffer.from(digest, 'base64');
        const row = sql.get<Row>('SELECT * FROM api_keys WHERE hash = ?', bytes);
        return row === undefined || !timingSafeEqual(row.hash, bytes) ? null : toKey(row);
      });
    },
    deleteAllBut(ids) {
      sql.run('DELETE FROM api_keys WHERE id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
    },
  };
}

/** A key has 256 random bits, so a plain hash cannot be reversed. */
const digestOf = (secret: string): string => hash('sha256', secret, 'base64');

const toKey = (row: Row): ApiKey => ({
  id: row.id,
  organisation_id: row.organisation_id,
  mode: row.mode as Mode,
  prefix: row.prefix,
  scopes: JSON.parse(row.scopes) as Scope[],
  revoked: row.revoked === 1,
  owner_removed: row.owner_removed === 1,
});
