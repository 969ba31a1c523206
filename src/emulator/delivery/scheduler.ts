import { maxTimerMs } from '../../core/platform/sleep.js';
import type { SettableClock } from '../clock.js';
import type { Log } from '../log.js';
import type { Randomness } from '../random.js';
import { jobRepository, type JobRepository, type Lane } from '../store/job-repository.js';
import type { OpenStore } from '../store/store.js';
import { Advance, type AdvanceParts, type AdvanceProgress, type Begun, type Ran } from './advance.js';
import type { Job, JobKind, JobRunner, Jobs } from './jobs.js';

/** On the emulator's clock, doubled with each failure. */
const firstPause = 1000;
const maxPauseMs = 24 * 60 * 60 * 1000;

export interface SchedulerParts {
  readonly clock: SettableClock;
  readonly store: OpenStore;
  /** Only for job IDs, so that background work does not change the IDs in responses. */
  readonly random: Randomness;
  readonly log: Log;
  /** Parallel deliveries; every other job runs alone, in order. */
  readonly deliveriesAtOnce: number;
}

/**
 * Runs due jobs on the emulator's clock: with one real timer while the clock runs, and step by step when the clock is
 * advanced. Only the scheduler moves the clock.
 */
export class Scheduler implements Jobs {
  readonly #clock: SettableClock;
  readonly #store: OpenStore;
  readonly #random: Randomness;
  readonly #log: Log;
  readonly #deliveriesAtOnce: number;
  readonly #rows: JobRepository;
  readonly #runners = new Map<JobKind, JobRunner>();
  readonly #ended = new EndedTogether();
  readonly #underWay = new Map<string, { readonly kind: JobKind; readonly done: Promise<void> }>();
  /** How often the runner of a job has thrown since the start. */
  readonly #failures = new Map<string, number>();
  /** Jobs that could not be postponed: left for the next start, so that one bad job does not stop the clock. */
  readonly #broken = new Set<string>();
  #advances: Promise<unknown> = Promise.resolve();
  #advancing = false;
  #advance: Advance | null = null;
  #dirty = false;
  #wakes = false;
  #state: 'made' | 'running' | 'stopped' = 'made';
  #timer: NodeJS.Timeout | undefined;

  constructor({ clock, store, random, log, deliveriesAtOnce }: SchedulerParts) {
    this.#clock = clock;
    this.#store = store;
    this.#random = random;
    this.#log = log;
    this.#deliveriesAtOnce = deliveriesAtOnce;
    this.#rows = jobRepository(store.sql);
    store.afterCommit(() => {
      if (!this.#dirty) return;
      this.#dirty = false;
      this.#wake();
    });
  }

  schedule(kind: JobKind, subject: string, dueAt: number): void {
    this.#rows.insert({ id: this.#random.uuid(), kind, subject, due_at: Math.ceil(dueAt) });
    this.#dirty = true;
  }

  cancel(kind: JobKind, subject: string): void {
    this.#rows.removeAbout(kind, subject);
  }

  on(kind: JobKind, runner: JobRunner): void {
    if (this.#runners.has(kind)) throw new Error(`duplicate runner for ${kind}`);
    this.#runners.set(kind, runner);
  }

  /** From now on due jobs run, first those that became due while the emulator was down. */
  start(): void {
    this.#state = 'running';
    this.#wake();
  }

  /** Starts nothing more. */
  stop(): void {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
  }

  /** Resolves when nothing is running. */
  async rest(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all([...this.#underWay.values()].map(({ done }) => done));
  }

  get resting(): boolean {
    return this.#underWay.size === 0;
  }

  /** Milliseconds since 1970 of the next job, or null. */
  next(): number | null {
    return this.#rows.next(this.#passedOver());
  }

  /** Of the advance that is under way, or null. */
  get progress(): AdvanceProgress | null {
    return this.#advance?.progress ?? null;
  }

  freeze(): void {
    this.#clock.freeze();
    this.#wake();
  }

  run(): void {
    this.#clock.run();
    this.#wake();
  }

  /**
   * Advances the clock to a time (milliseconds since 1970) through all jobs due until then, each at its own time, and
   * resolves when all are done. A past time only waits for the current work.
   */
  advance(target: (now: number) => number): Promise<readonly Ran[]> {
    const turn = this.#advances.then(() => this.#advanceTo(target));
    this.#advances = turn.catch(() => undefined);
    return turn;
  }

  /** Runs `work` while no job is running or starts, such as the replacement of all data. */
  exclusively<T>(work: () => T): Promise<T> {
    const turn = this.#advances.then(async () => {
      this.#advancing = true;
      try {
        await this.rest();
        return work();
      } finally {
        this.#advancing = false;
        this.#wake();
      }
    });
    this.#advances = turn.catch(() => undefined);
    return turn;
  }

  /** Sets the clock to any time, also an earlier one; only within `exclusively`, with the jobs of that time. */
  place(at: number, frozen: boolean): void {
    this.#broken.clear();
    this.#failures.clear();
    this.#clock.place(at, frozen);
  }

  async #advanceTo(target: (now: number) => number): Promise<readonly Ran[]> {
    this.#advancing = true;
    try {
      const end = target(this.#clock.now());
      await this.rest();
      this.#advance = new Advance(this.#parts(), end);
      const ran = await this.#advance.run();
      await this.rest();
      return ran;
    } finally {
      this.#advance = null;
      this.#clock.release();
      this.#advancing = false;
      this.#wake();
    }
  }

  #parts(): AdvanceParts {
    return {
      clock: this.#clock,
      store: this.#store,
      rows: this.#rows,
      deliveriesAtOnce: this.#deliveriesAtOnce,
      begin: (job) => this.#begin(job),
      passedOver: () => this.#passedOver(),
      stopped: () => this.#state !== 'running',
    };
  }

  /** Starts as many due jobs as may run in parallel, and sets the timer for the rest. */
  #wake(): void {
    if (this.#state !== 'running' || this.#advancing) return;
    clearTimeout(this.#timer);
    const now = this.#clock.now();
    const all = this.#underWay.size;
    const deliveries = this.#deliveriesUnderWay();
    this.#start('deliveries', this.#deliveriesAtOnce - deliveries);
    this.#start('others', all === deliveries ? 1 : 0);
    if (this.#clock.frozen) return;
    // A due job that has not started waits for a free place.
    const next = this.#rows.nextAfter(now);
    if (next === null) return;
    // For a later job it only checks again.
    this.#timer = setTimeout(() => this.#wake(), Math.min(next - now, maxTimerMs));
    this.#timer.unref();
  }

  #deliveriesUnderWay(): number {
    return [...this.#underWay.values()].filter(({ kind }) => kind === 'deliver').length;
  }

  #start(lane: Lane, places: number): void {
    if (places <= 0) return;
    for (const job of this.#rows.due(lane, this.#clock.now(), places, this.#passedOver())) this.#begin(job);
  }

  /** Once for all jobs that end together, such as those that shared a commit. */
  #wakeSoon(): void {
    if (this.#wakes) return;
    this.#wakes = true;
    queueMicrotask(() => {
      this.#wakes = false;
      this.#wake();
    });
  }

  #begin(job: Job): Begun {
    let applied: () => void = () => undefined;
    const isApplied = new Promise<void>((resolve) => (applied = resolve));
    const done = this.#run(job, applied).finally(() => {
      this.#underWay.delete(job.id);
      this.#wakeSoon();
      applied();
    });
    this.#underWay.set(job.id, { kind: job.kind, done });
    return { applied: isApplied, done };
  }

