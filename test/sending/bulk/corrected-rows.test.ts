import { describe, expect, it } from 'vitest';
import { type BulkRow, contentOf, identityOf } from '../../../src/sending/bulk/bulk-row.js';
import { compareRows } from '../../../src/sending/bulk/compare.js';
import { withCorrected } from '../../../src/sending/bulk/corrected-rows.js';
import { SentRows } from '../../../src/sending/bulk/sent-rows.js';
import { sendingOf } from '../../support/records/sendings.js';
import { processorTime } from '../../support/processor-time.js';

/** `Ann <a@> rent`: a tenant, and what the row says beside; `7: …` has an ID. */
function bodyOf(text: string): { readonly id: string | null; readonly body: Readonly<Record<string, unknown>> } {
  const [, id, people = '', rest = ''] = /^(?:(\w+): )?((?:[^<]*<[^>]*>)+)(.*)$/.exec(text) ?? [];
  const recipients = [...people.matchAll(/([^<]*)<([^>]*)>/g)].map(([, name = '', email = ''], index) => ({
    role: index === 0 ? 'Tenant' : 'Landlord',
    name: name.trim(),
    email: `${email}example.test`,
  }));
  const title = rest.trim();
  return { id: id ?? null, body: { recipients, ...(title === '' ? {} : { title }) } };
}

const rowOf = (text: string, index: number): BulkRow => {
  const { id, body } = bodyOf(text);
  return {
    number: index + 1,
    line: index + 2,
    key: `key of ${text}`,
    body,
    identity: identityOf(body, id),
    content: contentOf(body),
  };
};

/** Compares a file with what was sent; `+ row` changed, `= row` is new, `? row` may be several. */
function compared(sent: readonly string[], file: readonly string[], status: 'created' | 'open' = 'created') {
  const entries = new SentRows();
  const bodies = new Map<string, string>();
  for (const row of sent.map(rowOf)) {
    const { identity, content, body, line, number, key } = row;
    entries.take(sendingOf({ slot: `${identity.id}#0`, key, number, line, identity, content, status }));
    bodies.set(key, JSON.stringify(body));
  }
  const rows = file.map(rowOf);
  const { changed, fresh, gone, unclear } = withCorrected(compareRows(rows, entries), () => bodies);
  const keyOf = (key: string | undefined): string => (key ?? '').replace('key of ', '');
  return {
    changed: changed.map(({ row, entry }) => [keyOf(entry?.made.at(-1)?.key), keyOf(row.key)]),
    fresh: fresh.map(({ row }) => keyOf(row.key)),
    gone: gone.map(({ made }) => keyOf(made.at(-1)?.key)),
    unclear: unclear.map(({ row, entries: some }) => [
      keyOf(row.row.key),
      some.map(({ made }) => keyOf(made.at(-1)?.key)),
    ]),
  };
}

