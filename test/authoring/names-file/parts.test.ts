import fc from 'fast-check';
import { expect, it } from 'vitest';
import { align } from '../../../src/authoring/names-file/parts.js';

const lengthOf = fc.integer({ min: 0, max: 7 });
const table = fc.tuple(lengthOf, lengthOf).chain(([one, other]) =>
  fc.record({
    one: fc.constant(one),
    other: fc.constant(other),
    worths: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: other, maxLength: other }), {
      minLength: one,
      maxLength: one,
    }),
  }),
);

/** The most that any pairs in order are worth, found by trying everything. */
function most(worths: readonly (readonly number[])[], i = 0, j = 0): number {
  if (i >= worths.length || j >= (worths[0]?.length ?? 0)) return 0;
  const own = worths[i]?.[j] ?? 0;
  return Math.max(most(worths, i + 1, j), most(worths, i, j + 1), own > 0 ? own + most(worths, i + 1, j + 1) : 0);
}

it('finds pairs that keep both orders, none of them worthless, and no others would be worth more', () => {
  fc.assert(
    fc.property(table, ({ one, other, worths }) => {
      const worth = (i: number, j: number): number => worths[i]?.[j] ?? 0;
      const pairs = align(one, other, worth);
      pairs.slice(1).forEach(([i, j], index) => {
        expect(i).toBeGreaterThan(pairs[index]![0]);
        expect(j).toBeGreaterThan(pairs[index]![1]);
      });
      for (const [i, j] of pairs) expect(worth(i, j)).toBeGreaterThan(0);
      expect(pairs.reduce((sum, [i, j]) => sum + worth(i, j), 0)).toBe(most(worths));
    }),
  );
});
