import { isSuccess, type AppAnswer } from '../receive/answer.js';
import { ifUsable } from '../../store/state.js';
import type { AppsOptions } from './app-queues.js';
import { isDue, RetrySchedule, waitBeforeTry } from './retry-schedule.js';
import type { DeliveryReport } from '../receive/report.js';
import { forwardAfter } from './delivery-state.js';
import { forward } from './forward.js';
import type { ForwardJob, StoredJob } from './forward-job.js';
import { EntryQueue, type Entry, type JobMemory } from './waiting-jobs.js';

const atOnce = 8;
/** Adding a job waits for the app while more bytes than this wait for it, but no longer than the time. */
const behindBy = 16 * 1024 * 1024;
const maxWaitMs = 4_000;
/** Jobs that are read from the journal in one go, and about how many bytes of them. */
const maxLoaded = 64;
const maxLoadedBytes = 1024 * 1024;

/**
 * The deliveries of one app, sent in their order, a few at a time. While the app is unreachable, only one of them is
 * tried from time to time.
 */
export class AppLane {
  readonly #options: AppsOptions;
  readonly #memory: JobMemory;
  readonly #signal: AbortSignal;
  readonly #ready = new EntryQueue();
  readonly #later: RetrySchedule;
  /** Being sent, or sent and not recorded yet. */
  readonly #underWay = new Set<Promise<void>>();
  #sending = 0;
  /** Of all that wait. */
  #bytes = 0;
  #down: { failures: number; until: number } | undefined;
  readonly #waiters: (() => void)[] = [];
  #stopped = false;

  constructor(options: AppsOptions, memory: JobMemory, signal: AbortSignal) {
    this.#options = options;
    this.#memory = memory;
    this.#signal = signal;
    this.#later = new RetrySchedule(options.clock, () => this.#pump());
  }

  get waiting(): number {
    return this.#ready.length + this.#later.size + this.#underWay.size;
  }

  get underWay(): number {
    return this.#sending;
  }

