/** Milliseconds of real time that an outcome waits for others: about what a sync of the disk takes. */
const maxWaitMs = 10;

/**
 * Lets deliveries that end at nearly the same time store their outcomes together. A commit is a third of what a delivery
 * costs, and sixteen that are under way at once end within a few milliseconds of each other.
 */
export class EndedTogether {
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Resolves for all that wait at once: when none of `underWay` is left to wait for, or after a moment. */
  wait(underWay: () => number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length >= underWay()) this.#open();
      else this.#timer ??= setTimeout(() => this.#open(), maxWaitMs);
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
