import type { Client } from '../client/client.js';

/** A `Date` header has a precision of one second. */
const second = 1_000;

/**
 * Derives the clock offset of this machine from the service's responses. Each one bounds it by a second and the
 * duration of the call; together they are closer, until the clock is set and they contradict.
 */
export class ServiceClock {
  readonly #now: () => number;
  #least = 0;
  #most = 0;
  #told = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds that this machine is ahead, as close as the responses allow; null without any. */
  get ahead(): number | null {
    return this.#told ? Math.round((this.#least + this.#most) / 2) : null;
  }

  /** The earliest current time of the service's clock, in milliseconds since 1970. */
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
    // The clock was set during the call, so it proves nothing.
    if (max < min) return;
    const agrees = this.#told && min <= this.#most && max >= this.#least;
    this.#least = agrees ? Math.max(min, this.#least) : min;
    this.#most = agrees ? Math.min(max, this.#most) : max;
    this.#told = true;
  }
}
