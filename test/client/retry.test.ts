import { describe, expect, it } from 'vitest';
import { decide, readRetryAfter, retryKindOf, type Attempted, type RetryKind } from '../../src/client/retry.js';

/** The waits of a request that always fails in one way, with each wait added to the time that has passed. */
function waits(kind: RetryKind, given: Partial<Attempted> = {}, random = 0): number[] {
  const all: number[] = [];
  let elapsed = given.elapsed ?? 0;
  for (let occurrence = 1; occurrence <= 1_000; occurrence += 1) {
    const wait = decide({ ...given, kind, occurrence, elapsed }, random);
    if (wait === 'stop') return all;
    all.push(wait);
    elapsed += wait;
  }
  throw new Error('it never stops');
}

describe('the four schedules of the error table', () => {
  it('rate_limited doubles from one second until five minutes are spent', () => {
    expect(waits('rate_limited')).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
  });

  it('rate_limited adds jitter of up to half, and never comes earlier than the doubling', () => {
    expect(waits('rate_limited', {}, 0.5).slice(0, 3)).toEqual([1_250, 2_500, 5_000]);
    expect(waits('rate_limited', {}, 0.999).every((wait, at) => wait >= 1_000 * 2 ** at)).toBe(true);
  });

  it('rate_limited honours Retry-After exactly, and stops at once when it is longer than the budget', () => {
    expect(waits('rate_limited', { retryAfter: 37_000 }, 0.9)).toEqual(Array.from({ length: 8 }, () => 37_000));
    expect(waits('rate_limited', { retryAfter: 301_000 })).toEqual([]);
  });

  it('rate_limited does not spin on a Retry-After of nothing', () => {
    expect(Math.min(...waits('rate_limited', { retryAfter: 0 }))).toBe(1_000);
  });

  it('internal_error makes at most three attempts, from one second', () => {
    expect(waits('internal_error', {}, 0.9)).toEqual([1_000, 2_000]);
  });

  it('service_unavailable doubles from five seconds for a few minutes', () => {
    expect(waits('service_unavailable', {}, 0.9)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000]);
  });

  it('request_in_progress doubles from one second up to thirty seconds a wait', () => {
    expect(waits('request_in_progress')).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      ...Array.from({ length: 8 }, () => 30_000),
    ]);
  });

  it('a caller may shorten or lengthen every schedule but the number of attempts', () => {
    expect(waits('rate_limited', { maxWait: 0 })).toEqual([]);
    expect(waits('service_unavailable', { maxWait: 20_000 })).toEqual([5_000, 10_000]);
    expect(waits('request_in_progress', { maxWait: 600_000 })).toHaveLength(23);
    expect(waits('internal_error', { maxWait: 300_000 })).toHaveLength(2);
  });

  it('counts the time that attempts themselves took', () => {
    expect(waits('service_unavailable', { elapsed: 299_000 })).toEqual([]);
  });
});

describe('connections that broke', () => {
  it.each<RetryKind>(['not_sent', 'outcome_unknown'])('are repeated twice where it is safe: %s', (kind) => {
    expect(waits(kind)).toEqual([1_000, 2_000]);
    expect(waits(kind, { maxWait: 600_000 })).toEqual([1_000, 2_000]);
  });

  it.each<RetryKind>(['not_sent', 'outcome_unknown'])('are repeated for as long as it was asked for: %s', (kind) => {
    const asked = waits(kind, { maxWait: 120_000, persistent: true });
    expect(asked).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(waits(kind, { maxWait: 0, persistent: true })).toEqual([]);
  });

  it('a failing service is asked three times at most, as it demands, whatever was asked for', () => {
    expect(waits('internal_error', { maxWait: 600_000, persistent: true })).toEqual([1_000, 2_000]);
  });
});

describe('which schedule a refusal has', () => {
  it.each([
    ['rate_limited', 429, 'rate_limited'],
    ['internal_error', 500, 'internal_error'],
    ['service_unavailable', 503, 'service_unavailable'],
    ['request_in_progress', 409, 'request_in_progress'],
    ['idempotency_key_reused', 409, 'none'],
    ['recipient_not_yet_turn', 409, 'none'],
    ['template_changed', 412, 'none'],
    ['unauthenticated', 401, 'none'],
  ])('%s at %i: %s, by its code', (code, status, kind) => {
    expect(retryKindOf(code, status)).toBe(kind);
  });

  it('goes by the code even when the status says otherwise', () => {
    expect(retryKindOf('service_unavailable', 200)).toBe('service_unavailable');
    expect(retryKindOf('invalid_request', 503)).toBe('none');
  });

  it.each([
    [429, 'rate_limited'],
    [503, 'service_unavailable'],
    [500, 'internal_error'],
    [502, 'internal_error'],
    [409, 'none'],
    [422, 'none'],
    [200, 'none'],
  ])('classifies an unknown code by its status %i: %s', (status, kind) => {
    expect(retryKindOf('brand_new_code', status)).toBe(kind);
    expect(retryKindOf('constructor', status)).toBe(kind);
  });
});

describe('reading Retry-After', () => {
  const now = Date.parse('2026-12-01T08:00:00Z');

  it('takes seconds and dates', () => {
    expect(readRetryAfter('60', now)).toBe(60_000);
    expect(readRetryAfter(' 5 ', now)).toBe(5_000);
    expect(readRetryAfter('Tue, 01 Dec 2026 08:00:30 GMT', now)).toBe(30_000);
    expect(readRetryAfter('Tue, 01 Dec 2026 07:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('Tue Dec  1 08:00:30 2026', now)).toBe(30_000);
    expect(readRetryAfter('Tuesday, 01-Dec-26 08:00:30 GMT', now)).toBe(30_000);
  });

  it.each([
    undefined,
    '',
    'soon',
    'Tue Dec 41 08:00:30 2026',
    '2026-12-01T08:00:30Z',
    '-3',
    '1.5',
    '1e9',
    '99999999999',
  ])('passes over %j', (text) => {
    expect(readRetryAfter(text, now)).toBeUndefined();
  });
});
