import { describe, expect, it } from 'vitest';
import { waitBeforeTry } from '../../../src/listen/forward/retry-schedule.js';

describe('the wait before an app is tried again', () => {
  it('doubles from a second to a minute, with jitter, after an answer', () => {
    const longest = [1, 2, 3, 7, 20].map((failures) => waitBeforeTry(failures, true, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
    expect(waitBeforeTry(3, true, () => 0)).toBe(2_000);
  });

  it('stays short while nothing listens there', () => {
    expect(waitBeforeTry(50, false, () => 1)).toBe(5_000);
  });
});
