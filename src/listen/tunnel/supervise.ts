import type { Clock } from '../../core/platform/clock.js';
import { sameAddress } from './address.js';
import { exitFailure, exitOf, TunnelFailure } from './failure.js';
import type { Prober } from './probe.js';
import type { ExitInfo, StartOptions, TunnelProvider, TunnelSession } from './provider.js';
import { awaitReady } from './ready.js';
import { nextTry } from './restart.js';
import { Nudge, watchSession, type WatchNews, type WatchTimes } from './watch.js';

/** The states of the tunnel in order of occurrence; the words are sentences without a full stop. */
export type TunnelNews =
  /** It leads to this process; `afterMs` is the duration of the gap, 0 the first time. */
  | { readonly state: 'up'; readonly url: URL; readonly afterMs: number }
  /** The same with another URL: deliveries to `from` will not arrive any more. */
  | { readonly state: 'moved'; readonly url: URL; readonly from: URL; readonly afterMs: number }
  | { readonly state: 'degraded'; readonly words: string }
  /** Nothing arrives; retried after `retryIn` ms, or when it is repaired elsewhere (null). */
  | { readonly state: 'down'; readonly words: string; readonly hint: string; readonly retryIn: number | null }
  | { readonly state: 'given-up'; readonly words: string; readonly hint: string; readonly exit: ExitInfo };

export interface SuperviseOptions {
  readonly provider: TunnelProvider;
  readonly start: StartOptions;
  readonly prober: Pick<Prober, 'probe'>;
  readonly clock: Clock;
  /** [0, 1), for the backoff. */
  readonly random: () => number;
  readonly tell: (news: TunnelNews) => void;
  readonly times?: Partial<SuperviseTimes>;
}

/** Milliseconds; the defaults come from measurements. */
export interface SuperviseTimes extends WatchTimes {
  /** Between two probes before the first success of a session, and for all of them. */
  readonly readyEvery: number;
  readonly readyWithin: number;
  /** After this time, a session counts as a success and resets the failure count. */
  readonly settled: number;
  /** For a session to end politely before a restart. */
  readonly grace: number;
}

export interface Supervisor {
  /** The first URL that leads to this process; rejects with TunnelFailure when the tunnel fails before. */
  readonly ready: Promise<URL>;
  /** The current or last URL. */
  readonly url: URL | undefined;
  readonly state: TunnelNews['state'] | 'starting';
  /** The running processes of the tunnel. */
  readonly pids: readonly number[];
  /** Checks at once, for example after a request that should have arrived. */
  check(): void;
  /** Ends everything without further reports. Idempotent. */
  close(graceMs?: number): Promise<void>;
}

const defaults: SuperviseTimes = {
  look: 5_000,
  probe: 60_000,
  drift: 30_000,
  readyEvery: 1_000,
  readyWithin: 30_000,
  settled: 60_000,
  grace: 5_000,
};

/** Keeps a tunnel up while the program runs, and reports its state. */
export function supervise(options: SuperviseOptions): Supervisor {
  const run = new Supervision(options, { ...defaults, ...options.times });
  run.begin();
  return run;
}

class Supervision implements Supervisor {
  readonly ready: Promise<URL>;
  state: TunnelNews['state'] | 'starting' = 'starting';
  url: URL | undefined;
  readonly #of: SuperviseOptions;
  readonly #times: SuperviseTimes;
  readonly #stop = new AbortController();
  readonly #nudge = new Nudge();
  readonly #row = new FailureRow();
  #settleReady: { readonly resolve: (url: URL) => void; readonly reject: (failure: TunnelFailure) => void };
  #session: TunnelSession | undefined;
  #over: Promise<void> = Promise.resolve();
  #grace: number;
  /** When deliveries stopped arriving; undefined while they arrive. */
  #lostAt: number | undefined;

  constructor(options: SuperviseOptions, times: SuperviseTimes) {
    this.#of = options;
    this.#times = times;
    this.#grace = times.grace;
    this.#settleReady = { resolve: () => undefined, reject: () => undefined };
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    this.ready.catch(() => undefined);
  }

  get pids(): readonly number[] {
    return this.#session?.pids ?? [];
  }

  begin(): void {
    this.#over = this.#run();
  }

  check(): void {
    this.#nudge.now();
  }

  async close(graceMs = this.#times.grace): Promise<void> {
    this.#grace = graceMs;
    this.#stop.abort(new Error('the tunnel was closed'));
    await this.#over;
    this.#settleReady.reject(new TunnelFailure('the tunnel was closed before it was up', { code: 'tunnel_closed' }));
  }

