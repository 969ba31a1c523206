import type { Clock } from '../../core/platform/clock.js';
import { Heap } from './heap.js';
import { isDue } from './backoff.js';
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
