import { describe, expect, it } from 'vitest';
import type { BulkRow } from '../../../src/sending/bulk/bulk-row.js';
import { importResults, isOfRun } from '../../../src/sending/bulk/import-results.js';
import { SentRows } from '../../../src/sending/bulk/sent-rows.js';
import type { ResultsPart } from '../../../src/sending/bulk/results-file.js';

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
      identity: row(number).identity,
      content: `content-${number}`,
      slot: `id-${number}#0`,
    }) as const;
  return {
    run: { type: 'run', at: '', name: 'r', settings, expires_at: null },
    created: new Map(created.map((number) => [`key-${number}`, line(number)])),
    open: new Map(open.map((number) => [`key-${number}`, 'then'])),
    ...more,
  };
}

it('takes over envelopes, and unanswered rows that the file still has', () => {
  const { rows, open } = importResults([part([1], [2])], [row(1), row(2), row(3)]);
  expect(rows.map(({ slot, key, status, body, envelope }) => [slot, key, status, body, envelope])).toEqual([
    ['id-1#0', 'key-1', 'created', null, 'e-1'],
    ['id-2#0', 'key-2', 'open', '{"number":2}', null],
  ]);
  expect(open).toEqual([]);
});

it('tells of unanswered rows that the file no longer has', () => {
  expect(importResults([part([], [2])], [row(3)])).toEqual({ rows: [], open: ['key-2'] });
});

it('knows a row by its identity, also when it has changed', () => {
  const [written] = part([1]).created.values();
  const known = { ...written!, content: 'earlier' };
  const { rows } = importResults([part([], [], { created: new Map([['gone', known]]) })], [row(1)]);
  expect([rows[0]?.content, rows[0]?.slot]).toEqual(['earlier', 'id-1#0']);
});

it('takes over the rows of every part, each with a place of its own', () => {
  const [again] = part([2]).created.values();
  const twice = part([], [], { created: new Map([['key-2', { ...again!, identity: row(1).identity }]]) });
  const { rows } = importResults([part([1]), twice], []);
  expect(rows.map(({ slot, key }) => [slot, key])).toEqual([
    ['id-1#0', 'key-1'],
    ['id-1#1', 'key-2'],
  ]);
});

describe('beside a record', () => {
  const known = (...numbers: readonly number[]): SentRows =>
    new SentRows(importResults([part(numbers)], numbers.map(row)).rows.map((each) => ({ ...each, run: 1 })));

  it('takes over nothing that the record knows by its key or its envelope', () => {
    const nothing = { rows: [], open: [] };
    expect(importResults([part([1], [1])], [row(1)], known(1))).toEqual(nothing);
    const [written] = part([1]).created.values();
    const underAnotherKey = part([], [], { created: new Map([['another', written!]]) });
    expect(importResults([underAnotherKey], [row(1)], known(1))).toEqual(nothing);
  });

  it('gives another row of the same people the next place, and never one that is taken', () => {
    const [written] = part([2]).created.values();
    const other = { ...written!, key: 'other', identity: row(1).identity, content: 'c', slot: 'id-1#0' };
    const { rows } = importResults([part([], [], { created: new Map([['other', other]]) })], [], known(1));
    expect(rows.map(({ slot, againOf }) => [slot, againOf])).toEqual([['id-1#1', 'id-1#0']]);
    const elsewhere = { ...other, slot: 'id-3#0' };
    const alone = importResults([part([], [], { created: new Map([['other', elsewhere]]) })], [], known(1));
    expect(alone.rows.map(({ slot, againOf }) => [slot, againOf])).toEqual([['id-1#1', null]]);
  });
});

it('is of the run only with the same service, kind of key, template and name', () => {
  const [own] = [part([1])];
  expect(isOfRun(own, { ...settings })).toBe(true);
  for (const other of [{ host: 'x' }, { mode: 'test' }, { template_id: 'x' }, { run: ['x'] }] as const) {
    expect(isOfRun(own, { ...settings, ...other })).toBe(false);
  }
});
