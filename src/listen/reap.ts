import type { Client } from '../client/client.js';
import { retireListener, type HeldEndpoint } from './state.js';
import { removeEndpoint } from './prune.js';

/**
 * What a listener tells the process that cleans up after it, should it be killed. The key goes this way alone, through a
 * pipe: it stands on no command line and in no file.
 */
export type ReaperOrder =
  | {
      readonly order: 'serve';
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly stateDir: string;
      readonly userAgent: string;
      readonly keep: boolean;
      /** The lines of the override file for this address, already judged. */
      readonly overrides?: Readonly<Record<string, unknown>>;
    }
  /** `id`: of the record that the listener leaves on the disk. */
  | { readonly order: 'hold'; readonly id: string; readonly endpoints: readonly Pick<HeldEndpoint, 'id' | 'url'>[] }
  | { readonly order: 'started'; readonly pid: number }
  | { readonly order: 'ended'; readonly pid: number }
  /** The listener has cleaned up itself. */
  | { readonly order: 'bye' };

export interface ReaperParts {
  /** A client for the service that was named. */
  readonly client: (serve: Extract<ReaperOrder, { readonly order: 'serve' }>) => Pick<Client, 'call'>;
  /** When a process began, so that a number that is used again is not mistaken for it; null when it is gone. */
  readonly mark: (pid: number) => Promise<string | null>;
  /** Ends a process and its group. */
  readonly end: (pid: number) => void;
}

/** Remembers what a listener opened outside itself, and closes it when the listener is gone without a word. */
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

  /** The listener is gone. Ends its processes, and then removes its endpoints unless they are to stay. */
  async gone(): Promise<void> {
    if (this.#over) return;
    for (const [pid, mark] of this.#children) {
      const began = await mark;
      if (began !== null && (await this.#parts.mark(pid)) === began) this.#parts.end(pid);
    }
    const serve = this.#serve;
    if (serve === undefined || serve.keep) return;
    if (this.#held === undefined) return;
    await this.#removeEndpoints(serve, this.#held.endpoints);
    await retireListener(serve.stateDir, this.#held.id);
  }

  async #removeEndpoints(
    serve: Extract<ReaperOrder, { readonly order: 'serve' }>,
    endpoints: readonly Pick<HeldEndpoint, 'id' | 'url'>[],
  ): Promise<void> {
    const client = this.#parts.client(serve);
    const unanswered = endpoints.some(({ id }) => id === null);
    const list = unanswered ? (await client.call('listWebhooks', {})).body.data : [];
    for (const { id, url } of endpoints) {
      const found = id ?? list.find((webhook) => webhook.url === url)?.id;
      if (found !== undefined) await removeEndpoint({ client }, found);
    }
  }
}
