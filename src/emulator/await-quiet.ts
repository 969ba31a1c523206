import { setTimeout as sleep } from 'node:timers/promises';
import type { Scheduler } from './delivery/scheduler.js';
import type { Settle } from './http/dispatcher.js';
import type { EmulatorClock } from './clock.js';
import type { ServiceSettings } from './service.js';

export interface SettlingParts {
  readonly clock: Pick<EmulatorClock, 'frozen'>;
  readonly settings: Pick<ServiceSettings, 'seeded'>;
  readonly scheduler: Pick<Scheduler, 'resting' | 'rest'>;
  /** Milliseconds of real time; by default within the ten seconds of a receiver. */
  readonly timeoutMs?: number;
}

/**
 * In a repeatable run, the result must not depend on whether the next request is faster than background work. A request
 * during background work does not wait, because a receiver may make it before it responds; and no wait is long, for the
 * same reason.
 */
export function createAwaitQuiet({ clock, settings, scheduler, timeoutMs }: SettlingParts): Settle {
  return () => {
    if (!settings.seeded || !clock.frozen || !scheduler.resting) return () => Promise.resolve();
    return () => awaitQuiet(scheduler, timeoutMs);
  };
}

/** Resolves when no background work is under way, and after `timeoutMs` in any case. */
export async function awaitQuiet(scheduler: Pick<Scheduler, 'rest'>, timeoutMs = 6_000): Promise<void> {
  const enough = new AbortController();
  const limit = sleep(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([scheduler.rest(), limit]);
  enough.abort();
}
