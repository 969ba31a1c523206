import type { Clock } from '../platform/clock.js';
import type { HeaderPair } from '../http/headers.js';
import type { Send } from '../http/send.js';
import type { DeliveryJournal } from '../journal/deliveries.js';
import type { Place } from '../journal/deliveries-entry.js';
import { isSuccess, wordsOf, type AppAnswer } from './answer.js';
import { isDue, waitBeforeTry } from './backoff.js';
import { forward } from './forward.js';
import type { DeliveryReport } from './report.js';

/** A delivery on its way to an app. */
export interface ForwardJob {
  /** Its id in the journal. */
  readonly id: string;
  readonly target: URL;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | { readonly read: () => Promise<Buffer | undefined>; readonly place: Place };
  /** Time of the signature in milliseconds since 1970; null when unknown. */
  readonly signedAt: number | null;
  /** Attempts so far, including those of earlier runs. */
  readonly attempts: number;
  /** Received and reported by an earlier run. */
  readonly resumed?: boolean;
  /** What is told of it. */
  readonly about: DeliveryReport;
}

/** The report after every attempt. */
export interface Tried {
  readonly parcel: ForwardJob;
  readonly answer: AppAnswer;
  /** This one included. */
  readonly attempts: number;
  /** Signed again, because the original signature would be too old by now. */
  readonly signedAgain: boolean;
  /** Milliseconds until the next attempt; null after the last one. */
  readonly retryIn: number | null;
}

export interface AppsOptions {
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly journal: Pick<DeliveryJournal, 'forwarded'>;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** How often a failed delivery is retried if the app responds. */
  readonly retries: number;
  /** A fresh signature for a job whose own is too old; null when it is sent as it is. */
  readonly signAgain: (parcel: ForwardJob, body: Buffer) => readonly HeaderPair[] | null;
  /** Reads a job from the journal that was too far back in the queue to be held in memory. */
  readonly load?: (id: string) => Promise<ForwardJob | undefined>;
  /** Called after every attempt that reached the app, and after the last one. */
  readonly tried: (tried: Tried) => void;
  /** Called once for a delivery that waits because its app is not reachable; null when it was not tried itself. */
  readonly waits: (parcel: ForwardJob, attempts: number, answer: AppAnswer | null) => void;
  /** An app became unreachable or reachable; with the number of waiting deliveries. */
  readonly reachable: (target: URL, is: boolean, words: string, waiting: number) => void;
}

/** Forwards acknowledged deliveries to the apps, a few at a time for each app, and retries them. */
export class AppQueues {
  readonly #options: AppsOptions;
  readonly #stop = new AbortController();
  readonly #lanes = new Map<string, Lane>();

  constructor(options: AppsOptions) {
    this.#options = options;
  }

