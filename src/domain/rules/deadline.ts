import { isInstant } from '../../contract/schema.js';
import { type Limits, limits } from '../../contract/limits.js';
import type { FormProblem } from './problem.js';

const hour = 3_600_000;

/**
 * Why an envelope may not end at an instant, or null: it is less than an hour or more than 365 days ahead of `now`,
 * in milliseconds since 1970 (POST /api/v1/envelopes, `expires_at`). Anything that is not an instant is left to the
 * check of the shape.
 */
export function deadlineProblem(
  expiresAt: string,
  now: number,
  expiry: Limits['expiry'] = limits.expiry,
): FormProblem | null {
  if (!isInstant(expiresAt)) return null;
  const at = Date.parse(expiresAt);
  const { minHours: leastHours, maxDays: mostDays } = expiry;
  if (at < now + leastHours * hour) return tooFar(`must be at least ${leastHours} hour ahead.`);
  if (at > now + mostDays * 24 * hour) return tooFar(`must be at most ${mostDays} days ahead.`);
  return null;
}

const tooFar = (says: string): FormProblem => ({ code: 'invalid_request', path: 'expires_at', says });
