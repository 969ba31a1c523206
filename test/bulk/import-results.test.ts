import { expect, it } from 'vitest';
import type { BulkRow } from '../../src/bulk/bulk-row.js';
import { importResults } from '../../src/bulk/import-results.js';
import type { ResultsPart } from '../../src/bulk/results-file.js';

const row = (number: number): BulkRow => ({
  number,
  line: number + 1,
  key: `key-${number}`,
  identity: { by: 'recipients', id: `id-${number}`, who: `id-${number}` },
  content: `content-${number}`,
  body: { number },
});
const settings = {
  host: 'h',
  mode: 'live',
  template_id: 't',
  run: [],
  send: true,
  brand_id: null,
  completion_delivery: null,
  deadline: null,
} as const;
function part(created: readonly number[], open: readonly number[] = [], more: Partial<ResultsPart> = {}): ResultsPart {
  const line = (number: number) =>
    ({
      type: 'row',
      at: 'then',
      row: number,
      line: number + 1,
      key: `key-${number}`,
      status: 'created',
      envelope_id: `e-${number}`,
      envelope_status: 'sent',
      replayed: false,
      code: null,
      message: null,
      exit_code: 0,
    }) as const;
  return {
    run: { type: 'run', at: '', settings, expires_at: null },
    created: new Map(created.map((number) => [`key-${number}`, line(number)])),
    open: new Map(open.map((number) => [`key-${number}`, 'then'])),
    batches: false,
    ...more,
  };
}

it('takes over envelopes and unanswered rows of an earlier version by their keys', () => {
  const { rows, unplaced, open } = importResults([part([1], [2])], [row(1), row(2), row(3)]);
  expect(rows.map(({ sent, ended }) => [sent.slot, sent.key, sent.body, ended?.envelope])).toEqual([
    ['id-1#0', 'key-1', null, 'e-1'],
    ['id-2#0', 'key-2', { number: 2 }, undefined],
  ]);
  expect([unplaced, open]).toEqual([[], []]);
});

it('tells of rows that it cannot find again', () => {
  const { rows, unplaced, open } = importResults([part([1], [2])], [row(3)]);
  expect([rows, unplaced, open]).toEqual([[], ['key-1'], ['key-2']]);
});

it('does not repeat a row of a batch by itself: it has another key there', () => {
  expect(importResults([part([], [2], { batches: true })], [row(2)])).toMatchObject({ rows: [], open: ['key-2'] });
});

it('knows a row of this version by its identity, also when it has changed', () => {
  const [written] = part([1]).created.values();
  const known = { ...written!, identity: row(1).identity, content: 'earlier' };
  const { rows, unplaced } = importResults([part([], [], { created: new Map([['gone', known]]) })], [row(1)]);
  expect([rows[0]?.sent.content, rows[0]?.sent.slot, unplaced]).toEqual(['earlier', 'id-1#0', []]);
});