  async #run(job: Job, applied: () => void): Promise<void> {
    try {
      const runner = this.#runners.get(job.kind);
      if (runner === undefined) throw new Error(`no runner for ${job.kind}`);
      // Never in the caller's turn: a request that schedules a job responds before the job starts.
      await Promise.resolve();
      // Cancelled in the meantime, perhaps to run at another time.
      if (!this.#rows.has(job.id)) return;
      const effect = await runner(job);
      if (job.kind === 'deliver') await this.#ended.wait(() => this.#deliveriesUnderWay());
      let isApplied = false;
      const stored = this.#store.commit(() => {
        // Cancelled while it ran, by a deletion or a reset: it leaves no trace.
        if (this.#rows.remove(job.id)) effect();
        isApplied = true;
      });
      if (isApplied) applied();
      await stored;
      this.#failures.delete(job.id);
    } catch (error) {
      if (this.#state === 'stopped') return;
      this.#log({ kind: 'failure', where: `job ${job.kind} ${job.subject}, ${this.#putOff(job)}`, error });
    }
  }

  /** A failed job is retried with growing delays, and reported. */
  #putOff(job: Job): string {
    const failures = (this.#failures.get(job.id) ?? 0) + 1;
    this.#failures.set(job.id, failures);
    const dueAt = Math.ceil(this.#clock.now()) + Math.min(firstPause * 2 ** (failures - 1), maxPauseMs);
    try {
      this.#store.transaction(() => this.#rows.putOff(job.id, dueAt));
      return `retry at ${new Date(dueAt).toISOString()}`;
    } catch {
      // The data file takes nothing now, not even the delay: a retry at once would fail the same way.
      this.#broken.add(job.id);
      return 'retry at the next start';
    }
  }

  #passedOver(): ReadonlySet<string> {
    return new Set([...this.#underWay.keys(), ...this.#broken]);
  }
}

/** Milliseconds of real time that an outcome waits for others: about what a sync of the disk takes. */
const maxWaitMs = 10;

/**
 * Lets deliveries that end at nearly the same time store their outcomes together. A commit is a third of what a delivery
 * costs, and sixteen that are under way at once end within a few milliseconds of each other.
 */
class EndedTogether {
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Resolves for all that wait at once: when none of `underWay` is left to wait for, or after a moment. */
  wait(underWay: () => number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length >= underWay()) this.#open();
      else this.#timer ??= setTimeout(() => this.#open(), maxWaitMs);
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
