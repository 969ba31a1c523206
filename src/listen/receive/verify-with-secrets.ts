import type { Verification } from '../../domain/webhook/signature-header.js';
import { verify } from '../../domain/webhook/signature.js';
import type { HeldEndpoint } from '../endpoint/state.js';

/** The verification result of a delivery with the secrets of a listener. */
export type VerifiedWith =
  | {
      readonly ok: true;
      readonly by: 'current' | 'previous';
      /** The endpoint of the matching secret. */
      readonly endpoint: string | null;
      /** `v0` under the secret that was considered current: it was rotated elsewhere. */
      readonly rotatedElsewhere: boolean;
      /** Unix seconds. */
      readonly t: number;
    }
  | { readonly ok: false; readonly verification: Exclude<Verification, { readonly ok: true }> };

export interface Signed {
  /** The values of the signature header as received. */
  readonly header: readonly string[];
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Seconds. */
  readonly tolerance?: number | undefined;
}

/**
 * Verifies a delivery with every known secret (Events, Signature): it is valid if `v1` or `v0` matches any of them. A
 * match of `v0` under a current secret means that the secret was rotated elsewhere.
 */
export function verifyWithSecrets(endpoints: readonly HeldEndpoint[], signed: Signed): VerifiedWith {
  const { header, body, now, tolerance } = signed;
  const held = endpoints.flatMap(({ id, secrets }) =>
    secrets
      .map(({ value, until }, at) => ({ value, until, endpoint: id, isCurrent: at === 0 }))
      .filter(({ until, isCurrent }) => isCurrent || (until !== null && Date.parse(until) > now)),
  );
  const [first, ...others] = held;
  if (first === undefined) return { ok: false, verification: { ok: false, reason: 'mismatch' } };
  const given = { current: first.value, others: others.map(({ value }) => value) };
  const verification = verify({ header, body, ...given, now, tolerance });
  if (!verification.ok) return { ok: false, verification };
  const { by, t, secret } = verification;
  const { endpoint, isCurrent } = held[secret] ?? first;
  return { ok: true, by, endpoint, rotatedElsewhere: by === 'previous' && isCurrent, t };
}

/** The secret that signs now, and the previous one in its grace period: newest endpoint first. */
export function signingSecrets(
  endpoints: readonly HeldEndpoint[],
  now: number,
): { readonly current: string; readonly previous?: string } | undefined {
  const newest = endpoints.find(({ secrets }) => secrets.length > 0);
  const [current, previous] = newest?.secrets ?? [];
  if (current === undefined) return undefined;
  const graced = previous !== undefined && previous.until !== null && Date.parse(previous.until) > now;
  return graced ? { current: current.value, previous: previous.value } : { current: current.value };
}