  add(job: ForwardJob | StoredJob): void {
    const entry = this.#memory.enter(job, this.#options.load !== undefined);
    this.#bytes += entry.bytes;
    if (this.#down !== undefined) this.#tellWaiting(entry, 'body' in job ? job : undefined, null);
    this.#ready.push(entry);
    this.#pump();
  }

  async room(): Promise<void> {
    if (this.#down !== undefined || this.#stopped || this.#bytes <= behindBy) return;
    const limit = new AbortController();
    const late = this.#options.clock.sleep(maxWaitMs, limit.signal).catch(() => undefined);
    await Promise.race([new Promise<void>((resolve) => this.#waiters.push(resolve)), late]);
    limit.abort(new Error('no longer waited for'));
  }

  stop(): void {
    this.#stopped = true;
    for (const go of this.#waiters.splice(0)) go();
    this.#later.stop();
  }

  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #pump(): void {
    if (this.#stopped) return;
    const now = this.#options.clock.now();
    for (let due = this.#later.take(now); due !== undefined; due = this.#later.take(now)) this.#ready.push(due);
    while (this.#sending < this.#room(now)) {
      const entry = this.#ready.peek();
      if (entry === undefined) break;
      if (entry.job === undefined && !entry.isGone) this.#load();
      this.#ready.shift();
      this.#begin(entry);
    }
    const isProbeNext = this.#down !== undefined && this.#ready.length > 0 && this.#sending === 0;
    this.#later.arm(now, isProbeNext ? (this.#down?.until ?? Infinity) : Infinity);
  }

  #begin(entry: Entry): void {
    const { job } = entry;
    const done = (job === undefined ? this.#lost(entry) : this.#try(entry, job)).finally(() => {
      this.#underWay.delete(done);
      // A place became free.
      if (this.#down === undefined && this.#bytes > behindBy) this.#waiters.shift()?.();
      else for (const go of this.#waiters.splice(0)) go();
      this.#pump();
    });
    this.#underWay.add(done);
  }

  #room(now: number): number {
    if (this.#down === undefined) return atOnce;
    return isDue(this.#down.until, now) ? 1 : 0;
  }

  /** Reads the next jobs that are only in the record, in their order. */
  #load(): void {
    let bytes = 0;
    let count = 0;
    for (const entry of this.#ready) {
      if (count === maxLoaded || bytes >= maxLoadedBytes) break;
      if (entry.job !== undefined || entry.isGone) continue;
      count += 1;
      bytes += entry.bytes;
      const job = ifUsable(() => this.#options.load?.(entry.id), undefined);
      if (job === undefined) entry.isGone = true;
      else this.#memory.load(entry, job);
    }
  }

  async #try(entry: Entry, job: ForwardJob): Promise<void> {
    const { clock, journal, send, timeout, signAgain, random, tried } = this.#options;
    const signal = this.#signal;
    const { target, body } = job;
    let answer: AppAnswer;
    let resigned: ReturnType<typeof signAgain>;
    this.#sending += 1;
    try {
      try {
        // Recorded before the attempt: after a kill, it must not be sent again without a request.
        const at = new Date(clock.now()).toISOString();
        const begun = { is: 'sending', target: target.href, attempts: entry.attempts + 1, at } as const;
        const refused = await journal.forwarded(job.id, begun);
        if (refused === 'sending') this.#again(entry, clock.now() + waitBeforeTry(1, true, random));
        else if (refused === 'removed') await this.#lost(entry);
        // The app has it, or may have it.
        else if (refused !== undefined) this.#finish(entry);
        if (refused !== undefined) return;
      } catch {
        // The store cannot record it now (its failure is reported there), so nothing may leave.
        this.#again(entry, clock.now() + waitBeforeTry(1, true, random));
        return;
      }
      entry.attempts += 1;
      resigned = signAgain(job, body);
      const headers = resigned ?? job.headers;
      answer = await forward(send, clock.now, { target, headers, body, timeout, signal });
    } finally {
      this.#sending -= 1;
    }
    // Stopped during the attempt: its result is unknown, and the journal says so.
    if (signal.aborted && answer.is === 'silent' && answer.sent) return;
    const { attempts } = entry;
    const { retryIn, say } = this.#decide(entry, job, answer);
    const recorded = this.#record(entry, answer, retryIn);
    // The next one is recorded in the same write as this one.
    this.#pump();
    await recorded;
    say();
    if (answer.is === 'silent' && !answer.sent && retryIn !== null) return;
    tried({ job, answer, attempts, signedAgain: resigned !== null, retryIn });
  }

  /** Milliseconds until the next attempt, null for none; and the app news to report after it is recorded. */
  #decide(
    entry: Entry,
    job: ForwardJob,
    answer: AppAnswer,
  ): { readonly retryIn: number | null; readonly say: () => void } {
    const { clock, random, retries, reachable } = this.#options;
    const now = clock.now();
    if (answer.is === 'silent' && !answer.sent) {
      const first = this.#down === undefined;
      // Failures at the same moment count once.
      if (this.#down === undefined || isDue(this.#down.until, now)) {
        const failures = (this.#down?.failures ?? 0) + 1;
        this.#down = { failures, until: now + waitBeforeTry(failures, false, random) };
      }
      // It keeps its place in the queue.
      this.#ready.unshift(entry);
      this.#memory.leave(entry, false);
      const say = (): void => {
        if (first) reachable(entry.target, false, answer.words, this.waiting - 1);
        this.#tellWaiting(entry, job, answer);
        if (first) for (const other of this.#ready) this.#tellWaiting(other, other.job, null);
      };
      return { retryIn: Math.max(0, this.#down.until - now), say };
    }
    const back = this.#down !== undefined;
    this.#down = undefined;
    const say = (): void => {
      // One that took the delivery and then broke off has not responded.
      const does = answer.is === 'answered' ? 'responds' : 'takes connections';
      if (back) reachable(entry.target, true, does, this.waiting - 1);
    };
    entry.refusals += isSuccess(answer) ? 0 : 1;
    if (isSuccess(answer) || entry.refusals > retries) {
      this.#finish(entry);
      return { retryIn: null, say };
    }
    const wait = waitBeforeTry(entry.refusals, true, random);
    this.#again(entry, now + wait);
    return { retryIn: wait, say };
  }

  #tellWaiting(entry: Entry, job: ForwardJob | undefined, answer: AppAnswer | null): void {
    if (entry.reported) return;
    entry.reported = true;
    if (job !== undefined) this.#options.waits(job, entry.attempts, answer);
  }

  #again(entry: Entry, due: number): void {
    this.#later.add(entry, due);
    this.#memory.leave(entry, false);
  }

  #finish(entry: Entry): void {
    this.#bytes -= entry.bytes;
    this.#memory.leave(entry, true);
  }

  async #record({ id, target, attempts }: Entry, answer: AppAnswer, retryIn: number | null): Promise<void> {
    const facts = { target: target.href, attempts, at: new Date(this.#options.clock.now()).toISOString() };
    const state = forwardAfter(answer, facts, retryIn !== null);
    // The attempt is over even if it cannot be recorded; without a record it reads as `sending`.
    await this.#options.journal.forwarded(id, state).catch(() => undefined);
  }

  async #lost(entry: Entry): Promise<void> {
    this.#finish(entry);
    const words = 'its body is no longer stored';
    const answer = { is: 'silent', timedOut: false, sent: false, words, milliseconds: 0 } as const;
    await this.#record(entry, answer, null);
    const job = { id: entry.id, about: reportOfLost(entry) };
    this.#options.tried({ job, answer, attempts: entry.attempts, signedAgain: false, retryIn: null });
  }
}

/** Of a delivery whose record was deleted, only this is known. */
function reportOfLost({ id, target }: Entry): DeliveryReport {
  const unknown = {
    event: null,
    eventId: null,
    envelopeId: null,
    recipientId: null,
    createdAt: null,
    retryCount: null,
  };
  const none = { by: 'current', synthetic: false, repeat: false, app: null, attempts: 0, signedAgain: false } as const;
  return { is: 'delivery', at: '', id, ...unknown, ...none, target: target.href, state: 'given_up', retryIn: null };
}
