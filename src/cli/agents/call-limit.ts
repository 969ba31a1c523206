/** A limit for parallel calls and for waiting ones; further calls are rejected. */
export class CallLimit {
  readonly #max: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#mostWaiting = maxWaiting;
  }

  /** Runs `work` when there is room; null when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#taken >= this.#max) {
      if (this.#waiting.length >= this.#mostWaiting) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#taken += 1;
    try {
      return await work();
    } finally {
      // The place goes to the call that has waited longest.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}
