import { describe, expect, it } from 'vitest';
import { type BulkRow, identityOf } from '../../../src/sending/bulk/bulk-row.js';
import {
  compareRows,
  compareSeen,
  type Comparison,
  isAnotherList,
  seenRows,
} from '../../../src/sending/bulk/compare.js';
import { SentRows } from '../../../src/sending/bulk/sent-rows.js';
import type { RowIdentity } from '../../../src/contract/recorded-write.js';
import type { Sending } from '../../../src/store/run-rows.js';
import { sendingOf } from '../../support/records/sendings.js';

/** `ann:1` is Ann with the content 1; `7/ann:1` has the ID 7 as well. */
function read(text: string): { readonly identity: RowIdentity; readonly content: string } {
  const [, id, who = '', content = ''] = /^(?:(\w+)\/)?(\w+):(\w+)$/.exec(text) ?? [];
  return { identity: { by: id === undefined ? 'recipients' : 'id_column', id: id ?? who, who }, content };
}
const rowsOf = (texts: readonly string[]): readonly BulkRow[] =>
  texts.map((text, index) => ({ ...read(text), number: index + 1, line: index + 2, key: `k${index}`, body: {} }));

type Status = Sending['status'];
function sentOf(sent: readonly (readonly [string, Status])[]): SentRows {
  const rows = new SentRows();
  const numbers = new Map<string, number>();
  for (const [index, [text, status]] of sent.entries()) {
    const { identity, content } = read(text);
    const number = numbers.get(identity.id) ?? 0;
    numbers.set(identity.id, number + 1);
    const place = { slot: `${identity.id}#${number}`, key: `old${index}`, number: index + 1, line: index + 2 };
    rows.take(sendingOf({ ...place, identity, content, status }));
  }
  return rows;
}
const compare = (file: readonly string[], sent: readonly (readonly [string, Status])[]): Comparison =>
  compareRows(rowsOf(file), sentOf(sent));
const shown = ({ same, changed, fresh, gone }: Comparison): readonly (readonly string[])[] => [
  same.map(({ slot }) => slot),
  changed.map(({ slot }) => slot),
  fresh.map(({ slot }) => slot),
  gone.map(({ slot }) => slot),
];

describe('a file beside what was sent', () => {
  it.each<readonly [string, readonly string[], readonly (readonly [string, Status])[], readonly (readonly string[])[]]>(
    [
      ['nothing was sent', ['ann:1'], [], [[], [], ['ann#0'], []]],
      ['the same', ['ann:1'], [['ann:1', 'created']], [['ann#0'], [], [], []]],
      ['changed', ['ann:2'], [['ann:1', 'created']], [[], ['ann#0'], [], []]],
      ['three alike', ['ann:1', 'ann:1', 'ann:1'], [['ann:1', 'created']], [['ann#0'], [], ['ann#1', 'ann#2'], []]],
      [
        'IDs given since, in another order',
        ['7/ann:2', '8/ann:1', '9/ben:3'],
        [
          ['ann:1', 'created'],
          ['ann:2', 'created'],
          ['ben:1', 'created'],
        ],
        [['ann#1', 'ann#0'], ['ben#0'], [], []],
      ],
      ['one more on top', ['ben:1', 'ann:1'], [['ann:1', 'created']], [['ann#0'], [], ['ben#0'], []]],
      [
        'one gone',
        ['ann:1'],
        [
          ['ben:1', 'created'],
          ['ann:1', 'created'],
        ],
        [['ann#0'], [], [], ['ben#0']],
      ],
      [
        'of one person, another order',
        ['ann:2', 'ann:1'],
        [
          ['ann:1', 'created'],
          ['ann:2', 'created'],
        ],
        [['ann#1', 'ann#0'], [], [], []],
      ],
      [
        'of one person, one changed and one new',
        ['ann:3', 'ann:2', 'ann:4'],
        [
          ['ann:1', 'created'],
          ['ann:2', 'created'],
        ],
        [['ann#1'], ['ann#0'], ['ann#2'], []],
      ],
      ['an ID that was named later', ['7/ann:1'], [['ann:1', 'created']], [['ann#0'], [], [], []]],
      ['an ID that was named later, changed', ['7/ann:2'], [['ann:1', 'created']], [[], ['ann#0'], [], []]],
      ['another ID of the same person', ['8/ann:1'], [['7/ann:1', 'created']], [[], [], ['8#0'], ['7#0']]],
      ['the same ID of another person', ['7/ben:2'], [['7/ann:1', 'created']], [[], ['7#0'], [], []]],
      ['an unanswered row', ['ann:1'], [['ann:1', 'open']], [['ann#0'], [], [], []]],
      ['a refused row, corrected', ['ann:2'], [['ann:1', 'refused']], [[], ['ann#0'], [], []]],
    ],
  )('%s', (_name, file, sent, expected) => {
    expect(shown(compare(file, sent))).toEqual(expected);
  });
});

describe('another list of people', () => {
  it.each<readonly [string, readonly string[], readonly (readonly [string, Status])[], boolean]>([
    ['all are other people', ['cas:1'], [['ann:1', 'created']], true],
    [
      'one of three is left',
      ['ann:1', 'dan:1'],
      [
        ['ann:1', 'created'],
        ['ben:1', 'created'],
        ['cas:1', 'open'],
      ],
      true,
    ],
    [
      'half is left',
      ['ann:1', 'dan:1'],
      [
        ['ann:1', 'created'],
        ['ben:1', 'created'],
      ],
      false,
    ],
    [
      'most are gone and nobody is new',
      ['ann:1'],
      [
        ['ann:1', 'created'],
        ['ben:1', 'created'],
        ['cas:1', 'created'],
      ],
      false,
    ],
    [
      'those that are gone were refused',
      ['dan:1'],
      [
        ['ann:1', 'refused'],
        ['ben:1', 'refused'],
      ],
      false,
    ],
    ['nothing was sent', ['dan:1'], [], false],
  ])('%s: %s', (_name, file, sent, expected) => {
    expect(isAnotherList(compare(file, sent))).toBe(expected);
  });
});

describe('seen rows', () => {
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
});
