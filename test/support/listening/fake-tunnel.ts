import type { ProbeOutcome } from '../../../src/listen/tunnel/probe.js';
import type {
  ExitInfo,
  ExitReason,
  SessionUpdate,
  TunnelProvider,
  TunnelSession,
} from '../../../src/listen/tunnel/provider.js';
import { exitFailure } from '../../../src/listen/tunnel/failure.js';

interface FakeSession extends TunnelSession {
  /** How the provider would answer when it is asked. */
  says: 'up' | 'down' | 'unknown';
  move(...urls: readonly string[]): void;
  update(update: SessionUpdate): void;
  end(reason: ExitReason, words?: string): void;
  readonly closes: number;
}

export interface FakeTunnel {
  readonly provider: TunnelProvider;
  /** Every session that was started, in order. */
  readonly sessions: readonly FakeSession[];
  /** When the starts were, by the clock given. */
  readonly starts: readonly number[];
  /** How the next starts end instead of succeeding. */
  readonly failures: ExitInfo[];
  /** What the probes find, until it is changed. */
  outcome: ProbeOutcome | ((url: URL) => ProbeOutcome);
  readonly probes: { readonly at: number; readonly url: string }[];
  readonly prober: { probe(url: URL): Promise<ProbeOutcome> };
}

export const exitWith = (
  reason: ExitReason,
  words = `it ended: ${reason}`,
  retryable = reason !== 'auth',
): ExitInfo => ({
  code: null,
  signal: null,
  reason,
  retryable,
  words,
  hint: '',
});

/** A tunnel without a network, for what is decided about tunnels. */
export function fakeTunnel(
  now: () => number,
  options: { readonly urls?: readonly string[]; readonly probeAfter?: number } & Partial<TunnelProvider> = {},
): FakeTunnel {
  const { urls = ['https://one.test'], probeAfter = 0, ...rest } = options;
  const sessions: FakeSession[] = [];
  const starts: number[] = [];
  const failures: ExitInfo[] = [];
  const probes: { at: number; url: string }[] = [];
  const fake: FakeTunnel = {
    sessions,
    starts,
    failures,
    probes,
    outcome: { ok: true, milliseconds: 1 },
    provider: {
      id: 'command',
      title: 'the fake',
      stability: 'fixed',
      restartable: true,
      timeoutMs: 0,
      pacing: { gap: 0, limitedTries: 5, limitedWait: 60_000 },
      detect: async () => ({
        available: true,
        unasked: false,
        needsAccount: false,
        stability: 'fixed',
        ackMode: 'end-to-end',
      }),
      async start() {
        starts.push(now());
        const failure = failures.shift();
        if (failure !== undefined) throw exitFailure(failure);
        const session = fakeSession(urls[Math.min(sessions.length, urls.length - 1)] ?? '', probeAfter);
        sessions.push(session);
        return session;
      },
      ...rest,
    },
    prober: {
      async probe(url) {
        probes.push({ at: now(), url: url.href });
        return typeof fake.outcome === 'function' ? fake.outcome(url) : fake.outcome;
      },
    },
  };
  return fake;
}

function fakeSession(first: string, probeAfter: number): FakeSession {
  let addresses = [new URL(first)];
  let listener: (update: SessionUpdate) => void = () => undefined;
  let finish: (exit: ExitInfo) => void = () => undefined;
  let closes = 0;
  const closed = new Promise<ExitInfo>((resolve) => (finish = resolve));
  return {
    says: 'unknown',
    probeAfter,
    pids: [],
    closed,
    addresses: () => addresses,
    onUpdate: (wanted) => (listener = wanted),
    async health() {
      return this.says;
    },
    async close() {
      closes += 1;
      finish(exitWith('closed'));
    },
    move(...urls) {
      addresses = urls.map((url) => new URL(url));
    },
    update: (update) => listener(update),
    end: (reason, words) => finish(exitWith(reason, words)),
    get closes() {
      return closes;
    },
  };
}
