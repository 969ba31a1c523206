import type { ListenerJournal } from '../journal/listener-journal.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import { AppNews } from './app-news.js';
import { AppQueues, type ForwardJob } from './app-queues.js';
import { isUndelivered, isWaiting, forwardJobOf, signAgain } from './forward-jobs.js';
import type { Report } from './report.js';
import type { SessionOptions } from './session-options.js';
import type { HeldEndpoint } from './state.js';

export interface ForwardingOptions extends Pick<
  SessionOptions,
  'appSend' | 'clock' | 'random' | 'retries' | 'signatureHeader' | 'ownHeaders' | 'tell'
> {
  readonly journal: ListenerJournal;
  /** With whose secrets a delivery is signed anew. */
  readonly held: () => readonly HeldEndpoint[];
  /** The time that signatures are made at, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds for one try, when nobody waits for its end. */
const appTimeout = 30_000;

/** Takes what is acknowledged to the apps, what earlier runs left undone included, and tells how they take it. */
export class Forwarding {
  readonly #of: ForwardingOptions;
  readonly #news: AppNews;
  readonly apps: AppQueues;
  /** Milliseconds since 1970. */
  readonly #since: number;

  constructor(options: ForwardingOptions) {
    const { appSend: send, clock, random, journal, retries, signatureHeader, held, now, tell } = options;
    this.#of = options;
    this.#since = clock.now();
    this.#news = new AppNews(tell, clock.now);
    this.apps = new AppQueues({
      send,
      clock,
      random,
      journal,
      timeout: appTimeout,
      retries,
      load: (id) => this.#load(id),
      signAnew: (parcel, body) => signAgain(parcel, body, held(), { now: now(), signatureHeader }),
      tried: this.#news.tried,
      waits: this.#news.waits,
      reachable: this.#news.reachable,
    });
  }

  /** How many deliveries the apps have taken. */
  get taken(): number {
    return this.#news.taken;
  }

  /** Passes a report on, and counts what an app took while the service waited. */
  tell(report: Report): void {
    if (report.is === 'delivery') this.#news.delivery(report);
    else this.#of.tell(report);
  }

  /** Forwards what earlier runs acknowledged and did not forward; answers how many. */
  resume(known: readonly RecordedDelivery[]): number {
    const waiting = known.filter(isWaiting);
    for (const delivery of waiting) {
      if (delivery.forward.is !== 'none') this.apps.add(forwardJobOf(delivery, delivery.forward.target, this.#of));
    }
    return waiting.length;
  }

  async #load(id: string): Promise<ForwardJob | undefined> {
    const delivery = await this.#of.journal.open(id);
    if (delivery === undefined || delivery.forward.is === 'none') return undefined;
    return forwardJobOf(delivery, delivery.forward.target, this.#of);
  }

  /** What no app has taken, the oldest first; of what was given up, what this run gave up. */
  async undelivered(): Promise<readonly RecordedDelivery[]> {
    const all = await this.#of.journal.undelivered().catch(() => []);
    return all.filter((each) => isUndelivered(each, this.#since));
  }
}
