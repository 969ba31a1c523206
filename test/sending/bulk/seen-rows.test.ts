import { expect, it } from 'vitest';
import { type BulkRow, identityOf } from '../../../src/sending/bulk/bulk-row.js';
import { compareSeen, seenRows } from '../../../src/sending/bulk/seen-rows.js';

/** `7/ann` is Ann with the ID 7. */
const rowOf = (text: string, index = 0): BulkRow => {
  const [who = '', id = null] = text.split('/').toReversed();
  const body = { recipients: [{ email: `${who}@example.test` }] };
  return { number: index + 1, line: index + 2, key: '', body, content: '', identity: identityOf(body, id) };
};
const rowsOf = (...texts: readonly string[]): readonly BulkRow[] => texts.map(rowOf);
const shown = (before: readonly string[], now: readonly string[]) => {
  const { fresh, gone, otherwise } = compareSeen(seenRows(rowsOf(...before)), rowsOf(...now));
  return [[...fresh].map(({ line }) => line), gone.length, otherwise.map(({ line }) => line)];
};

it.each<readonly [string, readonly string[], readonly string[], ReturnType<typeof shown>]>([
  ['the same in another order', ['ann', 'ben'], ['ben', 'ann'], [[], 0, []]],
  ['one new, one gone', ['ann', 'ben'], ['ann', 'cleo'], [[3], 1, []]],
  ['the second of an identity', ['ann'], ['ann', 'ann'], [[3], 0, []]],
  ['one of two that were alike', ['ann', 'ann'], ['ann'], [[], 1, []]],
  ['IDs left out', ['7/ann', '8/ben'], ['ann', 'ben'], [[2, 3], 2, [2, 3]]],
  ['an ID corrected', ['7/ann'], ['9/ann'], [[2], 1, []]],
  ['an address corrected', ['7/ann'], ['7/anna'], [[], 0, []]],
  ['a person who is in the file by an ID as well', ['7/ann'], ['7/ann', 'ann'], [[3], 0, []]],
])('%s', (_name, before, now, expected) => expect(shown(before, now)).toEqual(expected));

it('keeps a few bytes of each row, and of rows that are alike their number', () => {
  const seen = seenRows(rowsOf('7/ann', '7/anna', 'ben'));
  expect(seen.map(({ by, id, who, count }) => [by, id.length, who?.length, count])).toEqual([
    ['id_column', 16, 12, 2],
    ['recipients', 16, undefined, 1],
  ]);
});
