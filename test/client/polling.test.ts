import { describe, expect, it } from 'vitest';
import { nextLook, type PollState } from '../../src/client/polling.js';

const now = Date.parse('2026-12-01T08:00:00Z');
const paid = { limit: 600, remaining: 600, resetsAt: now + 30_000 };
const state = (more: Partial<PollState> = {}): PollState => ({
  now,
  changedAt: now,
  cost: 1,
  rate: paid,
  expectedAt: null,
  soon: false,
  failures: 0,
  ...more,
});
/** Without the jitter. */
const wait = (more: Partial<PollState> = {}): number => nextLook(state(more), 0.5);
const quietFor = (milliseconds: number): Partial<PollState> => ({ changedAt: now - milliseconds });

describe('the wait before the next look', () => {
  it('is short after a change, grows while nothing happens, and stays within a minute', () => {
    const waits = [0, 30_000, 60_000, 300_000, 3_600_000].map((quiet) => wait(quietFor(quiet)));
    expect(waits).toEqual([2_000, 5_000, 10_000, 50_000, 60_000]);
  });

  it('stays short while a change is due at any moment, for ten minutes', () => {
    expect(wait({ ...quietFor(300_000), soon: true })).toBe(5_000);
    expect(wait({ ...quietFor(600_000), soon: true })).toBe(60_000);
  });

  it('ends just after an expected change, and looks often until it shows', () => {
    expect(wait({ ...quietFor(3_600_000), expectedAt: now + 20_000 })).toBe(20_500);
    expect(wait({ ...quietFor(3_600_000), expectedAt: now - 6_000 })).toBe(3_000);
    expect(wait({ ...quietFor(3_600_000), expectedAt: now + 300_000 })).toBe(60_000);
    expect(wait({ ...quietFor(3_600_000), expectedAt: now - 86_400_000 })).toBe(60_000);
  });

  it('takes at most a fifth of the minute, however many envelopes there are', () => {
    const free = { limit: 60, remaining: 60, resetsAt: now + 30_000 };
    expect(wait({ rate: free })).toBe(5_000);
    expect(wait({ rate: free, cost: 10 })).toBe(50_000);
    expect(wait({ cost: 100 })).toBe(50_000);
    expect(wait({ rate: undefined })).toBe(5_000);
  });

  it('waits for the next minute when most of this one is spent', () => {
    expect(wait({ rate: { ...paid, remaining: 180 } })).toBe(30_000);
    expect(wait({ rate: { ...paid, remaining: 181 } })).toBe(2_000);
    expect(wait({ rate: { ...paid, remaining: 0, resetsAt: now - 1 } })).toBe(2_000);
  });

  it('backs off while looks fail, within two minutes', () => {
    expect([1, 2, 3, 6, 20].map((failures) => wait({ failures }))).toEqual([4_000, 8_000, 16_000, 120_000, 120_000]);
  });

  it('is spread, so that many waiters do not look at the same moment', () => {
    expect([0, 0.999].map((random) => nextLook(state(), random))).toEqual([1_800, 2_200]);
  });
});
