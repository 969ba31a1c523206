import { limits } from '../../contract/limits.js';

/** The header of a signature: read and judged without any digest, so that it needs nothing of Node (Signature). */

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

/** The parts of a header whose time is in the window, in both directions; or why it is refused before any digest. */
export function openSignature({
  header,
  now,
  tolerance = limits.webhook.toleranceSeconds,
}: Pick<Delivery, 'header' | 'now' | 'tolerance'>):
  | { readonly parts: SignatureParts }
  | { readonly refused: Extract<Verification, { ok: false }> } {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  const [value] = values;
  if (value === undefined) return { refused: { ok: false, reason: 'no_header' } };
  if (values.length > 1) return { refused: { ok: false, reason: 'several_headers' } };
  const parts = parseSignature(value);
  if ('problem' in parts) return { refused: { ok: false, reason: 'malformed', problem: parts.problem } };
  const { t } = parts;
  const age = Math.floor(now / 1000) - t;
  const seconds = Math.abs(age);
  if (seconds > tolerance) {
    return { refused: { ok: false, reason: age > 0 ? 'too_old' : 'too_new', t, seconds } };
  }
  return { parts };
}

/** Every secret of a delivery, in the order in which a verification counts them. */
export const secretsOf = ({ current, previous, others = [] }: Delivery): readonly string[] => [
  current,
  ...(previous === undefined ? [] : [previous]),
  ...others,
];

/** A delivery is valid if `v1` or `v0` matches any of the secrets: after a rotation, the old secret needs `v0`. */
export function judgeMatches(t: number, byV1: readonly boolean[], byV0: readonly boolean[]): Verification {
  const [current, previous] = [byV1.indexOf(true), byV0.indexOf(true)];
  if (current !== -1) return { ok: true, by: 'current', secret: current, t };
  if (previous !== -1) return { ok: true, by: 'previous', secret: previous, t };
  return { ok: false, reason: 'mismatch' };
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);
