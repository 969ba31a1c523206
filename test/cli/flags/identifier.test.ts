import { describe, expect, it } from 'vitest';
import { positionOf, uuidOf } from '../../../src/cli/flags/identifier.js';

const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';

describe('an id on the command line', () => {
  const read = uuidOf('template', 'esign template list');

  it('is a uuid', () => expect(read(id.toUpperCase())).toBe(id));

  it.each([
    ['', 'Use the full UUID or at least its first 4 characters.'],
    ['abc', 'Use the full UUID or at least its first 4 characters.'],
    ['lease.pdf', 'Use the full UUID or at least its first 4 characters.'],
    ['3f0c9a526-d1e-4b77-9a55-0c2f7a1f9b10', 'Use the full UUID or at least its first 4 characters.'],
    ['3f0c9a526d1e4b779a550c2f7a1f9b10', 'This looks like the ID of a person.'],
  ])('is refused with what to do: %j', (text, advice) => {
    const hint = `${advice} List the IDs with \`esign template list\`.`;
    const message = `Invalid template ID "${text}".`;
    expect(() => read(text)).toThrow(expect.objectContaining({ message, hint, code: 'invalid_id' }));
  });
});

describe('an ID of another shape', () => {
  it.each(['env_7Hq2', 'wh_01J9ZK3F7Q', 'x_3f0c9a526d1e4b779a550c2f7a1f9b10'])(
    'is passed on as it is, except where it may be the name of a template: %s',
    (text) => {
      expect(uuidOf('envelope')(text)).toBe(text);
      expect(() => uuidOf('template')(text)).toThrow(`Invalid template ID "${text}".`);
    },
  );

  it.each([
    'esign_live_Ab3dEf6hIj',
    'esign_test_x123456',
    'whsec_abcdef',
    'full_name',
    'env_',
    'env_a/b',
    `env_${'x'.repeat(101)}`,
  ])('is never a secret, a path, a name or without end: %s', (text) =>
    expect(() => uuidOf('envelope')(text)).toThrow('Invalid envelope ID'),
  );
});

describe('a position', () => {
  it('has one spelling', () => {
    expect(positionOf('document')('12')).toBe('12');
    for (const text of ['0', '01', '1.0', '-1', 'x', ''])
      expect(() => positionOf('document')(text)).toThrow(`Invalid document "${text}".`);
  });
});
