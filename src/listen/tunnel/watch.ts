import type { Clock } from '../../core/platform/clock.js';
import { sameAddress } from './address.js';
import type { ProbeOutcome, Prober } from './probe.js';
import type { ExitInfo, SessionUpdate, TunnelProvider, TunnelSession } from './provider.js';

/** Milliseconds for all intervals. */
export interface WatchTimes {
  /** Between two checks of the provider's health and of the clock. */
  readonly look: number;
  /** Between two probes while it is healthy. */
  readonly probe: number;
  /** A check that is later than this means that the machine was asleep. */
  readonly drift: number;
}

export interface WatchOptions {
  readonly provider: Pick<TunnelProvider, 'timeoutMs' | 'restartable' | 'title'>;
  readonly session: TunnelSession;
  readonly url: URL;
  readonly prober: Pick<Prober, 'probe'>;
  readonly clock: Clock;
  readonly times: WatchTimes;
  /** Interrupts the wait between two checks. */
  readonly nudge: Nudge;
  readonly tell: (news: WatchNews) => void;
}

export type WatchNews =
  | { readonly is: 'well'; readonly afterMs: number }
  | { readonly is: 'poor'; readonly words: string }
  | { readonly is: 'lost'; readonly words: string };

export type WatchEnd =
  | { readonly is: 'ended'; readonly exit: ExitInfo }
  /** The provider reports another URL than the ready one. */
  | { readonly is: 'moved' };

/** Watches one session: the provider's health, a probe from time to time, and after every sleep. */
export async function watchSession(options: WatchOptions, signal: AbortSignal): Promise<WatchEnd> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const ended = options.session.closed.then((exit): WatchEnd => ({ is: 'ended', exit }));
  try {
    return await Promise.race([ended, new Watch(options, stop).run()]);
  } finally {
    over.abort(new Error('no longer watched'));
  }
}

/** Makes a waiting watch check at once. */
export class Nudge {
  #wake: (() => void) | undefined;
  #pending = false;

  now(): void {
    this.#pending = true;
    this.#wake?.();
  }

  /** Resolves at the next nudge, or at once if there was one since the last wait. */
  wait(): Promise<void> {
    if (this.#pending) {
      this.#pending = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#pending = false;
        resolve();
      };
    });
  }

  /** Nobody is waiting, so the next nudge is saved for the next wait. */
  leave(): void {
    this.#wake = undefined;
  }
}

class Watch {
  readonly #of: WatchOptions;
  readonly #signal: AbortSignal;
  /** The last report of the provider itself. */
  #said: SessionUpdate | undefined;
  /** When the problem began; undefined while it is healthy. */
  #since: number | undefined;
  #failures = 0;
  #reconnecting = false;
  #lastProbe: number;
  #reported: 'well' | 'poor' | 'lost' = 'well';
  #words = '';

  constructor(options: WatchOptions, signal: AbortSignal) {
    this.#of = options;
    this.#signal = signal;
    this.#lastProbe = options.clock.now();
    options.session.onUpdate((update) => {
      this.#said = update;
      options.nudge.now();
    });
  }

  async run(): Promise<WatchEnd> {
    for (;;) {
      const early = await this.#pause();
      if (!this.#of.session.addresses().some((address) => sameAddress(address, this.#of.url))) return { is: 'moved' };
      this.#reconnecting = await this.#isReconnecting();
      if (this.#reconnecting) {
        this.#trouble(this.#said?.words ?? `${this.#of.provider.title} is reconnecting`);
      } else if (early || this.#since !== undefined || this.#isDue()) {
        this.#judge(await this.#of.prober.probe(this.#of.url, this.#signal));
      }
      const exit = this.#verdict();
      if (exit !== undefined) return { is: 'ended', exit };
    }
  }

  /** Waits for the next check. True for an extraordinary one: after a nudge, or after sleep. */
  async #pause(): Promise<boolean> {
    const { clock, times, nudge } = this.#of;
    const began = clock.now();
    const over = new AbortController();
    const nudged = nudge.wait().then(() => true);
    const slept = clock.sleep(times.look, AbortSignal.any([this.#signal, over.signal])).then(() => false);
    slept.catch(() => undefined);
    const early = await Promise.race([nudged, slept]).finally(() => {
      nudge.leave();
      over.abort(new Error('looked earlier'));
    });
    return early || clock.now() - began > times.look + times.drift;
  }

  async #isReconnecting(): Promise<boolean> {
    if (this.#said?.state === 'down' || this.#said?.state === 'degraded') return true;
    return (await this.#of.session.health()) === 'down';
  }

  #isDue(): boolean {
    const since = this.#of.clock.now() - this.#lastProbe;
    // A clock that was set back does not show the elapsed time.
    return since < 0 || since >= this.#of.times.probe;
  }

  #judge(outcome: ProbeOutcome): void {
    const { clock, tell } = this.#of;
    this.#lastProbe = clock.now();
    if (outcome.ok) {
      const afterMs = this.#since === undefined ? 0 : clock.now() - this.#since;
      this.#since = undefined;
      this.#failures = 0;
      if (this.#reported !== 'well') tell({ is: 'well', afterMs });
      this.#reported = 'well';
      return;
    }
    // Without a network, a restart would only lose the URL.
    if (outcome.fault === 'there') this.#failures += 1;
    this.#trouble(outcome.fault === 'here' ? `this machine has no network (${outcome.words})` : outcome.words);
  }

  #trouble(words: string): void {
    const now = this.#of.clock.now();
    this.#since = Math.min(this.#since ?? now, now);
    this.#words = words;
    if (this.#reported !== 'well') return;
    this.#reported = 'poor';
    this.#of.tell({ is: 'poor', words });
  }

  /** Whether it has failed long enough to be restarted or, if that is not possible here, to count as lost. */
  #verdict(): ExitInfo | undefined {
    const { provider, clock, tell } = this.#of;
    if (this.#since === undefined) return undefined;
    if (!(this.#reconnecting || this.#failures >= 2) || clock.now() - this.#since < provider.timeoutMs)
      return undefined;
    if (!provider.restartable) {
      if (this.#reported !== 'lost') tell({ is: 'lost', words: this.#words });
      this.#reported = 'lost';
      return undefined;
    }
    return { code: null, signal: null, reason: 'network', retryable: true, words: this.#words, hint: '' };
  }
}
