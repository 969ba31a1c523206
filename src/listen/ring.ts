import { verify, type Verification } from '../webhook/signature.js';
import type { HeldEndpoint } from './state.js';

/** How a delivery was judged by the secrets that a listener holds. */
export type Judged =
  | {
      readonly ok: true;
      readonly by: 'current' | 'previous';
      /** The endpoint whose secret it is. */
      readonly endpoint: string | null;
      /** `v0` under the secret that was thought to be the current one: somebody else has rotated it. */
      readonly rotatedElsewhere: boolean;
      /** Unix seconds. */
      readonly t: number;
    }
  | { readonly ok: false; readonly verification: Exclude<Verification, { readonly ok: true }> };

export interface Signed {
  /** The values of the signature header, as they came. */
  readonly header: readonly string[];
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Judges a delivery by every secret that is held (Events, Signature): `v1` under a current one, `v0` under a previous
 * one. `v0` under a current one counts too, since a rotation that nobody told this machine of makes it the previous.
 */
export function judge(endpoints: readonly HeldEndpoint[], { header, body, now }: Signed): Judged {
  let failed: Exclude<Verification, { ok: true }> = { ok: false, reason: 'mismatch' };
  for (const { id, secrets } of endpoints) {
    const [current, ...earlier] = secrets;
    if (current === undefined) continue;
    const held = earlier.filter(({ until }) => until !== null && Date.parse(until) > now).map(({ value }) => value);
    for (const [at, previous] of [...held, current.value].entries()) {
      const verification = verify({ header, body, current: current.value, previous, now });
      if (verification.ok) {
        const { by, t } = verification;
        return { ok: true, by, endpoint: id, rotatedElsewhere: by === 'previous' && at === held.length, t };
      }
      failed = verification;
      // Grammar and time do not depend on the secret.
      if (verification.reason !== 'mismatch') return { ok: false, verification };
    }
  }
  return { ok: false, verification: failed };
}

/** The secret that signs now, and the one before it within its grace: newest endpoint first. */
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
