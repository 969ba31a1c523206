import { limits } from '../../contract/limits.js';
import { Refusal } from './refusal.js';

const hour = 3_600_000;

/**
 * The deadline of a new envelope as an instant in UTC, or null. Refuses one that is less than an hour or more than 365
 * days ahead (POST /api/v1/envelopes, `expires_at`).
 */
export function deadline(expiresAt: string | null, now: number): string | null {
  if (expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  const { leastHours, mostDays } = limits.expiry;
  if (at < now + leastHours * hour) {
    throw new Refusal('invalid_request', `expires_at must be at least ${leastHours} hour ahead.`);
  }
  if (at > now + mostDays * 24 * hour) {
    throw new Refusal('invalid_request', `expires_at must be at most ${mostDays} days ahead.`);
  }
  return new Date(at).toISOString();
}

/** The end of something that lives for `life` milliseconds, or to the envelope's deadline if that is sooner. */
export function cappedAt(now: number, life: number, expiresAt: string | null): number {
  return expiresAt === null ? now + life : Math.min(now + life, Date.parse(expiresAt));
}
