import type { Limits } from '../../contract/limits.js';
import { deadlineProblem } from '../../domain/rules/request.js';
import { refuseFirst } from './refusal.js';

/**
 * The deadline of a new envelope in UTC, or null. Rejects one that is less than an hour or more than 365 days ahead
 * (POST /api/v1/envelopes, `expires_at`).
 */
export function deadline(expiresAt: string | null, now: number, expiry?: Limits['expiry']): string | null {
  if (expiresAt === null) return null;
  const problem = deadlineProblem(expiresAt, now, expiry);
  if (problem !== null) refuseFirst([problem]);
  return new Date(Date.parse(expiresAt)).toISOString();
}

/** The expiry of something with a lifetime of `life` milliseconds, or the envelope's deadline if that is earlier. */
export function cappedAt(now: number, life: number, expiresAt: string | null): number {
  return expiresAt === null ? now + life : Math.min(now + life, Date.parse(expiresAt));
}
