import type { Client } from '../../client/client.js';

/** A `Date` header has a precision of one second. */
const second = 1_000;

/**
 * Derives the clock offset of this machine from the service's responses. Each one bounds it by a second and the
 * duration of the call; together they are closer, until the clock is set and they contradict.
 */
export class ServiceClock {
  readonly #now: () => number;
  #min = 0;
  #max = 0;
  #known = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds that this machine is ahead, as close as the responses allow; null without any. */
  get ahead(): number | null {
    return this.#known ? Math.round((this.#min + this.#max) / 2) : null;
  }

  /** The earliest current time of the service's clock, in milliseconds since 1970. */
  get earliest(): number {
    return this.#now() - (this.#known ? this.#max : second);
  }

  watch(client: Client): Client {
    return {
      ...client,
      call: async (operation, input, given) => {
        const began = this.#now();
        const result = await client.call(operation, input, given);
        const date = result.headers.date('date');
        if (date !== undefined) this.#learn(began - date - second, this.#now() - date);
        return result;
      },
    };
  }

  #learn(min: number, max: number): void {
    // The clock was set during the call, so it proves nothing.
    if (max < min) return;
    const agrees = this.#known && min <= this.#max && max >= this.#min;
    this.#min = agrees ? Math.max(min, this.#min) : min;
    this.#max = agrees ? Math.min(max, this.#max) : max;
    this.#known = true;
  }
}
