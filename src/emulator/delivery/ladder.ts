import { limits } from '../../contract/limits.js';

/** The retry ladder: seven attempts, each a step after the one before (Events, Retry ladder and disabling). */
const steps = limits.webhook.ladderMinutes;

/**
 * When the next attempt is due, in milliseconds since 1970, after `attempts` attempts of which the last was begun at
 * `at`; null when the ladder is used up.
 */
export function nextAttempt(attempts: number, at: number): number | null {
  const minutes = steps[attempts];
  return minutes === undefined ? null : at + minutes * 60_000;
}
