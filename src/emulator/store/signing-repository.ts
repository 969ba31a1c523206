import { createHash } from 'node:crypto';
import type { LinkKind, SigningLink } from '../domain/signing-link.js';
import type { SqlDatabase } from './database.js';

/** Signing links by the digest of their token. Changes run inside the caller's transaction. Times are milliseconds. */
export interface SigningRepository {
  find(token: string): SigningLink | undefined;
  add(token: string, link: Omit<SigningLink, 'spent_at' | 'revoked_at'>): void;
  spend(token: string, now: number): void;
  /** Revokes a recipient's links of one kind, or of every kind. */
  revoke(envelopeId: string, recipientId: string, kind: LinkKind | null, now: number): void;
  /** Revokes every link of an envelope (void, expiry, decline). */
  revokeAll(envelopeId: string, now: number): void;
}

export function signingRepository(sql: SqlDatabase): SigningRepository {
  return {
    find: (token) =>
      sql.get<SigningLink>(
        `SELECT envelope_id, recipient_id, kind, expires_at, spent_at, revoked_at FROM signing_links WHERE digest = ?`,
        digestOf(token),
      ),
    add(token, link) {
      sql.run(
        'INSERT INTO signing_links (digest, envelope_id, recipient_id, kind, expires_at) VALUES (?, ?, ?, ?, ?)',
        digestOf(token),
        link.envelope_id,
        link.recipient_id,
        link.kind,
        link.expires_at,
      );
    },
    spend(token, now) {
      sql.run('UPDATE signing_links SET spent_at = ? WHERE digest = ?', now, digestOf(token));
    },
    revoke(envelopeId, recipientId, kind, now) {
      sql.run(
        `UPDATE signing_links SET revoked_at = ?
         WHERE envelope_id = ? AND recipient_id = ? AND kind = COALESCE(?, kind) AND revoked_at IS NULL`,
        now,
        envelopeId,
        recipientId,
        kind,
      );
    },
    revokeAll(envelopeId, now) {
      sql.run('UPDATE signing_links SET revoked_at = ? WHERE envelope_id = ? AND revoked_at IS NULL', now, envelopeId);
    },
  };
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
