/** A binary heap: `pop` returns the first element in order. */
export class Heap<T> {
  readonly #isBefore: (one: T, other: T) => boolean;
  readonly #all: T[] = [];

  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#all.length;
  }

  peek(): T | undefined {
    return this.#all[0];
  }

  push(value: T): void {
    let at = this.#all.length;
    this.#all.push(value);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#all[above];
      if (parent === undefined || !this.#isBefore(value, parent)) break;
      this.#all[at] = parent;
      at = above;
    }
    this.#all[at] = value;
  }

  pop(): T | undefined {
    const [first] = this.#all;
    const last = this.#all.pop();
    if (first === undefined || last === undefined || this.#all.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      const [left, right] = [this.#all[below], this.#all[below + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && this.#isBefore(right, left)) [child, below] = [right, below + 1];
      if (!this.#isBefore(child, last)) break;
      this.#all[at] = child;
      at = below;
    }
    this.#all[at] = last;
    return first;
  }
}
