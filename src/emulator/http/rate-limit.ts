import type { Limits } from '../../contract/limits.js';
import type { EmulatorClock } from '../clock.js';
import type { Plan } from '../domain/organisation.js';
import { Refusal } from '../domain/refusal.js';

const minute = 60_000;

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next window, 1 to 60. */
  readonly reset: number;
}

/** The request counters: a fixed window of a minute for each key, on the emulator's clock (Limits, Request rate). */
export interface RateLimit {
  /** Counts requests, rejected or not, and throws rate_limited above the limit. */
  count(keyId: string, plan: Plan, requests: number): void;
  window(keyId: string, plan: Plan): RateWindow;
  /** Forgets every count. */
  clear(): void;
}

/** The counts are in memory only: a restart begins a new minute. */
export function createRateLimit(clock: EmulatorClock, perMinute: Limits['requestsPerMinute']): RateLimit {
  let current = 0;
  const counts = new Map<string, number>();

  const turn = (): number => {
    const now = clock.now();
    const minuteNow = Math.floor(now / minute);
    if (minuteNow !== current) counts.clear();
    current = minuteNow;
    return now;
  };
  const limitOf = (plan: Plan): number => (plan === 'free' ? perMinute.free : perMinute.paid);

  const window = (keyId: string, plan: Plan): RateWindow => {
    const now = turn();
    const limit = limitOf(plan);
    const remaining = Math.max(0, limit - (counts.get(keyId) ?? 0));
    return { limit, remaining, reset: Math.ceil(((current + 1) * minute - now) / 1000) };
  };
  return {
    count(keyId, plan, requests) {
      turn();
      const used = (counts.get(keyId) ?? 0) + requests;
      counts.set(keyId, used);
      const { limit, reset } = window(keyId, plan);
      if (used <= limit) return;
      const message =
        requests > 1
          ? `The batch has more rows than the rate limit of this key allows. The limit resets in ${reset} s.`
          : `This key has used its ${limit} requests per minute. The limit resets in ${reset} s.`;
      throw new Refusal('rate_limited', message, { 'Retry-After': String(reset) });
    },
    window,
    clear: () => counts.clear(),
  };
}

/** Of a request that the rate limit refuses: none remain. */
export const overLimitHeaders = (window: RateWindow): Readonly<Record<string, string>> => ({
  ...rateHeaders({ ...window, remaining: 0 }),
  'Retry-After': String(window.reset),
});

/** The headers of every response to a valid key, also of errors. */
export const rateHeaders = ({ limit, remaining, reset }: RateWindow): Readonly<Record<string, string>> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
});
