import { describe, expect, it } from 'vitest';
import { contentOf, identityOf, isInShard } from '../../../src/sending/bulk/bulk-row.js';

const person = (email: string, more: object = {}): object => ({ role: 'Tenant', name: 'A', email, ...more });
const body = (...recipients: readonly object[]): object => ({ template_id: 't', title: 'One', recipients });

describe('a row is identified', () => {
  const ann = identityOf(body(person('ann@example.test'), person('l@example.test', { role: 'Landlord' })), null);

  it.each([
    ['another title', { ...body(person('ann@example.test'), person('l@example.test')), title: 'Two' }],
    ['another role', body(person('ann@example.test', { role: 'Renter' }), person('l@example.test'))],
    ['another order', body(person('l@example.test'), person('ann@example.test'))],
    ['another case and spaces', body(person(' Ann@Example.test '), person('l@example.test'))],
    ['values', { ...body(person('ann@example.test'), person('l@example.test')), values: [{ key: 'k', value: 'v' }] }],
  ])('by its addresses: it is the same with %s', (_name, other) => {
    expect(identityOf(other, null)).toEqual(ann);
  });

  it('by its addresses: it is another one with another person', () => {
    const other = identityOf(body(person('ben@example.test'), person('l@example.test')), null);
    expect([other.by, other.id === ann.id, other.who === ann.who]).toEqual(['recipients', false, false]);
  });

  it('by the external references before the addresses', () => {
    const one = identityOf(body(person('ann@example.test', { external_ref: 'C-1' })), null);
    const corrected = identityOf(body(person('anna@example.test', { external_ref: ' C-1 ' })), null);
    expect([one.by, one.id === corrected.id, one.who === corrected.who]).toEqual(['external_ref', true, false]);
    expect(identityOf(body(person('ann@example.test', { external_ref: ' ' })), null).by).toBe('recipients');
    const next = identityOf(body(person('ann@example.test', { external_ref: 'C-2' })), null);
    const byColumn = identityOf(body(person('ann@example.test')), 'C-1');
    expect(new Set([one.id, next.id, byColumn.id]).size).toBe(3);
  });

  it('by the ID column before all', () => {
    const one = identityOf(body(person('ann@example.test', { external_ref: 'C-1' })), '7');
    const other = identityOf(body(person('ben@example.test', { external_ref: 'C-2' })), '7');
    expect([one.by, one.id === other.id]).toEqual(['id_column', true]);
    expect(identityOf(body(person('ann@example.test')), '8').id).not.toBe(one.id);
  });

  it('by every address, and by every reference', () => {
    const two = (one: string, other: string, key: 'email' | 'external_ref') =>
      identityOf(body(person('ann@example.test', { [key]: one }), person('ben@example.test', { [key]: other })), null);
    for (const key of ['email', 'external_ref'] as const) {
      expect(two('a', 'b', key).id).toBe(two('b', 'a', key).id);
      expect(new Set([two('a', 'b', key).id, two('a', 'c', key).id, two('a', '', key).id]).size).toBe(3);
    }
  });

  it('by the same digest in every version, since machines of two versions work on one run', () => {
    const people = body(person('ann@example.test', { external_ref: 'C-1' }));
    expect(identityOf(people, '7')).toEqual({
      by: 'id_column',
      id: '67a7873777a4195340fde7b514a9a91b',
      who: 'e63aaaec96bf9832ad500ef4b84d219c',
    });
    expect(identityOf(people, null).id).toBe('9ea45e0f730389345a4c9547945dd410');
    expect(contentOf({ a: 1, expires_at: 'x' })).toBe('5ea4e585e7e6b727dcd1073012b0024b');
    expect(contentOf(undefined)).toBe(contentOf(null));
  });

  it('by nothing when the body is not a request', () => {
    expect(identityOf(null, null)).toEqual(identityOf({ recipients: ['x', null] }, null));
  });
});

describe('what a row says', () => {
  it('does not depend on the order of its properties, nor on the deadline, which the run fixes', () => {
    expect(contentOf({ a: 1, b: { c: 2, d: 3 }, expires_at: '2026-12-01' })).toBe(
      contentOf({ b: { d: 3, c: 2 }, a: 1 }),
    );
    expect(contentOf({ a: 1 })).not.toBe(contentOf({ a: 2 }));
    expect(contentOf({ a: 1 })).not.toBe(contentOf({ a: 1, title: null }));
  });
});

describe('shard', () => {
  it('every row belongs to exactly one of the parts', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) =>
      identityOf({ recipients: [{ email: `${at}@x.test` }] }, null),
    );
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
});
