import { expect, it } from 'vitest';
import { nearestName, suggestion } from '../../src/rules/nearest-name.js';

it.each([
  ['Tennant', 'Tenant'],
  ['tenant', 'Tenant'],
  ['Lanlord', 'Landlord'],
  ['Zebra', null],
])('takes %s for %s', (typed, nearest) => {
  expect(nearestName(typed, ['Tenant', 'Landlord'])).toBe(nearest);
});

it('lists the names when none is near, and says nothing when there are none', () => {
  expect(suggestion('Zebra', ['Tenant', 'Landlord'])).toBe(' It has "Tenant", "Landlord".');
  expect(suggestion('Zebra', [])).toBe('');
});

it('stays quick with a name of a megabyte', () => {
  expect(nearestName('x'.repeat(1_000_000), ['Tenant'])).toBeNull();
});
