import { createHash, timingSafeEqual } from 'node:crypto';
import type { HeaderList } from '../../core/http/headers.js';
import { Refusal } from '../domain/refusal.js';
import { bearerOf } from '../http/authenticate.js';
import type { ApiKeyRepository } from '../store/api-key-repository.js';

/**
 * Requires the token of this start or a live API key as `Authorization: Bearer`. A page of another origin cannot send
 * that header without a preflight, so it also protects routes without a body. Throws unauthenticated, the same for
 * every cause.
 */
export function requireCredential(headers: HeaderList, token: string, keys: ApiKeyRepository): void {
  const given = bearerOf(headers.all('authorization'));
  if (given !== undefined && (isSame(given, token) || isLiveKey(given, keys))) return;
  throw new Refusal(
    'unauthenticated',
    'The emulator’s own routes require the token of its start or one of its live API keys as a Bearer token.',
    { 'WWW-Authenticate': 'Bearer' },
  );
}

/** In constant time for any length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

function isLiveKey(given: string, keys: ApiKeyRepository): boolean {
  const key = keys.findBySecret(given);
  return key !== null && key.mode === 'live' && !key.revoked && !key.owner_removed;
}
