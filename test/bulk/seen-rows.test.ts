import { expect, it } from 'vitest';
import type { BulkRow } from '../../src/bulk/bulk-row.js';
import { identityOf } from '../../src/bulk/row-identity.js';
import { readLines, SeenRows } from '../../src/bulk/seen-rows.js';

const at = '2026-12-01T08:00:00Z';
/** `7/ann` is Ann with the ID 7. */
const rowOf = (text: string, index = 0): BulkRow => {
  const [who = '', id = null] = text.split('/').toReversed();
  const body = { recipients: [{ email: `${who}@example.test` }] };
  return { number: index + 1, line: index + 2, key: '', body, content: '', identity: identityOf(body, id) };
};
const rowsOf = (...texts: readonly string[]): readonly BulkRow[] => texts.map(rowOf);
function seenOf(...texts: readonly string[]): SeenRows {
  const seen = new SeenRows();
  for (const line of readLines(rowsOf(...texts), at)) expect(seen.take(line)).toBe(true);
  return seen;
}
const shown = (seen: SeenRows, ...texts: readonly string[]) => {
  const { fresh, gone, otherwise } = seen.compare(rowsOf(...texts));
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
])('%s', (_name, before, now, expected) => expect(shown(seenOf(...before), ...now)).toEqual(expected));

it('takes of two parts the rows that either has read, each once', () => {
  const seen = seenOf('ann', 'ben', 'ben');
  seen.merge(seenOf('ben', 'cleo'));
  expect(shown(seen, 'ann', 'ben', 'ben', 'cleo', 'dan')).toEqual([[6], 0, []]);
  expect(shown(seen)).toEqual([[], 4, []]);
});

it.each([
  ['half a digest', { ids: 'AAAA', who: null }],
  ['more people than rows', { ids: 'AAAAAAAAAAA=', who: 'AAAAAAAAAAAAAAAA' }],
])('refuses %s', (_name, line) => {
  expect(new SeenRows().take({ type: 'read', at, by: 'id_column', ...line })).toBe(false);
});

it('tells of 20,000 rows in less than 400 KB, whatever identifies them', () => {
  for (const text of [(index: number) => `p${index}`, (index: number) => `${index}/p${index}`]) {
    const lines = readLines(rowsOf(...Array.from({ length: 20_000 }, (_, index) => text(index))), at);
    expect(JSON.stringify(lines).length).toBeLessThan(400_000);
  }
});
