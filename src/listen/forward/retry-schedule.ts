import type { Clock } from '../../core/platform/clock.js';
import { Heap } from './heap.js';
import type { Entry } from './waiting-jobs.js';

/** Entries that wait for their next attempt, and the timer for the first of them. Times in milliseconds since 1970. */
export class RetrySchedule {
  readonly #clock: Clock;
  readonly #wake: () => void;
  readonly #waiting = new Heap<{ readonly entry: Entry; readonly due: number }>((one, other) => one.due < other.due);
  #timer: { readonly due: number; readonly stop: AbortController } | undefined;

  /** Calls `wake` when something is due. */
  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(entry: Entry, due: number): void {
    this.#waiting.push({ entry, due });
  }

  /** Removes and returns the next entry that is due. */
  take(now: number): Entry | undefined {
    const next = this.#waiting.peek();
    if (next === undefined || !isDue(next.due, now)) return undefined;
    this.#waiting.pop();
    return next.entry;
  }

  /** Sets the timer to the next entry or, if it is earlier, to `other`. */
  arm(now: number, other: number): void {
    const due = Math.min(this.#waiting.peek()?.due ?? Infinity, other);
    if (due === (this.#timer?.due ?? Infinity)) return;
    this.stop();
    if (due === Infinity) return;
    const timer = { due, stop: new AbortController() };
    this.#timer = timer;
    this.#clock.sleep(Math.max(1, due - now), timer.stop.signal).then(
      () => {
        this.#timer = undefined;
        this.#wake();
      },
      () => undefined,
    );
  }

  stop(): void {
    this.#timer?.stop.abort(new Error('no longer waited for'));
    this.#timer = undefined;
  }
}

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
