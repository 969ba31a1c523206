import type { Clock } from '../../core/platform/clock.js';
import { sameAddress } from './address.js';
import type { Prober } from './probe.js';
import type { ExitInfo, TunnelSession } from './provider.js';

export type Readiness =
  | { readonly is: 'ready'; readonly url: URL }
  /** No successful probe in time; the words are those of the last probe. */
  | { readonly is: 'not-ready'; readonly words: string }
  | { readonly is: 'ended'; readonly exit: ExitInfo };

export interface ReadyOptions {
  readonly session: TunnelSession;
  readonly prober: Pick<Prober, 'probe'>;
  readonly clock: Clock;
  /** Milliseconds between two rounds of probes, and for all rounds. */
  readonly every: number;
  readonly within: number;
}

/**
 * Waits until one of the session's URLs leads to this process, after the provider's own delay. Rejects only on abort.
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
    // After a clock was set back, the time starts again.
    began = Math.min(began, clock.now());
    if (clock.now() - began >= options.within) return { is: 'not-ready', words };
    await clock.sleep(options.every, signal);
  }
}

function onlyOnce(url: URL, at: number, all: readonly URL[]): boolean {
  return all.findIndex((other) => sameAddress(url, other)) === at;
}
