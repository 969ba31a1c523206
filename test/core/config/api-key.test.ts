import { describe, expect, it } from 'vitest';
import { maskKey, modeOf, readApiKey } from '../../../src/core/config/api-key.js';

describe('the kind of a key', () => {
  it.each([
    ['acme_live_abc', 'live'],
    ['acme_test_abc', 'test'],
    ['live_abc', 'live'],
    ['a_b_test_abc', 'test'],
    ['acme_abc', null],
    ['alive_abc', null],
    ['acme_live', null],
    ['acme_test_x_live_y', 'test'],
  ])('%s is %s by its prefix', (key, mode) => expect(modeOf(key)).toBe(mode));
});

describe('a key that is shown', () => {
  it('is its prefix and its last four characters', () => {
    expect(maskKey(`acme_live_${'x'.repeat(39)}Ab3d`)).toBe('acme_live_****Ab3d');
  });

  it('shows nothing of itself when it is short or strange', () => {
    expect(maskKey('acme_live_short')).toBe('acme_live_****');
    expect(maskKey('password')).toBe('****');
  });
});

it('a key in the quotes of an .env file is refused before it is sent', () => {
  expect(() => readApiKey('"acme_live_abc"', 'ESIGN_API_KEY')).toThrow(
    'ESIGN_API_KEY does not contain a valid API key.',
  );
  expect(readApiKey(' acme_live_abc\n', 'ESIGN_API_KEY').secret).toBe('acme_live_abc');
});
