import type { Clock } from '../platform/clock.js';
import { sameAddress } from './address.js';
import type { Prober } from './probe.js';
import type { ExitInfo, TunnelSession } from './provider.js';

export type Readiness =
  | { readonly is: 'ready'; readonly url: URL }
  /** Nothing came through in time; the words are the last probe's. */
  | { readonly is: 'not-ready'; readonly words: string }
  | { readonly is: 'ended'; readonly exit: ExitInfo };

export interface ReadyOptions {
  readonly session: TunnelSession;
  readonly prober: Pick<Prober, 'probe'>;
  readonly clock: Clock;
  /** Milliseconds between two rounds of probes, and for all of them from the first one on. */
  readonly every: number;
  readonly within: number;
}

/**
 * Waits until one of the session's addresses leads to this process, and not before the provider's own delay has passed.
 * Rejects only when the signal is aborted.
 */
export async function awaitReady(options: ReadyOptions, signal: AbortSignal): Promise<Readiness> {
  const { session, clock } = options;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const ended = session.closed.then((exit): Readiness => ({ is: 'ended', exit }));
  try {
    return await Promise.race([ended, askUntilReady(options, clock, stop)]);
  } finally {
    over.abort(new Error('no longer waited for'));
  }
}

async function askUntilReady(options: ReadyOptions, clock: Clock, signal: AbortSignal): Promise<Readiness> {
  const { session, prober } = options;
  if (session.probeAfter > 0) await clock.sleep(session.probeAfter, signal);
  let began = clock.now();
  let words = 'it reported no URL';
  for (;;) {
    for (const url of session.addresses().filter(onlyOnce)) {
      const outcome = await prober.probe(url, signal);
      if (outcome.ok) return { is: 'ready', url };
      words = outcome.words;
    }
    // A clock that was set back starts the time anew.
    began = Math.min(began, clock.now());
    if (clock.now() - began >= options.within) return { is: 'not-ready', words };
    await clock.sleep(options.every, signal);
  }
}

function onlyOnce(url: URL, at: number, all: readonly URL[]): boolean {
  return all.findIndex((other) => sameAddress(url, other)) === at;
}
