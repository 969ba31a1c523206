import { expect, it } from 'vitest';
import { identityOf } from '../../../src/sending/bulk/bulk-row.js';
import { isInShard, readShard } from '../../../src/sending/bulk/shard.js';

it('every row belongs to exactly one of the parts', () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => identityOf({ recipients: [{ email: `${at}@x.test` }] }, null));
  const parts = [1, 2, 3].map((index) => rows.filter((row) => isInShard(row, { index, of: 3 })));
  expect(new Set(parts.flat())).toEqual(new Set(rows));
  expect(parts.flat()).toHaveLength(rows.length);
  for (const { length } of parts) expect(Math.abs(length - 1_000)).toBeLessThan(100);
});

it('a row always belongs to the same part: machines of two versions share a run', () => {
  const parts = ['ann@x.test', 'ben@x.test', 'cleo@x.test', 'dan@x.test'].map((email) =>
    [1, 2, 3].find((index) => isInShard(identityOf({ recipients: [{ email }] }, null), { index, of: 3 })),
  );
  expect(parts).toEqual([3, 1, 2, 2]);
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
