import { setTimeout as sleep } from 'node:timers/promises';
import type { Scheduler } from './delivery/scheduler.js';
import type { Settle } from './http/dispatcher.js';
import type { EmulatorClock } from './clock.js';
import type { ServiceSettings } from './service.js';

export interface SettlingParts {
  readonly clock: Pick<EmulatorClock, 'frozen'>;
  readonly settings: Pick<ServiceSettings, 'seeded'>;
  readonly scheduler: Pick<Scheduler, 'resting' | 'rest'>;
  /** Milliseconds of real time; unless told well within the ten seconds that a receiver has. */
  readonly timeoutMs?: number;
}

/**
 * Whether the next request is faster than what this one set off must not matter where a run can be repeated. Nothing is
 * awaited for a request that comes while something is under way, since a receiver of deliveries may ask before it takes
 * one; and nothing for long, since it may take none before its own request is answered.
 */
export function createAwaitQuiet({ clock, settings, scheduler, timeoutMs: longest = 6_000 }: SettlingParts): Settle {
  return () => {
    if (!settings.seeded || !clock.frozen || !scheduler.resting) return () => Promise.resolve();
    return async () => {
      const enough = new AbortController();
      const limit = sleep(longest, undefined, { signal: enough.signal }).catch(() => undefined);
      await Promise.race([scheduler.rest(), limit]);
      enough.abort();
    };
  };
}
