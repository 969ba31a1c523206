import { Heap } from './heap.js';

/**
 * Reorders entries from order of recording to order of start, both latest first: nothing is recorded before it started,
 * so only few are held back. Times are ISO 8601 UTC.
 */
export class InOrder<T> {
  readonly #beganAt: (value: T) => string;
  readonly #waiting = new Heap<{ readonly began: string; readonly count: number; readonly value: T }>((one, other) =>
    one.began === other.began ? one.count < other.count : one.began > other.began,
  );
  #count = 0;

  constructor(beganAt: (value: T) => string, first: readonly T[] = []) {
    this.#beganAt = beganAt;
    for (const value of first) this.add(value);
  }

  /** Returns the entries that no entry recorded before a time can precede. */
  *before(recordedAt: string): Generator<T> {
    for (let first = this.#waiting.peek(); first !== undefined; first = this.#waiting.peek()) {
      if (first.began <= recordedAt) return;
      this.#waiting.pop();
      yield first.value;
    }
  }

  *rest(): Generator<T> {
    for (let first = this.#waiting.pop(); first !== undefined; first = this.#waiting.pop()) yield first.value;
  }

  add(value: T): void {
    this.#count += 1;
    this.#waiting.push({ began: this.#beganAt(value), count: this.#count, value });
  }
}
