/**
 * Puts what comes in the order of being recorded, the last first, into the order of when it began, the last first:
 * nothing is recorded before it began, so that little has to be held back. Instants are ISO 8601 UTC.
 */
export class InOrder<T> {
  readonly #beganAt: (value: T) => string;
  /** The one that began first comes first. */
  readonly #waiting: T[] = [];

  constructor(beganAt: (value: T) => string, first: readonly T[] = []) {
    this.#beganAt = beganAt;
    for (const value of first) this.add(value);
  }

  /** What nothing that was recorded before an instant can come before. */
  *before(recordedAt: string): Generator<T> {
    for (let last = this.#waiting.at(-1); last !== undefined; last = this.#waiting.at(-1)) {
      if (this.#beganAt(last) <= recordedAt) return;
      this.#waiting.pop();
      yield last;
    }
  }

  *rest(): Generator<T> {
    for (let last = this.#waiting.pop(); last !== undefined; last = this.#waiting.pop()) yield last;
  }

  add(value: T): void {
    const began = this.#beganAt(value);
    let [low, high] = [0, this.#waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#waiting[middle];
      if (other !== undefined && this.#beganAt(other) < began) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, value);
  }
}
