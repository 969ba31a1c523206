import { expect, it } from 'vitest';
import { isInShard, readShard } from '../../src/bulk/shard.js';

it('every row belongs to exactly one of the parts', () => {
  const rows = Array.from({ length: 100 }, (_, at) => at + 1);
  const parts = [1, 2, 3].map((index) => rows.filter((row) => isInShard(row, { index, of: 3 })));
  expect(parts.flat().toSorted((one, other) => one - other)).toEqual(rows);
  expect(parts.map(({ length }) => length)).toEqual([34, 33, 33]);
});

it.each([
  ['2/8', { index: 2, of: 8 }],
  [' 1/1 ', { index: 1, of: 1 }],
  ['0/8', null],
  ['9/8', null],
  ['2', null],
  ['2/8/1', null],
  ['1/9999', null],
])('%j is %j', (text, shard) => expect(readShard(text)).toEqual(shard));
