import { HeaderList, type HeaderPair } from '../../core/http/headers.js';
import type { Delivery } from '../../store/delivery.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { headersForApp, withSignature } from './forward.js';
import type { ForwardJob } from './forward-job.js';
import { signingSecrets } from '../receive/verify-with-secrets.js';
import type { HeldEndpoint } from '../endpoint/state.js';

/** A signature younger than this many milliseconds is fresh enough for any transport time. */
const freshFor = 240_000;

export interface ForwardJobOptions {
  readonly signatureHeader: string;
  readonly ownHeaders: readonly HeaderPair[];
}

/** Whether an earlier run acknowledged it but did not deliver it to the app. */
export const isWaiting = ({ forward: { is } }: Delivery): boolean => is === 'waiting' || is === 'failed';

/**
 * Whether no app has accepted it, as far as is known. Deliveries given up before `since` (milliseconds since 1970) were
 * reported then.
 */
export function isUndelivered({ forward: { is }, at }: Delivery, since: number): boolean {
  if (is === 'given-up') return Date.parse(at) >= since;
  return is === 'waiting' || is === 'failed' || is === 'sending';
}

/** A delivery from the journal, with its relevant headers. */
export function forwardJobOf(delivery: Delivery, body: Buffer, target: string, options: ForwardJobOptions): ForwardJob {
  const { id, forward, signature, contentType, verdict } = delivery;
  const came = new HeaderList([
    ['Content-Type', contentType ?? 'application/json'],
    ...signature.slice(0, 1).map((value) => [options.signatureHeader, value] as const),
  ]);
  const by = verdict.ok ? verdict.by : 'current';
  const facts = {
    by,
    target,
    repeat: false,
    state: 'waiting',
    app: null,
    attempts: 0,
    signedAgain: false,
    retryIn: null,
  } as const;
  return {
    id,
    target: new URL(target),
    headers: headersForApp(came, options.ownHeaders),
    body,
    signedAt: null,
    attempts: 'attempts' in forward ? forward.attempts : 0,
    resumed: true,
    about: { is: 'delivery', ...delivery, ...facts },
  };
}

/**
 * The headers with a fresh signature, like the service signs every attempt; null while the original one is fresh, or
 * without a secret. A verifying app would reject an old signature (Events, Signature).
 */
export function signAgain(
  job: ForwardJob,
  body: Buffer,
  held: readonly HeldEndpoint[],
  { now, signatureHeader }: { readonly now: number; readonly signatureHeader: string },
): readonly HeaderPair[] | null {
  if (job.signedAt !== null && Math.abs(now - job.signedAt) < freshFor) return null;
  const secrets = signingSecrets(held, now);
  if (secrets === undefined) return null;
  return withSignature(job.headers, signatureHeader, writeSignature(secrets, body, Math.floor(now / 1000)));
}
