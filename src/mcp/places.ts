/** So many calls at a time, and so many more that wait for a place; whatever comes beyond is told to come later. */
export class Places {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(max: number, maxWaiting: number) {
    this.#most = max;
    this.#mostWaiting = maxWaiting;
  }

  /** Runs `work` in a place of its own; null when there is no room to wait either. */
  async run<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#taken >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#taken += 1;
    try {
      return await work();
    } finally {
      // The place goes on to whoever waits longest.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}
