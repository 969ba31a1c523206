import type { ExitReason, TunnelProvider } from './provider.js';

/** The facts when a tunnel ended or did not start. */
export interface Failing {
  readonly reason: ExitReason;
  readonly retryable: boolean;
  /** Consecutive failures; starts again at 1 after a minute of success. */
  readonly failures: number;
  /** The same for this reason only. */
  readonly ofReason: number;
  /** Milliseconds since the first of these failures. */
  readonly failingFor: number;
  /** Milliseconds since the last start. */
  readonly sinceStart: number;
  /** Whether it was ever up in this run. */
  readonly everUp: boolean;
}

export type NextTry = { readonly wait: number } | { readonly giveUp: string };

const firstWait = 250;
const maxWaitMs = 30_000;
/** A frozen session can hold its port for 29 s, so a minute is not too long. */
const portTimeoutMs = 120_000;
const networkTimeoutMs = 60_000;
const crashTries = 5;

/**
 * Whether a tunnel is restarted, and after how many milliseconds: from 0.25 s doubling up to 30 s with full jitter, slower
 * where the provider requires it. A rejected sign-in is final. Other failures are final only if the tunnel was never up;
 * otherwise it is retried while the program runs. Pure; `random` returns [0, 1).
 */
export function nextTry(failing: Failing, pacing: TunnelProvider['pacing'], random: () => number): NextTry {
  if (!failing.retryable) return { giveUp: 'a retry would fail the same way' };
  const over = failing.everUp ? undefined : neverUp(failing, pacing);
  if (over !== undefined) return { giveUp: over };
  // A clock that was set back must not turn the gap into an hour.
  const gap = Math.max(0, pacing.gap - Math.max(0, failing.sinceStart));
  if (failing.reason === 'rate-limited') {
    const tooOften = failing.ofReason >= pacing.limitedTries;
    return { wait: tooOften ? Math.max(gap, pacing.limitedWait) : Math.max(gap, jitter(failing.failures, random)) };
  }
  return { wait: Math.max(gap, jitter(failing.failures, random)) };
}

function neverUp(
  { reason, failures, ofReason, failingFor }: Failing,
  pacing: TunnelProvider['pacing'],
): string | undefined {
  switch (reason) {
    case 'auth':
      return 'a retry would fail the same way';
    case 'port-taken':
      return failingFor >= portTimeoutMs ? `it was still in use after ${portTimeoutMs / 1000} s` : undefined;
    case 'rate-limited':
      // One long wait, and then a failure.
      return ofReason > pacing.limitedTries + 1 ? `it was rejected ${ofReason} times` : undefined;
    case 'network':
      return failingFor >= networkTimeoutMs ? `no connection for ${networkTimeoutMs / 1000} s` : undefined;
    case 'crash':
    case 'closed':
      return failures >= crashTries ? `it exited ${failures} times in a row` : undefined;
  }
}

function jitter(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(maxWaitMs, firstWait * 2 ** Math.min(20, failures - 1)));
}
