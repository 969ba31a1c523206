import { createHmac } from 'node:crypto';
import { systemRandomness } from './random.js';
import { authorityRepository } from './store/settings-repository.js';
import type { Store } from './store/store.js';

/**
 * Creates the test authority of a data file, once. With a seed it depends only on the seed and takes nothing from the
 * ID sequence, so that using it changes no ID.
 */
export function ensureTestCa(store: Store, seed: number | undefined): void {
  store.commitNow(() => {
    const authorities = authorityRepository(store.sql);
    if (authorities.secret() !== null) return;
    const seeded = createHmac('sha256', `esign-emulator:${seed}`).update('certificate authority').digest();
    authorities.keep(seed === undefined ? systemRandomness.bytes(32) : seeded);
  });
}

/** The secret from which the document worker derives the authority. */
export function authoritySecret(store: Store): Buffer {
  const secret = authorityRepository(store.sql).secret();
  if (secret === null) throw new Error('the data file has no certificate authority');
  return secret;
}

/** The certificate (DER) of the authority; loaded late, because few requests need it. */
export async function authorityCertificate(store: Store): Promise<Buffer> {
  const { rootCertificate } = await import('../document/seal/certificate-authority.js');
  return rootCertificate(authoritySecret(store));
}