  async #run(): Promise<void> {
    const { clock, provider } = this.#of;
    const signal = this.#stop.signal;
    while (!signal.aborted) {
      const startedAt = clock.now();
      const exit = await this.#life().catch((error: unknown) => exitOf(error));
      await this.#end();
      if (signal.aborted) return;
      const failing = this.#row.add(exit, clock.now(), this.url !== undefined);
      const next = nextTry({ ...failing, sinceStart: clock.now() - startedAt }, provider.pacing, this.#of.random);
      this.#lostAt ??= clock.now();
      if ('giveUp' in next) return this.#giveUp(exit, next.giveUp);
      this.#tell({ state: 'down', words: exit.words, hint: exit.hint, retryIn: next.wait });
      await clock.sleep(next.wait, signal).catch(() => undefined);
    }
  }

  /** One session from start to end. Throws the failure of its start. */
  async #life(): Promise<ExitInfo> {
    const signal = this.#stop.signal;
    const session = await this.#of.provider.start(this.#of.start, signal);
    this.#session = session;
    for (;;) {
      const { readyEvery: every, readyWithin: within } = this.#times;
      const ready = await awaitReady({ ...this.#of, session, every, within }, signal);
      if (ready.is === 'ended') return ready.exit;
      if (ready.is === 'not-ready') return this.#nothingThrough(ready.words);
      this.#arrives(ready.url);
      const upSince = this.#of.clock.now();
      const { provider, prober, clock } = this.#of;
      const watched = { provider, prober, clock, session, times: this.#times, nudge: this.#nudge };
      const end = await watchSession({ ...watched, url: ready.url, tell: (news) => this.#hear(news) }, signal);
      if (clock.now() - upSince >= this.#times.settled) this.#row.clear();
      if (end.is === 'ended') return end.exit;
      this.#lostAt ??= clock.now();
    }
  }

  #nothingThrough(words: string): ExitInfo {
    const hint = this.#of.provider.restartable ? '' : 'Check the tunnel to this machine.';
    return { code: null, signal: null, reason: 'network', retryable: true, words, hint };
  }

  #arrives(url: URL): void {
    const from = this.url;
    const afterMs = this.#lostAt === undefined ? 0 : this.#of.clock.now() - this.#lostAt;
    this.#lostAt = undefined;
    this.url = url;
    this.#settleReady.resolve(url);
    this.#tell(
      from === undefined || sameAddress(from, url)
        ? { state: 'up', url, afterMs }
        : { state: 'moved', url, from, afterMs },
    );
  }

  #hear(news: WatchNews): void {
    switch (news.is) {
      case 'well':
        this.#lostAt = undefined;
        if (this.url !== undefined) this.#tell({ state: 'up', url: this.url, afterMs: news.afterMs });
        return;
      case 'poor':
        this.#lostAt ??= this.#of.clock.now();
        return this.#tell({ state: 'degraded', words: news.words });
      case 'lost':
        return this.#tell({ state: 'down', words: news.words, hint: '', retryIn: null });
    }
  }

  #giveUp(exit: ExitInfo, why: string): void {
    const words = `${exit.words}; ${why}`;
    this.#tell({ state: 'given-up', words, hint: exit.hint, exit });
    this.#settleReady.reject(exitFailure({ ...exit, words }));
  }

  #tell(news: TunnelNews): void {
    if (this.#stop.signal.aborted) return;
    this.state = news.state;
    this.#of.tell(news);
  }

  async #end(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close(this.#grace);
  }
}

/** The failures since the tunnel was last up for long enough. */
class FailureRow {
  #count = 0;
  #ofReason = 0;
  #reason: ExitInfo['reason'] | undefined;
  #since: number | undefined;

  add(exit: ExitInfo, now: number, everUp: boolean) {
    this.#since ??= now;
    this.#count += 1;
    this.#ofReason = exit.reason === this.#reason ? this.#ofReason + 1 : 1;
    this.#reason = exit.reason;
    return {
      reason: exit.reason,
      retryable: exit.retryable,
      failures: this.#count,
      ofReason: this.#ofReason,
      failingFor: now - this.#since,
      everUp,
    };
  }

  clear(): void {
    this.#count = 0;
    this.#ofReason = 0;
    this.#reason = undefined;
    this.#since = undefined;
  }
}
