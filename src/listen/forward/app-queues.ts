import type { Clock } from '../../core/platform/clock.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Send } from '../../core/http/send.js';
import type { ListenerDeliveries } from '../../store/listener-deliveries.js';
import type { AppAnswer } from '../receive/answer.js';
import { AppLane } from './app-lane.js';
import type { ForwardJob, StoredJob, Tried } from './forward-job.js';
import { JobMemory } from './waiting-jobs.js';

export interface AppsOptions {
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly journal: Pick<ListenerDeliveries, 'forwarded'>;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** How often a failed delivery is retried if the app responds. */
  readonly retries: number;
  /** A fresh signature for a job whose own is too old; null when it is sent as it is. */
  readonly signAgain: (job: ForwardJob, body: Buffer) => readonly HeaderPair[] | null;
  /** Reads a job from the journal that is not held in memory; undefined when its record was deleted. Throws JournalFailure. */
  readonly load?: (id: string) => ForwardJob | undefined;
  /** Called after every attempt that reached the app, and after the last one. */
  readonly tried: (tried: Tried) => void;
  /** Called once for a delivery that waits because its app is not reachable; null when it was not tried itself. */
  readonly waits: (job: ForwardJob, attempts: number, answer: AppAnswer | null) => void;
  /** An app became unreachable, and why, or reachable, and what it does; with the number of waiting deliveries. */
  readonly reachable: (target: URL, is: boolean, words: string, waiting: number) => void;
}

/** Bytes of the jobs held in memory for all apps. */
const maxHeld = 16 * 1024 * 1024;

/** Forwards acknowledged deliveries to the apps, a few at a time for each app, and retries them. */
export class AppQueues {
  readonly #options: AppsOptions;
  readonly #stop = new AbortController();
  readonly #memory = new JobMemory(maxHeld);
  readonly #lanes = new Map<string, AppLane>();

  constructor(options: AppsOptions) {
    this.#options = options;
  }

  add(job: ForwardJob | StoredJob): void {
    const { href } = job.target;
    const lane = this.#lanes.get(href) ?? new AppLane(this.#options, this.#memory, this.#stop.signal);
    this.#lanes.set(href, lane);
    lane.add(job);
  }

  /**
   * Resolves when the app keeps up or is not reachable, or after a few seconds, so that acknowledged deliveries do not
   * pile up. The service waits for ten seconds.
   */
  async room(target: URL): Promise<void> {
    await this.#lanes.get(target.href)?.room();
  }

  /** Deliveries that no app has accepted yet. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting, 0);
  }

  /** Deliveries that are being sent now. */
  get underWay(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.underWay, 0);
  }

  /** Gives running attempts some milliseconds to finish, then stops. The rest stays in the journal. */
  async close(graceMs: number): Promise<void> {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) lane.stop();
    const limit = setTimeout(() => this.#stop.abort(new Error('the listener is stopping')), graceMs);
    await Promise.all(lanes.map((lane) => lane.rest()));
    clearTimeout(limit);
    this.#stop.abort(new Error('the listener is stopping'));
  }
}
