/**
 * When the next attempt is due, in milliseconds since 1970, after `attempts` attempts, the last of which began at `at`;
 * null after the last attempt. The ladder has the minutes from each attempt to the next: seven attempts with fixed
 * intervals (Events, Retry ladder and disabling).
 */
export function nextAttempt(attempts: number, at: number, ladder: readonly number[]): number | null {
  const minutes = ladder[attempts];
  return minutes === undefined ? null : at + minutes * 60_000;
}
