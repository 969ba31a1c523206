import type { SettableClock } from '../clock.js';
import type { JobRepository, Lane } from '../store/job-repository.js';
import type { OpenStore } from '../store/store.js';
import type { Job, JobKind } from './jobs.js';

export interface Ran {
  readonly kind: JobKind;
  readonly subject: string;
  /** ISO 8601 UTC: when it ran, on the emulator's clock. */
  readonly at: string;
}

/** A job that was begun. */
export interface Begun {
  /** When what it does can be read; for a job that fails, when it is put off. Never rejects. */
  readonly applied: Promise<void>;
  /** When it is also on disk. Never rejects. */
  readonly done: Promise<void>;
}

/** How many jobs of an advance have been run, of all that are known to be due until its end. */
export interface AdvanceProgress {
  readonly done: number;
  readonly due: number;
}

export interface AdvanceParts {
  readonly clock: SettableClock;
  readonly store: OpenStore;
  readonly rows: JobRepository;
  readonly deliveriesAtOnce: number;
  readonly begin: (job: Job) => Begun;
  readonly passedOver: () => ReadonlySet<string>;
  readonly stopped: () => boolean;
}

/** Jobs that are read at once, and jobs that may share a commit. */
const batch = 200;

/** One move of the clock to a time (milliseconds since 1970), through all jobs due until then, each at its own time. */
export class Advance {
  readonly #parts: AdvanceParts;
  readonly #end: number;
  readonly #ran: Ran[] = [];
  #done = 0;
  /** Jobs begun since the last commit. */
  #uncommitted = 0;

  constructor(parts: AdvanceParts, end: number) {
    this.#parts = parts;
    this.#end = end;
  }

  get progress(): AdvanceProgress {
    return { done: this.#done, due: this.#done + this.#parts.rows.count(this.#end) };
  }

  /** Resolves when what every job did can be read; some of it may not be on disk. */
  async run(): Promise<readonly Ran[]> {
    const { clock, rows, passedOver, stopped } = this.#parts;
    clock.hold(clock.now());
    for (let next = rows.next(passedOver()); next !== null && next <= this.#end; next = rows.next(passedOver())) {
      if (stopped()) break;
      clock.hold(next);
      await this.#runDue();
    }
    clock.hold(this.#end);
    return this.#ran;
  }

  /**
   * Runs all jobs due at the time at which the clock is held. What a job does shares a commit with what follows it, up
   * to the next delivery that leaves: that carries this time, and may tell of all that was done before.
   */
  async #runDue(): Promise<void> {
    for (const job of this.#due('others')) await this.#begin(job).applied;
    const deliveries = this.#due('deliveries');
    if (deliveries.length > 0 || this.#uncommitted >= batch) {
      await this.#parts.store.commit(() => undefined);
      this.#uncommitted = 0;
    }
    const waiting = deliveries.values();
    // A place is free when the outcome is on disk, so a kill repeats no more deliveries than there are places.
    const place = async (): Promise<void> => {
      let last: Begun | undefined;
      for (const job of waiting) {
        await last?.done;
        last = this.#begin(job);
      }
      await last?.applied;
    };
    await Promise.all(Array.from({ length: this.#parts.deliveriesAtOnce }, place));
  }

  #due(lane: Lane): readonly Job[] {
    const { rows, clock, passedOver } = this.#parts;
    return rows.due(lane, clock.now(), batch, passedOver());
  }

  #begin(job: Job): Begun {
    this.#ran.push({ kind: job.kind, subject: job.subject, at: this.#parts.clock.instant() });
    this.#uncommitted += 1;
    const begun = this.#parts.begin(job);
    void begun.applied.then(() => (this.#done += 1));
    return begun;
  }
}
