import { expect, it } from 'vitest';
import { nearest, suggestion } from '../../../src/core/platform/nearest.js';

it.each([
  ['templte_changed', ['template_changed', 'not_found'], 'template_changed'],
  ['NOT_FOUND', ['template_changed', 'not_found'], 'not_found'],
  ['Tennant', ['Tenant', 'Landlord'], 'Tenant'],
  ['tenant', ['Tenant', 'Landlord'], 'Tenant'],
  ['snd', ['send', 'show'], 'send'],
  // Two letters swapped are one mistake.
  ['lsit', ['list', 'get'], 'list'],
  // The only one that begins so.
  ['unauth', ['unauthenticated', 'not_found'], 'unauthenticated'],
])('takes %s among %j for %s', (word, candidates, meant) => expect(nearest(word, candidates)).toBe(meant));

it.each([
  ['zzzzzz', ['template_changed', 'not_found']],
  ['x', []],
  ['extend', ['send']],
  ['pr', ['pdf', 'api']],
  ['get', ['send', 'list', 'set-up']],
  ['goal', ['role', 'mail']],
  // Several begin so.
  ['test_', ['test_key_cannot_send', 'test_key_cannot_mint']],
])('finds nothing near %s among %j: none is better than a far one', (word, candidates) => {
  expect(nearest(word, candidates)).toBeNull();
});

it('lists the names when none is near, and says nothing when there are none', () => {
  expect(suggestion('Zebra', ['Tenant', 'Landlord'])).toBe(' It has "Tenant", "Landlord".');
  expect(suggestion('Tennant', ['Tenant', 'Landlord'])).toBe(' Did you mean "Tenant"?');
  expect(suggestion('Zebra', [])).toBe('');
});

it('stays quick with a name of a megabyte', () => {
  expect(nearest('x'.repeat(1_000_000), ['Tenant'])).toBeNull();
});
