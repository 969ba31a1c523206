import { describe, expect, it } from 'vitest';
import { joinBudgets, readBudget, spend, waitBefore } from '../../src/client/rate-budget.js';
import { HeaderList } from '../../src/core/http/headers.js';

const now = 1_000_000;
const headers = (limit?: string, remaining?: string, reset?: string): HeaderList =>
  new HeaderList(
    [
      ['RateLimit-Limit', limit],
      ['ratelimit-remaining', remaining],
      ['RateLimit-Reset', reset],
    ].flatMap(([name, value]) => (value === undefined ? [] : [[name ?? '', value] as const])),
  );

describe('reading the budget of the minute', () => {
  it('reads the three headers, whatever their case', () => {
    expect(readBudget(headers('60', '12', '31'), now)).toEqual({ limit: 60, remaining: 12, resetsAt: now + 31_000 });
  });

  it('says nothing when a header is missing or no whole number', () => {
    expect(readBudget(headers(), now)).toBeUndefined();
    expect(readBudget(headers('60', undefined, '31'), now)).toBeUndefined();
    expect(readBudget(headers('60', '12'), now)).toBeUndefined();
    expect(readBudget(headers('60', '-1', '31'), now)).toBeUndefined();
    expect(readBudget(headers('60', 'many', '31'), now)).toBeUndefined();
  });

  it('never believes in a window of more than a minute', () => {
    expect(readBudget(headers('60', '0', '999999'), now)?.resetsAt).toBe(now + 60_000);
  });
});

describe('keeping the budget over several answers', () => {
  const known = { limit: 60, remaining: 3, resetsAt: now + 30_000 };

  it('keeps the budget when a response has no rate headers', () => {
    expect(joinBudgets(known, undefined, now)).toBe(known);
  });

  it('takes the lower of two readings of one window, since answers may overtake each other', () => {
    const late = { limit: 60, remaining: 9, resetsAt: now + 30_900 };
    expect(joinBudgets(known, late, now)?.remaining).toBe(3);
  });

  it('starts afresh in a new window', () => {
    const fresh = { limit: 60, remaining: 59, resetsAt: now + 60_000 };
    expect(joinBudgets(known, fresh, now)).toBe(fresh);
    expect(joinBudgets(known, { ...fresh, resetsAt: now + 31_000 }, now + 30_000)?.remaining).toBe(59);
  });

  it('takes a request off when it leaves, and does not go below nothing', () => {
    expect(spend(known, 1)?.remaining).toBe(2);
    expect(spend(known, 10)?.remaining).toBe(0);
    expect(spend(undefined, 1)).toBeUndefined();
  });
});

describe('waiting before a request', () => {
  const spent = { limit: 60, remaining: 0, resetsAt: now + 12_000 };

  it('waits for the end of a window that is spent', () => {
    expect(waitBefore(spent, 1, now)).toBe(12_000);
    expect(waitBefore(spent, 1, now + 11_999)).toBe(1);
  });

  it('does not wait when the window is over, not spent, or not known', () => {
    expect(waitBefore(spent, 1, now + 12_000)).toBe(0);
    expect(waitBefore({ ...spent, remaining: 1 }, 1, now)).toBe(0);
    expect(waitBefore(undefined, 1, now)).toBe(0);
  });

  it('holds a batch back that the rest of the window cannot hold, since it would be refused whole', () => {
    expect(waitBefore({ ...spent, remaining: 20 }, 21, now)).toBe(12_000);
    expect(waitBefore({ ...spent, remaining: 20 }, 20, now)).toBe(0);
  });

  it('does not hold back what no window can ever hold', () => {
    expect(waitBefore(spent, 61, now)).toBe(0);
  });
});
