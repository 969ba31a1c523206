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
  /** When it was signed, in milliseconds since 1970; null when that is unknown. */
  readonly signedAt: number | null;
  /** Tries so far, those of earlier runs included. */
  readonly attempts: number;
  /** An earlier run received it, and told of it. */
  readonly resumed?: boolean;
  /** What is told of it. */
  readonly about: DeliveryReport;
}

/** What is told after every try. */
export interface Tried {
  readonly parcel: ForwardJob;
  readonly answer: AppAnswer;
  /** This one included. */
  readonly attempts: number;
  /** Signed anew, since the signature it came with would be too old by now. */
  readonly signedAnew: boolean;
  /** Milliseconds until the next try; null when it is the last one. */
  readonly retryIn: number | null;
}

export interface AppsOptions {
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly journal: Pick<DeliveryJournal, 'forwarded'>;
  /** Milliseconds for one try. */
  readonly timeout: number;
  /** How often an app that answers is tried again. */
  readonly retries: number;
  /** A fresh signature for a parcel whose own is too old; null when it goes as it is. */
  readonly signAnew: (parcel: ForwardJob, body: Buffer) => readonly HeaderPair[] | null;
  /** A parcel of the journal, for one that was too far back in the row to be held in memory. */
  readonly load?: (id: string) => Promise<ForwardJob | undefined>;
  /** Told after every try that reached the app, and after the last one. */
  readonly tried: (tried: Tried) => void;
  /** Told once for a delivery that waits since nothing listens at its app; null when it was not tried itself. */
  readonly waits: (parcel: ForwardJob, attempts: number, answer: AppAnswer | null) => void;
  /** Nothing listens at an app, or it does again; how many deliveries wait for it. */
  readonly reachable: (target: URL, is: boolean, words: string, waiting: number) => void;
}

/** Takes acknowledged deliveries to the apps, however long that takes, each with a few at once. */
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
   * Resolves while an app keeps up, or is away; else once it has caught up, or after a few seconds, so that what is
   * answered does not pile up without end. The service waits for ten.
   */
  async room(target: URL): Promise<void> {
    await this.#lanes.get(target.href)?.room();
  }

  /** Deliveries that no app has taken yet. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting, 0);
  }

  /** Leaves those under way so many milliseconds to end, and stops. What was not taken is in the journal. */
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
  /** Undefined for one that is read from the journal when its turn comes. */
  readonly parcel: ForwardJob | undefined;
  attempts: number;
  /** Answers that were no success. */
  refusals: number;
  /** It was said that it waits. */
  told: boolean;
}

const atOnce = 8;
/** Parcels that are held in memory; of those behind them only the ids are. */
const maxHeld = 1_000;
/** Beyond this, adding a parcel waits for the app. */
const behindBy = 2_000;
const maxWaitMs = 4_000;

/** One app's deliveries. While nothing listens there, one alone is tried now and then, and the others wait for it. */
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
    const entry: Entry = { id, target, parcel, attempts, refusals: 0, told: parcel.resumed === true };
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
        // One is gone, so one may come.
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
    const { clock, journal, send, timeout, signAnew, load } = this.#options;
    const target = entry.target.href;
    const parcel = entry.parcel ?? (await load?.(entry.id).catch(() => undefined));
    const given = parcel?.body;
    const body = given === undefined || Buffer.isBuffer(given) ? given : await given.read().catch(() => undefined);
    if (body === undefined || parcel === undefined) return this.#lost(entry, parcel);
    try {
      // Written down first: a run that is killed now must not send it a second time without being asked.
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
    const anew = signAnew(parcel, body);
    const headers = anew ?? parcel.headers;
    const signal = this.#signal;
    const answer = await forward(send, clock.now, { target: parcel.target, headers, body, timeout, signal });
    // Stopped while it was on its way: nobody knows whether it arrived, and the journal says just that.
    if (signal.aborted && answer.is === 'silent' && answer.sent) return;
    const { retryIn, say } = this.#decide(entry, answer);
    await this.#record(entry, answer, retryIn);
    say();
    if (answer.is === 'silent' && !answer.sent && retryIn !== null) return;
    this.#options.tried({ parcel, answer, attempts: entry.attempts, signedAnew: anew !== null, retryIn });
  }

  /** Milliseconds until the next try, null for none; and what is to be said of the app once that is written down. */
  #decide(entry: Entry, answer: AppAnswer): { readonly retryIn: number | null; readonly say: () => void } {
    const { clock, random, retries, reachable } = this.#options;
    const now = clock.now();
    if (answer.is === 'silent' && !answer.sent) {
      const first = this.#down === undefined;
      // Those that failed at the same moment are one failure.
      if (this.#down === undefined || isDue(this.#down.until, now)) {
        const failures = (this.#down?.failures ?? 0) + 1;
        this.#down = { failures, until: now + waitBeforeTry(failures, false, random) };
      }
      // It keeps its place in the row.
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
    if (entry.told) return;
    entry.told = true;
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
    // The app has it or not, whatever the disk says; unrecorded, it reads as `on its way`.
    await this.#options.journal.forwarded(id, state).catch(() => undefined);
  }

  async #lost(entry: Entry, parcel: ForwardJob | undefined): Promise<void> {
    const words = 'its body is no longer stored';
    const answer: AppAnswer = { is: 'silent', timedOut: false, sent: false, words, milliseconds: 0 };
    await this.#record(entry, answer, null);
    if (parcel === undefined) return;
    this.#options.tried({ parcel, answer, attempts: entry.attempts, signedAnew: false, retryIn: null });
  }
}
