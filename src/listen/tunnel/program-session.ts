import { sameAddress } from './address.js';
import { exitFailure } from './failure.js';
import type { ExitInfo, SessionUpdate, StartOptions, TunnelSession } from './provider.js';
import { runProgram, type ProgramCommand, type ProgramEnd, type RunningProgram } from './run-program.js';

/** A fact from a line of output, or from a program's local API. */
export type Fact =
  /** The URL, replacing all others. */
  | { readonly is: 'address'; readonly url: URL }
  /** A possible URL, which a probe must confirm. */
  | { readonly is: 'candidate'; readonly url: URL }
  /** The program reports a connection. */
  | { readonly is: 'connected' }
  | { readonly is: 'changed'; readonly update: SessionUpdate }
  /** It keeps retrying but cannot succeed. */
  | { readonly is: 'failed'; readonly exit: ExitInfo };

/** A program that is a tunnel while it runs: its command line and its output format. */
export interface ProgramTunnel {
  readonly title: string;
  readonly command: ProgramCommand;
  readonly probeAfter: number;
  /** The URL if known in advance; a program that prints its URL needs none. */
  readonly address?: URL;
  read(line: string): readonly Fact[];
  /** Polled every half second until it is up, if the program has an API. */
  ask?(signal: AbortSignal): Promise<readonly Fact[]>;
  health?(): Promise<'up' | 'down' | 'unknown'>;
  explain(end: ProgramEnd): ExitInfo;
}

const askEvery = 500;
const maxCandidates = 10;
const defaultStartTimeout = 30_000;

/** Starts the program, and resolves when it is connected and its URL is known. Throws TunnelFailure. */
export async function openProgram(
  tunnel: ProgramTunnel,
  options: StartOptions,
  signal: AbortSignal,
): Promise<TunnelSession> {
  const session = new ProgramSession(tunnel, options);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const within = options.startTimeout ?? defaultStartTimeout;
  try {
    const outcome = await Promise.race([
      session.up.then(() => 'up' as const),
      session.closed,
      options.clock.sleep(within, stop).then(() => 'late' as const),
      session.askUntilUp(stop).then(() => 'up' as const),
    ]);
    if (outcome === 'up') return session;
    await session.close(1_000);
    if (outcome === 'late') throw exitFailure(session.tooLate(within));
    throw exitFailure(outcome);
  } catch (error) {
    await session.close(1_000);
    throw error;
  } finally {
    over.abort(new Error('no longer waited for'));
  }
}

class ProgramSession implements TunnelSession {
  readonly probeAfter: number;
  readonly closed: Promise<ExitInfo>;
  readonly up: Promise<void>;
  readonly #tunnel: ProgramTunnel;
  readonly #options: StartOptions;
  readonly #program: RunningProgram;
  #addresses: readonly URL[];
  #connected = false;
  #isUp = false;
  #alive = true;
  #resolveUp: () => void = () => undefined;
  #failed: ExitInfo | undefined;
  #lastLine = '';
  #listener: (update: SessionUpdate) => void = () => undefined;

  constructor(tunnel: ProgramTunnel, options: StartOptions) {
    this.#tunnel = tunnel;
    this.#options = options;
    this.probeAfter = tunnel.probeAfter;
    this.#addresses = tunnel.address === undefined ? [] : [tunnel.address];
    this.up = new Promise((resolve) => {
      this.#resolveUp = resolve;
    });
    this.#program = runProgram(tunnel.command, options, (line) => {
      this.#lastLine = line;
      this.#learn(tunnel.read(line));
    });
    this.closed = this.#program.ended.then((end) => {
      this.#alive = false;
      return this.#failed ?? tunnel.explain(end);
    });
  }

  get pids(): readonly number[] {
    const { pid } = this.#program;
    return pid === undefined || !this.#alive ? [] : [pid];
  }

  addresses(): readonly URL[] {
    return this.#addresses;
  }

  onUpdate(listener: (update: SessionUpdate) => void): void {
    this.#listener = listener;
  }

  async health(): Promise<'up' | 'down' | 'unknown'> {
    return (await this.#tunnel.health?.()) ?? 'unknown';
  }

  async close(graceMs: number): Promise<void> {
    await this.#program.close(graceMs);
  }

  async askUntilUp(signal: AbortSignal): Promise<void> {
    if (this.#tunnel.ask === undefined) return await this.up;
    while (!this.#isUp) {
      this.#learn(await this.#tunnel.ask(signal));
      if (!this.#isUp) await this.#options.clock.sleep(askEvery, signal);
    }
  }

  tooLate(within: number): ExitInfo {
    const missing = this.#addresses.length === 0 ? 'reported no URL' : 'did not connect';
    const last = this.#lastLine === '' ? '' : `; its last output: ${this.#lastLine.trim().slice(0, 200)}`;
    const words = `${this.#tunnel.title} ${missing} within ${within / 1000} s${last}`;
    return { code: null, signal: null, reason: 'network', retryable: true, words, hint: '' };
  }

  #learn(facts: readonly Fact[]): void {
    for (const fact of facts) this.#take(fact);
    if (this.#isUp || !this.#connected || this.#addresses.length === 0) return;
    this.#isUp = true;
    this.#resolveUp();
  }

  #take(fact: Fact): void {
    switch (fact.is) {
      case 'address':
        if (this.#addresses[0] !== undefined && sameAddress(this.#addresses[0], fact.url)) return;
        this.#addresses = [fact.url];
        if (this.#isUp) this.#listener({ state: 'up', words: `${this.#tunnel.title} reports another URL` });
        return;
      case 'candidate':
        if (this.#addresses.some((known) => sameAddress(known, fact.url))) return;
        this.#addresses = [...this.#addresses, fact.url].slice(0, maxCandidates);
        return;
      case 'connected':
        this.#connected = true;
        return;
      case 'changed':
        if (this.#isUp) this.#listener(fact.update);
        return;
      case 'failed':
        this.#failed ??= fact.exit;
        void this.#program.close(1_000);
    }
  }
}
