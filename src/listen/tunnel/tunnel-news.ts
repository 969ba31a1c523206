import { behind } from './address.js';
import { exitFailure } from './failure.js';
import type { TunnelNews } from './supervise.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Report } from '../receive/report.js';

export interface TunnelNewsOptions {
  readonly endpoint: Endpoint;
  /** The secret path, `/…`. */
  readonly path: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly tell: (report: Report) => void;
  /** Deliveries wait while an endpoint is being registered. */
  readonly registering: (promise: Promise<unknown>) => void;
  /** Reports missing events; `late` when the service still retries them. */
  readonly nameMissing: (late: boolean) => Promise<void>;
  readonly givenUp: (failure: Error) => void;
}

/** A gap of this length has cost deliveries, which the service retries after a minute. */
const worthSaying = 10_000;

/** Updates the endpoint when the tunnel changes, one change after the other, and reports it. */
export class TunnelMonitor {
  readonly #of: TunnelNewsOptions;
  #row: Promise<void> = Promise.resolve();
  #gaps = 0;
  #ready = false;

  constructor(options: TunnelNewsOptions) {
    this.#of = options;
  }

  /** How often deliveries could not arrive since it was ready. */
  get gaps(): number {
    return this.#gaps;
  }

  /** From now on changes concern a registered endpoint. */
  begin(): void {
    this.#ready = true;
  }

  hear(news: TunnelNews): void {
    if (this.#ready && news.state !== 'up' && news.state !== 'moved') this.#gaps += 1;
    this.#row = this.#row.then(() => this.#follow(news)).catch((error: unknown) => this.#failed(error));
  }

  async rest(): Promise<void> {
    await this.#row;
  }

  async #follow(news: TunnelNews): Promise<void> {
    const { endpoint, nameMissing, givenUp } = this.#of;
    switch (news.state) {
      case 'up': {
        if (!this.#ready) return;
        const later = news.afterMs < worthSaying ? '' : ' The service retries failed deliveries after one minute.';
        this.#tell('up', `The tunnel works again after ${Math.round(news.afterMs / 1000)} s.${later}`, '', news.url);
        await endpoint.check();
        return await nameMissing(true);
      }
      case 'moved':
        if (!this.#ready) return;
        return await this.#move(news.url);
      case 'degraded':
        return this.#tell('degraded', sentence(news.words));
      case 'down': {
        const again = news.retryIn === null ? '' : ` Retrying in ${(news.retryIn / 1000).toFixed(1)} s.`;
        return this.#tell('down', `${sentence(news.words)}${again}`, news.hint);
      }
      case 'given-up':
        this.#tell('given-up', sentence(news.words), news.hint);
        return givenUp(exitFailure({ ...news.exit, words: news.words }));
    }
  }

  async #move(url: URL): Promise<void> {
    const { endpoint, path, registering, nameMissing } = this.#of;
    const moving = endpoint.move(behind(url, path).href);
    registering(moving);
    await moving;
    const words = `The URL changed to ${url.origin}. The endpoint was registered again, and the old one was deleted.`;
    this.#tell('moved', words, 'Pending retries to the old URL will not arrive.', url);
    await nameMissing(false);
  }

  #tell(state: TunnelNews['state'], words: string, hint = '', url: URL | null = null): void {
    this.#of.tell({ is: 'tunnel', at: this.#iso(), state, url: url?.href ?? null, words, hint });
  }

  #failed(error: unknown): void {
    if (this.#of.signal.aborted || this.#of.endpoint.isClosing) return;
    const why = error instanceof Error ? error.message : String(error);
    const words = `Could not check the endpoint: ${why}`;
    this.#of.tell({ is: 'remark', at: this.#iso(), code: 'endpoint_failed', words, grave: true });
  }

  #iso(): string {
    return new Date(this.#of.now()).toISOString();
  }
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
