import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/emulator/domain/refusal.js';
import { createRateLimit, rateHeaders, type RateLimit } from '../../../src/emulator/http/rate-limit.js';
import { createRig, rigStart, type Rig } from '../../support/emulator/temporary-store.js';

let rig: Rig;
let limit: RateLimit;
beforeEach(() => {
  rig = createRig();
  limit = createRateLimit(rig.clock, { free: 60, paid: 600 });
});
afterEach(() => rig.close());

const count = (requests = 1, key = 'a'): string => {
  try {
    limit.count(key, 'free', requests);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.headers['Retry-After']}`;
    throw error;
  }
  return 'counted';
};

describe('the request rate', () => {
  it('is 60 a minute on the free plan and 600 on a paid one, each key for itself', () => {
    expect([limit.window('a', 'free').limit, limit.window('a', 'paid').limit]).toEqual([60, 600]);
    for (let index = 0; index < 60; index += 1) expect(count()).toBe('counted');
    expect(count()).toBe('rate_limited 60');
    expect(count(1, 'b')).toBe('counted');
  });

  it('counts what it refuses, so that remaining stays 0 for the rest of the minute', () => {
    expect(count(59)).toBe('counted');
    expect(limit.window('a', 'free').remaining).toBe(1);
    expect(count(2)).toBe('rate_limited 60');
    expect(limit.window('a', 'free').remaining).toBe(0);
    expect(count()).toBe('rate_limited 60');
  });

  it('restarts with the minute of the clock, and says how long that takes, from 1 to 60 seconds', () => {
    count(60);
    rig.clock.hold(rigStart + 59_999);
    expect(count()).toBe('rate_limited 1');
    rig.clock.hold(rigStart + 60_000);
    expect(limit.window('a', 'free')).toEqual({ limit: 60, remaining: 60, reset: 60 });
    expect(count()).toBe('counted');
  });

  it('is in three headers', () => {
    expect(rateHeaders(limit.window('a', 'paid'))).toEqual({
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '600',
      'RateLimit-Reset': '60',
    });
  });
});
