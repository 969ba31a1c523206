import type { Mode } from '../domain/organisation.js';
import type { SqlDatabase } from './database.js';

/** Keys are separate for live and test keys, and for organisations (A16). */
export interface IdempotencyScope {
  readonly organisationId: string;
  readonly mode: Mode;
  readonly key: string;
}

/** The original response. */
export interface StoredReply {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface IdempotencyRepository {
  /** The stored response, unless it was stored before `notBefore` (milliseconds since 1970). */
  find(scope: IdempotencyScope, notBefore: number): StoredReply | null;
  /** Stores a response, and deletes those stored before `notBefore`. */
  insert(scope: IdempotencyScope, reply: StoredReply, now: number, notBefore: number): void;
}

interface Row {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: Buffer;
}

export function idempotencyRepository(sql: SqlDatabase): IdempotencyRepository {
  // Nothing was stored before it: a write need not look for what is older while that is young enough.
  let since = -Infinity;
  return {
    find({ organisationId, mode, key }, notBefore) {
      const row = sql.get<Row>(
        `SELECT fingerprint, status, headers, body FROM idempotency
         WHERE organisation_id = ? AND mode = ? AND key = ? AND stored_at >= ?`,
        organisationId,
        mode,
        key,
        notBefore,
      );
      return row === undefined ? null : { ...row, headers: JSON.parse(row.headers) as Record<string, string> };
    },
    insert({ organisationId, mode, key }, { fingerprint, status, headers, body }, now, notBefore) {
      if (since < notBefore) since = deleteOlder(sql, notBefore);
      sql.run(
        `INSERT INTO idempotency (organisation_id, mode, key, fingerprint, status, headers, body, stored_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        organisationId,
        mode,
        key,
        fingerprint,
        status,
        JSON.stringify(headers),
        body,
        now,
      );
    },
  };
}

/**
 * Rows are appended in order of age, so the first shows whether any is too old, and only those are walked over. The
 * answer is when the oldest that stays was stored.
 */
function deleteOlder(sql: SqlDatabase, notBefore: number): number {
  const oldest = sql.get<{ stored_at: number }>('SELECT stored_at FROM idempotency ORDER BY sequence LIMIT 1');
  if (oldest === undefined) return notBefore;
  if (oldest.stored_at >= notBefore) return oldest.stored_at;
  const query = 'SELECT sequence, stored_at FROM idempotency WHERE stored_at >= ? ORDER BY sequence LIMIT 1';
  const kept = sql.get<{ sequence: number; stored_at: number }>(query, notBefore);
  sql.run('DELETE FROM idempotency WHERE sequence < ?', kept?.sequence ?? Number.MAX_SAFE_INTEGER);
  return kept?.stored_at ?? notBefore;
}