describe('a row whose recipients changed', () => {
  it.each<readonly [string, readonly string[], readonly string[], readonly (readonly [string, string])[]]>([
    ['a mistyped address', ['Ann <a@>', 'Ben <b@>'], ['Ann <ann@>', 'Ben <b@>'], [['Ann <a@>', 'Ann <ann@>']]],
    [
      'several addresses, in another order of the rows',
      ['Ann <a@>', 'Ben <b@>', 'Cas <c@>'],
      ['Cas <c@>', 'Ben <ben@>', 'Ann <ann@>'],
      [
        ['Ben <b@>', 'Ben <ben@>'],
        ['Ann <a@>', 'Ann <ann@>'],
      ],
    ],
    [
      'one of two recipients, beside a landlord whom all rows have',
      ['Ann <a@> L <l@>', 'Ben <b@> L <l@>'],
      ['Ann <ann@> L <l@>', 'Ben <b@> L <l@>'],
      [['Ann <a@> L <l@>', 'Ann <ann@> L <l@>']],
    ],
    [
      'a landlord whom all rows have',
      ['Ann <a@> L <l@>', 'Ben <b@> L <l@>'],
      ['Ann <a@> Lee <lee@>', 'Ben <b@> Lee <lee@>'],
      [
        ['Ann <a@> L <l@>', 'Ann <a@> Lee <lee@>'],
        ['Ben <b@> L <l@>', 'Ben <b@> Lee <lee@>'],
      ],
    ],
    [
      'another person in a row with a title of its own, whatever its line',
      ['Ann <a@> Flat 1', 'Ben <b@> Flat 2'],
      ['Ben <b@> Flat 2', 'Zed <z@> Flat 1'],
      [['Ann <a@> Flat 1', 'Zed <z@> Flat 1']],
    ],
    [
      'a second recipient in a row with a title of its own',
      ['Ann <a@> Flat 1', 'Ben <b@> Flat 2'],
      ['Ann <a@> Wim <w@> Flat 1', 'Ben <b@> Flat 2'],
      [['Ann <a@> Flat 1', 'Ann <a@> Wim <w@> Flat 1']],
    ],
    ['another person on the same line', ['Ann <a@>', 'Ben <b@>'], ['Zed <z@>', 'Ben <b@>'], [['Ann <a@>', 'Zed <z@>']]],
    [
      'a name that differs in case and spaces only',
      ['Ann  de Wet <a@>', 'B <b@>'],
      ['B <b@>', 'ann de wet <ann@>'],
      [['Ann  de Wet <a@>', 'ann de wet <ann@>']],
    ],
  ])('is known: %s', (_name, sent, file, expected) => {
    const { changed, fresh, gone, unclear } = compared(sent, file);
    expect([changed, fresh, gone, unclear]).toEqual([expected, [], [], []]);
  });

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'more than the recipients differs',
      ['Ann <a@> Flat 1', 'Ben <b@> Flat 2'],
      ['Ann <ann@> Flat 7', 'Ben <b@> Flat 2'],
    ],
    [
      'another person in another place, and nothing else tells',
      ['Ann <a@>', 'Ben <b@>'],
      ['Ben <b@>', 'Cas <c@>', 'Zed <z@>'],
    ],
    [
      'the title of another row, and another person',
      ['Ann <a@> Flat', 'Ben <b@> Flat'],
      ['Ben <b@> Flat', 'Zed <z@> Flat'],
    ],
    ['another ID', ['7: Ann <a@>', '8: Ben <b@>'], ['9: Ann <ann@>', '8: Ben <b@>']],
  ])('is new: %s', (_name, sent, file) => {
    const { changed, fresh, gone, unclear } = compared(sent, file);
    expect([changed, fresh.length, gone.length, unclear]).toEqual([[], file.length - 1, 1, []]);
  });

  it.each<readonly [string, readonly string[], readonly string[], readonly (readonly [string, readonly string[]])[]]>([
    [
      'two of the same name were removed',
      ['Jan <j1@>', 'Jan <j2@>', 'Ben <b@>'],
      ['Ben <b@>', 'Jan <j3@>'],
      [['Jan <j3@>', ['Jan <j1@>', 'Jan <j2@>']]],
    ],
    [
      'one was removed, and two of its name are new',
      ['Jan <j1@>', 'Ben <b@>'],
      ['Jan <j2@>', 'Jan <j3@>', 'Ben <b@>'],
      [
        ['Jan <j2@>', ['Jan <j1@>']],
        ['Jan <j3@>', ['Jan <j1@>']],
      ],
    ],
    [
      'two with a title that no other row has were removed',
      ['Ann <a@> Flat 1', 'Bob <b@> Flat 1', 'Cas <c@> Flat 2'],
      ['Cas <c@> Flat 2', 'Zed <z@> Flat 1'],
      [['Zed <z@> Flat 1', ['Ann <a@> Flat 1', 'Bob <b@> Flat 1']]],
    ],
  ])('is unclear: %s', (_name, sent, file, expected) => {
    const { changed, unclear } = compared(sent, file);
    expect([changed, unclear]).toEqual([[], expected]);
  });

  it('is new while the outcome of the removed row is unknown: that row has to stay', () => {
    const { changed, fresh, gone } = compared(['Ann <a@>', 'Ben <b@>'], ['Ann <ann@>', 'Ben <b@>'], 'open');
    expect([changed, fresh, gone.length]).toEqual([[], ['Ann <ann@>'], 1]);
  });

  it.each([
    ['the names are kept', (index: number) => `Tenant ${index}`, 3_000],
    ['all have one name', () => 'Tenant', 0],
    ['all are others', (index: number, file: string) => `${file} ${index}`, 0],
  ])('is found among many without comparing each with each: %s', async (_name, nameOf, expected) => {
    const many = (file: string): readonly string[] =>
      Array.from({ length: 3_000 }, (_, index) => `${nameOf(index, file)} <${file}${index}@> L <l@>`);
    const spent = processorTime();
    expect(compared(many('a'), many('b')).changed).toHaveLength(expected);
    expect(spent()).toBeLessThan(5_000);
  });
});
