import { limits } from '../contract/limits.js';

/** The service's clock and this one may differ, and one that was set right looks as if time had gone back. */
const slack = 10 * 60 * 1000;
const keyLife = limits.idempotencyHours * 60 * 60 * 1000 - slack;

/**
 * Whether the service surely still knows the key of a write that was recorded then, so that a repeat cannot do it
 * twice. `at` is ISO 8601, `now` in milliseconds since 1970. A record from the future was written by a clock that was
 * set back since: its age is not known, so it is not sure.
 */
export function isKeyKept(at: string, now: number): boolean {
  const age = now - Date.parse(at);
  return age > -slack && age < keyLife;
}
