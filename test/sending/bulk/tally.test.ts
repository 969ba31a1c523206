import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/sending/bulk/bulk-line.js';
import { BulkTally } from '../../../src/sending/bulk/tally.js';

const result = (row: number, status: RowResult['status'], exit: number): RowResult => ({
  row,
  line: row + 1,
  key: `k${row}`,
  status,
  envelope_id: null,
  envelope_status: null,
  replayed: status === 'created' && row === 1,
  code: 'some_code',
  message: null,
  exit_code: exit,
});

it('counts every row once, and ranks an unknown outcome above any refusal', () => {
  const tally = new BulkTally(10, 3);
  tally.add(result(1, 'created', 0));
  tally.add(result(2, 'failed', 5));
  tally.add(result(3, 'unknown', 8));
  tally.add(result(4, 'failed', 6));
  const { created, replayed, failed, unknown, left, worst } = tally;
  expect({ created, replayed, failed, unknown, left, worst: worst?.row }).toEqual({
    created: 1,
    replayed: 1,
    failed: 2,
    unknown: 1,
    left: 3,
    worst: 3,
  });
});

it('keeps a few of the failed rows, however many there are', () => {
  const tally = new BulkTally(100_000, 0);
  for (let row = 1; row <= 100_000; row += 1) tally.add(result(row, 'failed', 5));
  expect([tally.failed, tally.kept.length, tally.kept[0]?.row]).toEqual([100_000, 20, 1]);
});
