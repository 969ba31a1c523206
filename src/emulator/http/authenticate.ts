import { Refusal } from '../domain/refusal.js';
import type { ApiKey } from '../domain/organisation.js';
import type { ApiKeyRepository } from '../store/api-key-repository.js';

/** The maximum length of a credential: a longer one is not hashed. */
const maxKeyLength = 200;

/**
 * The key of a request's Authorization headers. Throws unauthenticated, the same for every cause, or
 * api_key_owner_removed (Authentication 1, 4 and 8).
 */
export function authenticate(headers: readonly string[], keys: ApiKeyRepository): ApiKey {
  const secret = bearerOf(headers);
  const key = secret === undefined ? null : keys.findBySecret(secret);
  if (key === null || key.revoked) {
    throw new Refusal('unauthenticated', 'The API key is missing or invalid.', { 'WWW-Authenticate': 'Bearer' });
  }
  if (key.owner_removed) {
    throw new Refusal('api_key_owner_removed', 'The owner of this API key was removed from the organisation.');
  }
  return key;
}

/** The credential of a request that has exactly one Authorization header, of the scheme Bearer. */
export function bearerOf([header, ...more]: readonly string[]): string | undefined {
  if (header === undefined || more.length > 0) return undefined;
  const secret = /^bearer +([A-Za-z0-9_-]+) *$/i.exec(header)?.[1];
  return secret === undefined || secret.length > maxKeyLength ? undefined : secret;
}

/** Names the key of a request for a log, also a revoked one; null without a key of this service. */
export function keyShown(headers: readonly string[], keys: ApiKeyRepository): Pick<ApiKey, 'id' | 'mode'> | null {
  const secret = bearerOf(headers);
  const key = secret === undefined ? null : keys.findBySecret(secret);
  return key === null ? null : { id: key.id, mode: key.mode };
}
