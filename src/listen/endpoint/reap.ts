import type { Client } from '../../client/client.js';
import { retireListener, type HeldEndpoint } from './state.js';
import { removeEndpoint } from './prune.js';

/**
 * What a listener tells the cleanup process in case it is killed. The key is passed only through a pipe, never on a
 * command line or in a file.
 */
export type ReaperOrder =
  | {
      readonly order: 'serve';
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly stateDir: string;
      readonly userAgent: string;
      readonly keep: boolean;
      /** The lines of the contract file of the service, already checked. */
      readonly contract?: Readonly<Record<string, unknown>>;
    }
  /** `id`: of the listener's record on disk. */
  | { readonly order: 'hold'; readonly id: string; readonly endpoints: readonly Pick<HeldEndpoint, 'id' | 'url'>[] }
  | { readonly order: 'started'; readonly pid: number }
  | { readonly order: 'ended'; readonly pid: number }
  /** The listener has cleaned up itself. */
  | { readonly order: 'bye' };

export interface ReaperParts {
  /** A client for the given service. */
  readonly client: (serve: Extract<ReaperOrder, { readonly order: 'serve' }>) => Pick<Client, 'call'>;
  /** The start time of a process, so that a reused process ID is not mistaken for it; null when it has exited. */
  readonly mark: (pid: number) => Promise<string | null>;
  /** Ends a process and its group. */
  readonly end: (pid: number) => void;
}

/** Remembers what a listener opened, and closes it when the listener exits without a cleanup. */
export class Reaper {
  readonly #parts: ReaperParts;
  readonly #children = new Map<number, Promise<string | null>>();
  #serve: Extract<ReaperOrder, { readonly order: 'serve' }> | undefined;
  #held: Extract<ReaperOrder, { readonly order: 'hold' }> | undefined;
  #over = false;

  constructor(parts: ReaperParts) {
    this.#parts = parts;
  }

  take(order: ReaperOrder): void {
    switch (order.order) {
      case 'serve':
        this.#serve = order;
        return;
      case 'hold':
        this.#held = order;
        return;
      case 'started':
        this.#children.set(order.pid, this.#parts.mark(order.pid));
        return;
      case 'ended':
        this.#children.delete(order.pid);
        return;
      case 'bye':
        this.#over = true;
    }
  }

  /** The listener has exited. Ends its processes, then deletes its endpoints unless they should stay. */
  async gone(): Promise<void> {
    if (this.#over) return;
    for (const [pid, mark] of this.#children) {
      const began = await mark;
      if (began !== null && (await this.#parts.mark(pid)) === began) this.#parts.end(pid);
    }
    const serve = this.#serve;
    if (serve === undefined || serve.keep) return;
    if (this.#held === undefined) return;
    // What is not found may still be on its way to the service: the next start looks again.
    if (await this.#removeEndpoints(serve, this.#held.endpoints)) await retireListener(serve.stateDir, this.#held.id);
  }

  /** Whether each endpoint was found. */
  async #removeEndpoints(
    serve: Extract<ReaperOrder, { readonly order: 'serve' }>,
    endpoints: readonly Pick<HeldEndpoint, 'id' | 'url'>[],
  ): Promise<boolean> {
    const client = this.#parts.client(serve);
    const unanswered = endpoints.some(({ id }) => id === null);
    const list = unanswered ? (await client.call('listWebhooks', {})).body.data : [];
    let isEachFound = true;
    for (const { id, url } of endpoints) {
      const found = id ?? list.find((webhook) => webhook.url === url)?.id;
      if (found === undefined) isEachFound = false;
      else await removeEndpoint({ client }, found);
    }
    return isEachFound;
  }
}
