import { Refusal } from '../domain/refusal.js';
import type { ApiKey } from '../domain/organisation.js';
import type { ApiKeyRepository } from '../store/api-key-repository.js';

/** As many characters as a credential can have: a longer one is not even hashed. */
const longest = 200;

/**
 * The key of a request's Authorization headers. Throws unauthenticated, the same for every cause, or
 * api_key_owner_removed (Authentication 1, 4 and 8).
 */
export function authenticate(headers: readonly string[], keys: ApiKeyRepository): ApiKey {
  const [header, ...more] = headers;
  const secret = header === undefined ? undefined : /^bearer +([A-Za-z0-9_-]+) *$/i.exec(header)?.[1];
  const key = secret === undefined || secret.length > longest || more.length > 0 ? null : keys.findBySecret(secret);
  if (key === null || key.revoked) {
    throw new Refusal('unauthenticated', 'The API key is missing or not valid.', { 'WWW-Authenticate': 'Bearer' });
  }
  if (key.owner_removed) {
    throw new Refusal('api_key_owner_removed', 'The owner of this API key was removed from the organisation.');
  }
  return key;
}
