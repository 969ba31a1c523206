import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.js';
import { nextAttempt } from '../../../src/emulator/delivery/ladder.js';

const next = (attempts: number, at: number): number | null => nextAttempt(attempts, at, limits.webhook.ladderMinutes);
const start = Date.parse('2026-03-02T08:00:00.000Z');

describe('the retry ladder', () => {
  it.each([
    [0, '2026-03-02T08:00:00.000Z'],
    [1, '2026-03-02T08:01:00.000Z'],
    [2, '2026-03-02T08:15:00.000Z'],
    [3, '2026-03-02T08:45:00.000Z'],
    [4, '2026-03-02T09:00:00.000Z'],
    [5, '2026-03-02T16:00:00.000Z'],
    [6, '2026-03-03T08:00:00.000Z'],
  ])('after %d attempts the next is due at %s, counted from the last one', (attempts, due) => {
    expect(new Date(next(attempts, start) ?? 0).toISOString()).toBe(due);
  });

  it('ends with the seventh attempt', () => {
    expect(next(7, start)).toBeNull();
  });

  it('takes 34 hours and a minute in all', () => {
    let at = start;
    for (let attempts = 0; attempts < 7; attempts += 1) at = next(attempts, at) ?? 0;
    expect((at - start) / 60_000).toBe(34 * 60 + 1);
  });
});
