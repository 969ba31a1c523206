import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Delivery, judgeMatches, openSignature, secretsOf, type Verification } from './signature-header.js';

/** The signature of a delivery: creates it, and verifies it with the cryptography of Node (Events, Signature). */

/** A text in UTF-8. Tests with a DOM have no global TextEncoder. */
export const bytesOfText = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** The digest of `t + "." + body` under a secret, as lower-case hex. */
export function sign(secret: string | Uint8Array, body: Uint8Array, t: number): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

/** The digest of any other bytes, or with another hash, as a mistaken signer makes it. */
export const signMaterial = (secret: string | Uint8Array, material: Uint8Array, hash = 'sha256'): string =>
  createHmac(hash, secret).update(material).digest('hex');

/**
 * The header value for a body and a time: signed with the current secret, and with the previous one if there is one.
 */
export function writeSignature(
  secrets: { readonly current: string; readonly previous?: string | undefined },
  body: Uint8Array,
  t: number,
): string {
  const parts = [`t=${t}`, `v1=${sign(secrets.current, body, t)}`];
  if (secrets.previous !== undefined) parts.push(`v0=${sign(secrets.previous, body, t)}`);
  return parts.join(', ');
}

/**
 * Verifies a delivery. The time window is checked first, and before any digest. Every digest is computed and compared in
 * constant time, whichever matches.
 */
export function verify(delivery: Delivery): Verification {
  const opened = openSignature(delivery);
  if ('refused' in opened) return opened.refused;
  const { t, v1, v0 } = opened.parts;
  const made = secretsOf(delivery).map((each) => sign(each, delivery.body, t));
  const fits = (given: string | undefined): readonly boolean[] =>
    made.map((digest) => given !== undefined && matches(given, digest));
  return judgeMatches(t, fits(v1), fits(v0));
}

function matches(given: string, made: string): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(made, 'hex'));
}
