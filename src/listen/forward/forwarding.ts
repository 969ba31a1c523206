import { limits } from '../../contract/limits.js';
import type { Delivery } from '../../store/delivery.js';
import type { ListenerDeliveries } from '../../store/listener-deliveries.js';
import { ifUsable } from '../../store/state.js';
import { AppNews } from './app-news.js';
import { AppMistakes } from './app-mistakes.js';
import { AppQueues } from './app-queues.js';
import type { ForwardJob } from './forward-job.js';
import { isUndelivered, isWaiting, forwardJobOf, signAgain } from './forward-jobs.js';
import type { Report } from '../receive/report.js';
import type { SessionOptions } from '../session-options.js';
import type { HeldEndpoint } from '../endpoint/state.js';

export interface ForwardingOptions extends Pick<
  SessionOptions,
  'appSend' | 'clock' | 'random' | 'retries' | 'signatureHeader' | 'ownHeaders' | 'asksApp' | 'tell'
> {
  readonly journal: ListenerDeliveries;
  /** The endpoints whose secrets sign deliveries again. */
  readonly held: () => readonly HeldEndpoint[];
}

/** Forwards acknowledged deliveries to the apps, including those that earlier runs left, and reports the results. */
export class Forwarding {
  readonly #of: ForwardingOptions;
  readonly #news: AppNews;
  readonly #mistakes: AppMistakes;
  readonly apps: AppQueues;
  /** Milliseconds since 1970. */
  readonly #since: number;

  constructor(options: ForwardingOptions) {
    const { appSend: send, clock, random, journal, retries, signatureHeader, held } = options;
    this.#of = options;
    this.#mistakes = new AppMistakes({
      ...options,
      secret: () => held()[0]?.secrets[0]?.value,
      body: (id) => ifUsable(() => journal.open(id)?.body, undefined),
    });
    const tell = (report: Report): void => {
      if (report.is !== 'delivery') return options.tell(report);
      options.tell({ ...report, cause: this.#mistakes.known(report) });
      this.#mistakes.take(report);
    };
    this.#since = clock.now();
    this.#news = new AppNews(tell, clock.now);
    this.apps = new AppQueues({
      send,
      clock,
      random,
      journal,
      timeout: limits.webhook.timeoutSeconds * 1000,
      retries,
      load: (id) => this.#load(id),
      signAgain: (job, body) => signAgain(job, body, held(), { now: clock.now(), signatureHeader }),
      tried: this.#news.tried,
      waits: this.#news.waits,
      reachable: this.#news.reachable,
    });
  }

  /** How many deliveries are being sent to an app now. */
  get underWay(): number {
    return this.apps.underWay;
  }

  /** How many deliveries the apps have accepted. */
  get taken(): number {
    return this.#news.taken;
  }

  /** Passes a report on, and counts what an app accepted while the service waited. */
  tell(report: Report): void {
    if (report.is === 'delivery') this.#news.delivery(report);
    else this.#of.tell(report);
  }

  /** Stops the search for a mistake of the app, and gives the attempts that run some milliseconds. */
  async close(graceMs: number): Promise<void> {
    this.#mistakes.stop();
    await this.apps.close(graceMs);
  }

  /** Forwards what earlier runs acknowledged but did not forward; returns the number. */
  resume(known: readonly Delivery[]): number {
    const waiting = known.filter(isWaiting);
    for (const { id, size, forward } of waiting) {
      if (forward.is === 'none') continue;
      const attempts = 'attempts' in forward ? forward.attempts : 0;
      this.apps.add({ id, size, target: new URL(forward.target), attempts, resumed: true });
    }
    return waiting.length;
  }

  #load(id: string): ForwardJob | undefined {
    const found = this.#of.journal.open(id);
    if (found === undefined || found.delivery.forward.is === 'none') return undefined;
    return forwardJobOf(found.delivery, found.body, found.delivery.forward.target, this.#of);
  }

  /** Deliveries that no app has accepted, oldest first; given-up ones only if this run gave them up. */
  undelivered(): readonly Delivery[] {
    const all = ifUsable(() => this.#of.journal.undelivered(), []);
    return all.filter((each) => isUndelivered(each, this.#since));
  }
}
