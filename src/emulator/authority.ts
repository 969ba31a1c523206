import { createHmac } from 'node:crypto';
import type { CertificateAuthority } from '../document/seal/certificate-authority.js';
import { systemRandomness } from './random.js';
import { authorityRepository } from './store/authority-repository.js';
import type { Store } from './store/store.js';

/**
 * Gives a data file its test authority, once. With a seed it follows from that alone, and takes nothing from the
 * sequence that ids come from: whether somebody asks for it changes no id.
 */
export function ensureTestCa(store: Store, seed: number | undefined): void {
  store.commitNow(() => {
    const authorities = authorityRepository(store.sql);
    if (authorities.secret() !== null) return;
    const seeded = createHmac('sha256', `esign-emulator:${seed}`).update('certificate authority').digest();
    authorities.keep(seed === undefined ? systemRandomness.bytes(32) : seeded);
  });
}

/** The secret that the document worker makes the authority of. */
export function authoritySecret(store: Store): Buffer {
  const secret = authorityRepository(store.sql).secret();
  if (secret === null) throw new Error('the data file has no certificate authority');
  return secret;
}

/** The authority itself; loaded late, since only few ask for it. */
export async function openAuthority(store: Store): Promise<CertificateAuthority> {
  const { certificateAuthority } = await import('../document/seal/certificate-authority.js');
  return certificateAuthority(authoritySecret(store));
}
