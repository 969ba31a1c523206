import { expect, it } from 'vitest';
import { readShard } from '../../../src/sending/bulk/rows-options.js';

it.each([
  ['2/8', { index: 2, of: 8 }],
  [' 1/1 ', { index: 1, of: 1 }],
  ['0/8', null],
  ['9/8', null],
  ['2', null],
  ['2/8/1', null],
  ['1/9999', null],
])('as a shard, %j is %j', (text, shard) => expect(readShard(text)).toEqual(shard));
