import { deadlineProblem } from '../../rules/deadline.js';
import { refuseFirst } from './refusal.js';

/**
 * The deadline of a new envelope as an instant in UTC, or null. Refuses one that is less than an hour or more than 365
 * days ahead (POST /api/v1/envelopes, `expires_at`).
 */
export function deadline(expiresAt: string | null, now: number): string | null {
  if (expiresAt === null) return null;
  const problem = deadlineProblem(expiresAt, now);
  if (problem !== null) refuseFirst([problem]);
  return new Date(Date.parse(expiresAt)).toISOString();
}

/** The end of something that lives for `life` milliseconds, or to the envelope's deadline if that is sooner. */
export function cappedAt(now: number, life: number, expiresAt: string | null): number {
  return expiresAt === null ? now + life : Math.min(now + life, Date.parse(expiresAt));
}
