import { expect, it } from 'vitest';
import { boundSaid, findBound } from '../../../src/contract/prove/find-bound.js';

const asking = (bound: number) => {
  const asked: number[] = [];
  const ask = (size: number): Promise<boolean> => {
    asked.push(size);
    return Promise.resolve(size <= bound);
  };
  return { asked, ask };
};

it.each([300, 499, 1, 250, 0])('finds a bound of %i below 500 in ten questions', async (bound) => {
  const { asked, ask } = asking(bound);
  const found = await findBound(500, false, ask, null);
  expect(found).toEqual(bound === 0 ? { kind: 'unknown' } : { kind: 'exact', value: bound });
  expect(asked.length).toBeLessThanOrEqual(10);
});

it('finds one above by asking for twice as much, or says that more fits', async () => {
  const near = await findBound(100, true, asking(150).ask, null);
  expect(near).toEqual({ kind: 'exact', value: 150 });
  expect((await findBound(100, true, asking(10_000_000).ask, null)).kind).toBe('above');
});

it('asks first for what the message says', async () => {
  const { asked, ask } = asking(300);
  expect(await findBound(500, false, ask, boundSaid('reason must be at most 300 characters.'))).toEqual({
    kind: 'exact',
    value: 300,
  });
  expect(asked).toEqual([300, 301]);
});

it('gives up where an answer tells nothing', async () => {
  expect(await findBound(500, false, () => Promise.resolve(null), null)).toEqual({ kind: 'unknown' });
});
