/** How long an app is left alone: doubling from a second, with jitter, so that many deliveries do not come back at once. */

const firstWait = 1_000;
/** After an answer that is no success, as a service would wait. */
const maxDelayAfterAnswerMs = 60_000;
/** While nothing listens there: short, since somebody is about to start it again. */
const maxDelayWhileDownMs = 5_000;

/** Milliseconds before the next try, after so many failures (1 or more). Pure; `random` gives [0, 1). */
export function waitBeforeTry(failures: number, reachable: boolean, random: () => number): number {
  const maxDelayMs = reachable ? maxDelayAfterAnswerMs : maxDelayWhileDownMs;
  const wait = Math.min(maxDelayMs, firstWait * 2 ** Math.min(20, failures - 1));
  return Math.round(wait / 2 + (random() * wait) / 2);
}

/**
 * Whether a try that was put off to `due` may be made; both in milliseconds since 1970. When the clock was set back, no
 * wait of ours is as long as what is left of it.
 */
export const isDue = (due: number, now: number): boolean => now >= due || due - now > maxDelayAfterAnswerMs;