  add(parcel: ForwardJob): void {
    const { href } = parcel.target;
    const lane = this.#lanes.get(href) ?? new Lane(this.#options, this.#stop.signal);
    this.#lanes.set(href, lane);
    lane.add(parcel);
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

interface Entry {
  readonly id: string;
  readonly target: URL;
  /** Undefined for a job that is read from the journal when its turn comes. */
  readonly parcel: ForwardJob | undefined;
  attempts: number;
  /** Responses other than 2xx. */
  refusals: number;
  /** Its waiting was reported. */
  reported: boolean;
}

const atOnce = 8;
/** Jobs held in memory; of those behind them only the IDs are. */
const maxHeld = 1_000;
/** Above this, adding a job waits for the app. */
const behindBy = 2_000;
const maxWaitMs = 4_000;

/** The deliveries of one app. While it is unreachable, only one of them is tried from time to time. */
class Lane {
  readonly #options: AppsOptions;
  readonly #signal: AbortSignal;
  #ready: Entry[] = [];
  readonly #later = new Map<Entry, number>();
  readonly #underWay = new Set<Promise<void>>();
  #down: { failures: number; until: number } | undefined;
  readonly #waiters: (() => void)[] = [];
  #stopped = false;
  #timer: AbortController | undefined;

  constructor(options: AppsOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  get waiting(): number {
    return this.#ready.length + this.#later.size + this.#underWay.size;
  }

  add(parcel: ForwardJob): void {
    const { id, target, attempts } = parcel;
    const entry: Entry = { id, target, parcel, attempts, refusals: 0, reported: parcel.resumed === true };
    if (this.#down !== undefined) this.#tellWaiting(entry, null);
    const held = this.#options.load === undefined || this.#ready.length < maxHeld;
    this.#ready.push(held ? entry : { ...entry, parcel: undefined });
    this.#pump();
  }

  async room(): Promise<void> {
    if (this.#down !== undefined || this.#stopped || this.waiting <= behindBy) return;
    const limit = new AbortController();
    const late = this.#options.clock.sleep(maxWaitMs, limit.signal).catch(() => undefined);
    await Promise.race([new Promise<void>((resolve) => this.#waiters.push(resolve)), late]);
    limit.abort(new Error('no longer waited for'));
  }

  stop(): void {
    this.#stopped = true;
    for (const go of this.#waiters.splice(0)) go();
    this.#timer?.abort(new Error('no longer waited for'));
  }

  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #pump(): void {
    if (this.#stopped) return;
    const now = this.#options.clock.now();
    for (const [entry, due] of this.#later) {
      if (!isDue(due, now)) continue;
      this.#later.delete(entry);
      this.#ready.push(entry);
    }
    while (this.#ready.length > 0 && this.#underWay.size < this.#room(now)) {
      const entry = this.#ready.shift();
      if (entry === undefined) break;
      const done = this.#try(entry).finally(() => {
        this.#underWay.delete(done);
        // A place became free.
        if (this.#down === undefined && this.waiting > behindBy) this.#waiters.shift()?.();
        else for (const go of this.#waiters.splice(0)) go();
        this.#pump();
      });
      this.#underWay.add(done);
    }
    this.#wakeLater(now);
  }

  #room(now: number): number {
    if (this.#down === undefined) return atOnce;
    return isDue(this.#down.until, now) ? 1 : 0;
  }

  #wakeLater(now: number): void {
    const times = [...this.#later.values()];
    if (this.#down !== undefined && this.#ready.length > 0 && this.#underWay.size === 0) times.push(this.#down.until);
    this.#timer?.abort(new Error('no longer waited for'));
    if (times.length === 0) return;
    const timer = new AbortController();
    this.#timer = timer;
    const wait = Math.max(1, times.reduce((soonest, time) => Math.min(soonest, time), Number.POSITIVE_INFINITY) - now);
    this.#options.clock.sleep(wait, timer.signal).then(
      () => this.#pump(),
      () => undefined,
    );
  }

  async #try(entry: Entry): Promise<void> {
    const { clock, journal, send, timeout, signAgain, load } = this.#options;
    const target = entry.target.href;
    const parcel = entry.parcel ?? (await load?.(entry.id).catch(() => undefined));
    const given = parcel?.body;
    const body = given === undefined || Buffer.isBuffer(given) ? given : await given.read().catch(() => undefined);
    if (body === undefined || parcel === undefined) return this.#lost(entry, parcel);
    try {
      // Recorded before the attempt: after a kill, it must not be sent again without a request.
      await journal.forwarded(parcel.id, {
        is: 'sending',
        target,
        attempts: entry.attempts + 1,
        at: new Date(clock.now()).toISOString(),
      });
    } catch {
      this.#again(entry, clock.now() + waitBeforeTry(1, true, this.#options.random));
      return;
    }
    entry.attempts += 1;
    const resigned = signAgain(parcel, body);
    const headers = resigned ?? parcel.headers;
    const signal = this.#signal;
    const answer = await forward(send, clock.now, { target: parcel.target, headers, body, timeout, signal });
    // Stopped during the attempt: its result is unknown, and the journal says so.
    if (signal.aborted && answer.is === 'silent' && answer.sent) return;
    const { retryIn, say } = this.#decide(entry, answer);
    await this.#record(entry, answer, retryIn);
    say();
    if (answer.is === 'silent' && !answer.sent && retryIn !== null) return;
    this.#options.tried({ parcel, answer, attempts: entry.attempts, signedAgain: resigned !== null, retryIn });
  }

  /** Milliseconds until the next attempt, null for none; and the app news to report after it is recorded. */
  #decide(entry: Entry, answer: AppAnswer): { readonly retryIn: number | null; readonly say: () => void } {
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
      const say = (): void => {
        if (first) reachable(entry.target, false, answer.words, this.waiting - 1);
        this.#tellWaiting(entry, answer);
        if (first) for (const other of this.#ready) this.#tellWaiting(other, null);
      };
      return { retryIn: Math.max(0, this.#down.until - now), say };
    }
    const back = this.#down !== undefined;
    this.#down = undefined;
    const say = (): void => {
      if (back) reachable(entry.target, true, '', this.waiting - 1);
    };
    if (isSuccess(answer)) return { retryIn: null, say };
    entry.refusals += 1;
    if (entry.refusals > retries) return { retryIn: null, say };
    const wait = waitBeforeTry(entry.refusals, true, random);
    this.#again(entry, now + wait);
    return { retryIn: wait, say };
  }

  #tellWaiting(entry: Entry, answer: AppAnswer | null): void {
    if (entry.reported) return;
    entry.reported = true;
    if (entry.parcel !== undefined) this.#options.waits(entry.parcel, entry.attempts, answer);
  }

  #again(entry: Entry, due: number): void {
    this.#later.set(entry, due);
  }

  async #record(entry: Entry, answer: AppAnswer, retryIn: number | null): Promise<void> {
    const { id, target, attempts } = entry;
    const facts = {
      target: target.href,
      attempts,
      at: new Date(this.#options.clock.now()).toISOString(),
      status: answer.is === 'answered' ? answer.status : null,
      milliseconds: answer.milliseconds,
    };
    const words = wordsOf(answer);
    const state = isSuccess(answer)
      ? ({ is: 'delivered', ...facts } as const)
      : ({ is: retryIn === null ? 'given-up' : 'failed', ...facts, words } as const);
    // The attempt is over even if it cannot be recorded; without a record it reads as `sending`.
    await this.#options.journal.forwarded(id, state).catch(() => undefined);
  }

  async #lost(entry: Entry, parcel: ForwardJob | undefined): Promise<void> {
    const words = 'its body is no longer stored';
    const answer: AppAnswer = { is: 'silent', timedOut: false, sent: false, words, milliseconds: 0 };
    await this.#record(entry, answer, null);
    if (parcel === undefined) return;
    this.#options.tried({ parcel, answer, attempts: entry.attempts, signedAgain: false, retryIn: null });
  }
}
