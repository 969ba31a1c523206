import { limits } from '../../contract/limits.js';

/** The retry schedule: seven attempts with fixed intervals (Events, Retry ladder and disabling). */
const steps = limits.webhook.ladderMinutes;

/**
 * When the next attempt is due, in milliseconds since 1970, after `attempts` attempts, the last of which began at `at`;
 * null after the last attempt.
 */
export function nextAttempt(attempts: number, at: number): number | null {
  const minutes = steps[attempts];
  return minutes === undefined ? null : at + minutes * 60_000;
}
