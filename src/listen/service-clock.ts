import type { Client } from '../client/client.js';

/** Learns from the service's answers, which tell its time to the second, how far this machine's clock is off. */
export class ServiceClock {
  readonly #now: () => number;
  #ahead: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds that this machine is ahead; null when no answer told. */
  get ahead(): number | null {
    return this.#ahead;
  }

  watch(client: Client): Client {
    return {
      ...client,
      call: async (operation, input, given) => {
        const result = await client.call(operation, input, given);
        const date = Date.parse(result.headers.get('date') ?? '');
        if (!Number.isNaN(date)) this.#ahead = this.#now() - date;
        return result;
      },
    };
  }
}
