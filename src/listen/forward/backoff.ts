/** Delay before a retry: doubles from one second, with jitter, so that many deliveries do not retry at once. */

const firstWait = 1_000;
/** After a response other than 2xx, like the service. */
const maxDelayAfterAnswerMs = 60_000;
/** While the app is unreachable: short, because it is probably being restarted. */
const maxDelayWhileDownMs = 5_000;

/** Milliseconds before the next attempt after this many failures (1 or more). Pure; `random` returns [0, 1). */
export function waitBeforeTry(failures: number, reachable: boolean, random: () => number): number {
  const maxDelayMs = reachable ? maxDelayAfterAnswerMs : maxDelayWhileDownMs;
  const wait = Math.min(maxDelayMs, firstWait * 2 ** Math.min(20, failures - 1));
  return Math.round(wait / 2 + (random() * wait) / 2);
}

/**
 * Whether a retry scheduled for `due` may run; both in milliseconds since 1970. If the clock was set back, the
 * remaining time is longer than any delay, and the retry runs.
 */
export const isDue = (due: number, now: number): boolean => now >= due || due - now > maxDelayAfterAnswerMs;
