import type { Client } from '../client/client.js';

/** What a `Date` hides: it tells the second alone. */
const second = 1_000;

/**
 * Learns from the service's answers how far this machine's clock is off. Each answer tells it to a second and to the time
 * that the call took; what several of them tell together is closer, until the clock is set and they contradict.
 */
export class ServiceClock {
  readonly #now: () => number;
  #least = 0;
  #most = 0;
  #told = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds that this machine is ahead, as closely as the answers tell; null when none told. */
  get ahead(): number | null {
    return this.#told ? Math.round((this.#least + this.#most) / 2) : null;
  }

  /** What the service's clock says now at the least, in milliseconds since 1970. */
  get earliest(): number {
    return this.#now() - (this.#told ? this.#most : second);
  }

  watch(client: Client): Client {
    return {
      ...client,
      call: async (operation, input, given) => {
        const began = this.#now();
        const result = await client.call(operation, input, given);
        const date = Date.parse(result.headers.get('date') ?? '');
        if (!Number.isNaN(date)) this.#learn(began - date - second, this.#now() - date);
        return result;
      },
    };
  }

  #learn(min: number, max: number): void {
    // Set during the call: it tells nothing.
    if (max < min) return;
    const agrees = this.#told && min <= this.#most && max >= this.#least;
    this.#least = agrees ? Math.max(min, this.#least) : min;
    this.#most = agrees ? Math.min(max, this.#most) : max;
    this.#told = true;
  }
}
