import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../src/sending/bulk/pacer.js';

const minute = 60_000;

interface Told {
  readonly refused: number;
  /** Requests that each window of the service saw. */
  readonly windows: readonly number[];
  /** When the last request of all was answered, in milliseconds since the first. */
  readonly took: number;
  /** What each run got through in the first whole window. */
  readonly inSecond: readonly number[];
}

interface Play {
  readonly limit: number;
  /** The rows of each run. */
  readonly rows: readonly number[];
  /** Where in its window the service stands when they start. */
  readonly from?: number;
  /** Requests an instant, evenly, of somebody else with the key: a minute. */
  readonly others?: number;
  readonly lanes?: number;
  readonly shards?: number;
}

/** Plays runs against a service that counts in fixed windows of a minute and tells whole seconds, on a time of its own. */
function play({ limit, rows, from = 20_000, others = 0, lanes = 16, shards = rows.length }: Play): Told {
  let dice = 7;
  const random = (): number => (dice = (dice * 16_807) % 2_147_483_647) / 2_147_483_647;
  const counts = new Map<number, number>();
  let refused = 0;
  const inSecond = rows.map(() => 0);
  const ask = (at: number, who: number) => {
    const window = Math.floor(at / minute);
    const count = (counts.get(window) ?? 0) + 1;
    counts.set(window, count);
    if (count > limit) refused += 1;
    if (window === 1 && who >= 0) inSecond[who] = (inSecond[who] ?? 0) + 1;
    return { limit, remaining: Math.max(0, limit - count), reset: Math.ceil(((window + 1) * minute - at) / 1000) };
  };
  const runs = rows.map((left) => ({ left, pacer: new Pacer({ shards }), underWay: 0, done: 0 }));
  const due: { readonly at: number; readonly act: () => void }[] = [];
  const later = (at: number, act: () => void): void => void due.push({ at, act });
  let now = from;
  let last = from;
  const go = (who: number): void => {
    const run = runs[who]!;
    if (run.left === 0 || run.underWay >= lanes) return;
    const wait = run.pacer.wait(run.left, now);
    if (wait > 0) return later(now + Math.min(Math.ceil(wait), 1_000), () => go(who));
    run.left -= 1;
    run.underWay += 1;
    run.pacer.left(1, now);
    const way = 5 + random() * 60;
    later(now + way, () => {
      const { reset, ...rate } = ask(now, who);
      later(now + way, () => {
        run.underWay -= 1;
        run.pacer.answered(1, { ...rate, resetsAt: now + reset * 1000 }, now);
        last = now;
        if (run.underWay === lanes - 1) go(who);
      });
    });
    later(now, () => go(who));
  };
  runs.forEach((run, who) => {
    // The read of the template.
    later(now + who * 15, () => {
      const { reset, ...rate } = ask(now, -1);
      run.pacer.learn({ ...rate, resetsAt: now + reset * 1000 }, now);
      go(who);
    });
  });
  for (let number = 0; number < 3 * others; number += 1) {
    later(from + (number * minute) / others, () => void ask(now, -1));
  }
  for (let turns = 0; due.length > 0; turns += 1) {
    if (turns > 200_000) throw new Error('the play has no end');
    due.sort((one, other) => one.at - other.at);
    const next = due.shift()!;
    now = Math.max(now, next.at);
    next.act();
  }
  const windows = [...counts].toSorted(([one], [other]) => one - other).map(([, count]) => count);
  return { refused, windows, took: last - from, inSecond };
}

describe('the rate of one run', () => {
  it.each([0, 1_000, 20_000, 45_500, 59_800])(
    '1200 rows under 600 a minute end in the third window without a refusal, begun %i ms into the first',
    (from) => {
      const told = play({ limit: 600, rows: [1200], from });
      expect(told.refused).toBe(0);
      expect(told.windows.length).toBeLessThanOrEqual(3);
      // The whole window in the middle is used to within two in a hundred.
      expect(told.windows[1]).toBeGreaterThanOrEqual(588);
      expect(told.windows[1]).toBeLessThanOrEqual(600);
    },
  );

  it('what fits into the minute does not wait', () => {
    expect(play({ limit: 600, rows: [300] }).took).toBeLessThan(3_000);
  });

  it('goes evenly, so that somebody else with the key gets in at any time', () => {
    const told = play({ limit: 600, rows: [1200], others: 120, from: 0 });
    expect(told.refused).toBe(0);
    expect(told.windows[1]).toBeGreaterThanOrEqual(588);
  });

  it('keeps to the limit of the free plan too', () => {
    const told = play({ limit: 60, rows: [150] });
    expect(told.refused).toBe(0);
    expect(told.windows.length).toBeLessThanOrEqual(4);
  });
});

describe('the rate of runs that share a key', () => {
  it.each([
    [2, 600],
    [8, 600],
    [16, 600],
    [8, 60],
  ])('%i of them take even parts of a minute of %i, and the service refuses nothing', (runs, limit) => {
    const told = play({ limit, rows: Array.from({ length: runs }, () => Math.round((limit * 8) / 3 / runs)) });
    expect(told.refused).toBe(0);
    expect(told.windows[1]).toBeGreaterThanOrEqual(limit * 0.98);
    expect(Math.min(...told.inSecond)).toBeGreaterThanOrEqual((limit / runs) * 0.8);
  });

  it('a run that is alone notices, and uses the whole limit', () => {
    const told = play({ limit: 600, rows: [1200], shards: 8, from: 0 });
    expect(told.refused).toBe(0);
    expect(told.took).toBeLessThan(3.2 * minute);
  });
});

describe('a pacer', () => {
  it('does not limit anything before the first response', () => {
    const pacer = new Pacer({ shards: 1 });
    expect(pacer.wait(1000, 0)).toBe(0);
    expect(pacer.room(0)).toBeUndefined();
    pacer.left(1, 0);
    pacer.answered(1, undefined, 5);
    expect(pacer.wait(999, 10)).toBe(0);
  });

  it('says how long the rest will take: the rest of this minute, and what the next ones have room for', () => {
    const pacer = new Pacer({ shards: 1 });
    pacer.learn({ limit: 600, remaining: 100, resetsAt: 30_000 }, 0);
    expect(pacer.timeFor(100, 10, 0)).toBe(1_000);
    expect(pacer.timeFor(700, 10, 0)).toBe(30_000 + minute);
    expect(pacer.timeFor(700, 200, 0)).toBe(140_000);
  });
});
