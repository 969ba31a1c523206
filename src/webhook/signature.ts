import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../contract/limits.js';

/** The signature of a delivery: the only place that creates and verifies it (Events, Signature). */

export interface SignatureParts {
  /** Unix seconds. */
  readonly t: number;
  /** Hex HMAC-SHA256 under the current secret. */
  readonly v1: string;
  /** The same under the previous secret, during the grace period of a rotation. */
  readonly v0: string | undefined;
}

export interface Delivery {
  /** The values of the signature header, in the order received: none, one, or more than one. */
  readonly header: string | readonly string[] | undefined;
  /** The body exactly as received. */
  readonly body: Uint8Array;
  readonly current: string;
  readonly previous?: string | undefined;
  /** Further secrets of the receiver. */
  readonly others?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Seconds; 300 unless the contract file of the service says otherwise. */
  readonly tolerance?: number | undefined;
}

export type Verification =
  | {
      readonly ok: true;
      /** With the endpoint's current secret, which makes `v1`, or its previous one, which makes `v0`. */
      readonly by: 'current' | 'previous';
      /** Which of the receiver's secrets matches: 0 is `current`, then `previous` if there is one, then `others`. */
      readonly secret: number;
      readonly t: number;
    }
  | { readonly ok: false; readonly reason: 'no_header' | 'several_headers' | 'mismatch' }
  | { readonly ok: false; readonly reason: 'malformed'; readonly problem: string }
  /** Seconds between `t` and now; the limit is 300. */
  | { readonly ok: false; readonly reason: 'too_old' | 'too_new'; readonly t: number; readonly seconds: number };

/** The parser stops here: a real header has about 160 characters. */
const maxHeaderLength = 1_024;

/** The digest of `t + "." + body` under a secret, as lower-case hex. */
export function sign(secret: string | Uint8Array, body: Uint8Array, t: number): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

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

/** Parses a header: exactly one `t` and one `v1`, at most one `v0`; unknown names are ignored. */
export function parseSignature(header: string): SignatureParts | { readonly problem: string } {
  if (header.length > maxHeaderLength) return { problem: `it is longer than ${maxHeaderLength} characters` };
  const found = new Map<string, string>();
  for (const part of header.split(',')) {
    const match = /^\s*([A-Za-z0-9_]+)=([^\s,]*)\s*$/.exec(part);
    const [, name, value] = match ?? [];
    if (name === undefined || value === undefined) return { problem: 'it is not a list of name=value' };
    if (found.has(name)) return { problem: `it has ${name} twice` };
    found.set(name, value);
  }
  const [t, v1, v0] = ['t', 'v1', 'v0'].map((name) => found.get(name));
  if (t === undefined) return { problem: 'it has no t' };
  if (v1 === undefined) return { problem: 'it has no v1' };
  if (!/^(0|[1-9]\d{0,11})$/.test(t)) return { problem: 't is not a number of seconds' };
  if (!isDigest(v1)) return { problem: 'v1 is not 64 hex digits' };
  if (v0 !== undefined && !isDigest(v0)) return { problem: 'v0 is not 64 hex digits' };
  return { t: Number(t), v1, v0 };
}

/**
 * Verifies a delivery. The time window is checked first, in both directions and before any digest. A delivery is valid
 * if `v1` or `v0` matches any of the secrets: during a rotation, a receiver with only the old secret needs `v0`. Every
 * digest is computed and compared in constant time, whichever matches.
 */
export function verify({
  header,
  body,
  current,
  previous,
  others = [],
  now,
  tolerance = limits.webhook.toleranceSeconds,
}: Delivery): Verification {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  const [value] = values;
  if (value === undefined) return { ok: false, reason: 'no_header' };
  if (values.length > 1) return { ok: false, reason: 'several_headers' };
  const parts = parseSignature(value);
  if ('problem' in parts) return { ok: false, reason: 'malformed', problem: parts.problem };
  const { t, v1, v0 } = parts;
  const age = Math.floor(now / 1000) - t;
  const seconds = Math.abs(age);
  if (seconds > tolerance) {
    return { ok: false, reason: age > 0 ? 'too_old' : 'too_new', t, seconds };
  }
  const made = [current, ...(previous === undefined ? [] : [previous]), ...others].map((each) => sign(each, body, t));
  const [fitsV1, fitsV0] = [v1, v0].map((given) => made.map((digest) => given !== undefined && matches(given, digest)));
  const byV1 = fitsV1?.indexOf(true) ?? -1;
  const byV0 = fitsV0?.indexOf(true) ?? -1;
  if (byV1 !== -1) return { ok: true, by: 'current', secret: byV1, t };
  if (byV0 !== -1) return { ok: true, by: 'previous', secret: byV0, t };
  return { ok: false, reason: 'mismatch' };
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

function matches(given: string, made: string): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(made, 'hex'));
}
