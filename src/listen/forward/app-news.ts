import { isSuccess } from '../receive/answer.js';
import type { AppsOptions } from './app-queues.js';
import { stateAfter } from './delivery-state.js';
import type { DeliveryReport, Report } from '../receive/report.js';
import { sentence } from '../tunnel/tunnel-news.js';

/** Reports how apps respond to forwarded deliveries, and counts accepted ones. */
export class AppNews {
  readonly #tell: (report: Report) => void;
  readonly #now: () => number;
  #taken = 0;

  constructor(tell: (report: Report) => void, now: () => number) {
    this.#tell = tell;
    this.#now = now;
  }

  get taken(): number {
    return this.#taken;
  }

  delivery = (report: DeliveryReport): void => {
    if (report.app !== null && isSuccess(report.app)) this.#taken += 1;
    this.#tell(report);
  };

  tried: AppsOptions['tried'] = ({ job, answer, attempts, signedAgain, retryIn }) => {
    const state = stateAfter(answer, retryIn !== null);
    this.delivery({ ...job.about, at: this.#iso(), state, app: answer, attempts, signedAgain, retryIn });
  };

  waits: AppsOptions['waits'] = (job, attempts, answer) => {
    const state = answer === null ? 'waiting' : 'failing';
    this.delivery({ ...job.about, at: this.#iso(), state, app: answer, attempts });
  };

  reachable: AppsOptions['reachable'] = (target, reachable, words, waiting) => {
    const many =
      waiting === 0 ? '' : waiting === 1 ? ' 1 more delivery is waiting.' : ` ${waiting} more deliveries are waiting.`;
    const message = reachable
      ? `${target.host} ${words} again.${many}`
      : `${sentence(words)} New deliveries are stored, and forwarded once it responds.`;
    this.#tell({ is: 'app', at: this.#iso(), target: target.href, reachable, words: message, waiting });
  };

  #iso(): string {
    return new Date(this.#now()).toISOString();
  }
}
