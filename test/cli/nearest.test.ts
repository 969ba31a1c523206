import { expect, it } from 'vitest';
import { nearest } from '../../src/cli/nearest.js';

it('finds the word that was meant, and none when nothing is close', () => {
  expect(nearest('templte_changed', ['template_changed', 'not_found'])).toBe('template_changed');
  expect(nearest('NOT_FOUND', ['template_changed', 'not_found'])).toBe('not_found');
  expect(nearest('zzzzzz', ['template_changed', 'not_found'])).toBeNull();
  expect(nearest('x', [])).toBeNull();
  expect(nearest('unauth', ['unauthenticated', 'not_found'])).toBe('unauthenticated');
  expect(nearest('test_', ['test_key_cannot_send', 'test_key_cannot_mint'])).toBeNull();
});
