import { describe, expect, it } from 'vitest';
import { compareSeen } from '../../../src/authoring/last-seen/compare.js';
import {
  afterLook,
  type Facts,
  fieldKey,
  personFacts,
  personKey,
  subjectKey,
} from '../../../src/authoring/last-seen/facts.js';
import type { Overwrite } from '../../../src/authoring/last-seen/overwrites.js';
import { person } from '../../support/documents/wizard-people.js';

const uuid = (number: number): string => `6f1f2f0e-4f0b-4f43-9d8a-${String(number).padStart(12, '0')}`;
const field = uuid(7);
const key = fieldKey(field, 'label');
const facts = (...entries: readonly (readonly [string, string | null])[]): Facts => new Map(entries);
const fields = [{ id: field }];
/** Only the ids of fields, and the people with their fields, are read. */
const current = (people: readonly unknown[] = []) =>
  ({ body: { id: uuid(1), fields }, etag: undefined, people }) as unknown as Parameters<typeof compareSeen>[3];
const compare = (seen: Facts, now: Facts, overwrites: readonly Overwrite[] = [], people: readonly unknown[] = []) =>
  compareSeen(seen, now, overwrites, current(people));

describe('a value that was seen and is another one now', () => {
  const [was, now] = [facts([key, 'Rent']), facts([key, 'Rental'])];
  const change = { kind: 'field', id: field, property: 'label', was: 'Rent', now: 'Rental' };

  it.each([
    ['is a conflict where the write sets another one', [{ key, value: 'Price' }], [{ ...change, yours: 'Price' }], []],
    ['is one where nobody knows what the write sets', [{ key, value: undefined }], [change], []],
    ['is one where the write sets the old one again', [{ key, value: 'Rent' }], [{ ...change, yours: 'Rent' }], []],
    ['is none where the write sets the same', [{ key, value: 'Rental' }], [], [change]],
    ['is none where the write sets something else', [{ key: fieldKey(field, 'data_key'), value: 'x' }], [], [change]],
  ])('%s', (_words, overwrites, conflicts, others) => {
    expect(compare(was, now, overwrites)).toEqual({ conflicts, others });
  });

  it('is not a change when it was never seen', () => {
    expect(compare(facts(), now, [{ key, value: 'Price' }])).toEqual({ conflicts: [], others: [] });
  });

  it('may be gone: a subject without a person', () => {
    const { others } = compare(facts([subjectKey('a/b'), 'Tenant']), facts());
    expect(others).toEqual([{ kind: 'subject', id: 'a/b', property: 'label', was: 'Tenant', now: undefined }]);
  });
});

describe('a person', () => {
  const one = person('THE TENANT', {});
  const values = (entries: Partial<Record<(typeof personFacts)[number], string | null>>): Facts =>
    facts(...personFacts.map((name) => [personKey(one.id, name), entries[name] ?? null] as const));

  it('is one change, whatever of the decision is another', () => {
    const now = values({ role_name: 'Tenant', decision: 'signer', presence: 'required' });
    const { conflicts, others } = compare(values({}), now, [], [one]);
    expect([conflicts, others]).toMatchObject([[], [{ kind: 'person', now: { role_name: 'Tenant' } }]]);
  });

  it('is not a change when only the proposal for an undecided one differs', () => {
    const now = values({ decision: 'both', proposed_role_name: 'Tenant 2' });
    expect(compare(values({ decision: 'both' }), now, [], [one])).toEqual({ conflicts: [], others: [] });
  });

  it('is a conflict where that proposal is what is about to be taken', () => {
    const now = values({ decision: 'both', proposed_role_name: 'Tenant 2' });
    const asked = personFacts.map((name) => ({ key: personKey(one.id, name), value: undefined }));
    expect(compare(values({ decision: 'both' }), now, asked, [one]).conflicts).toHaveLength(1);
  });
});

describe('a look', () => {
  it('replaces what was seen by what is shown, and adds what was only read where nothing was known', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => fieldKey(id, 'label')) as [string, string, string];
    const read = facts([a, 'new'], [b, 'new'], [c, 'new']);
    expect(afterLook(facts([a, 'old'], [b, 'old']), facts([a, 'new']), read)).toEqual(
      facts([a, 'new'], [b, 'old'], [c, 'new']),
    );
  });

  it('forgets what a list that was shown does not have any more, and nothing of other lists', () => {
    const seen = facts([subjectKey('tenant'), 'Tenant'], [personKey('p', 'presence'), 'required']);
    const shown = facts([subjectKey('lessee'), 'Lessee']);
    expect(afterLook(seen, shown, shown)).toEqual(
      facts([subjectKey('lessee'), 'Lessee'], [personKey('p', 'presence'), 'required']),
    );
  });
});
