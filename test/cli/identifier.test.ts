import { describe, expect, it } from 'vitest';
import { personId, positionOf, uuidOf } from '../../src/cli/identifier.js';

const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';

describe('an id on the command line', () => {
  const read = uuidOf('template', 'esign template list');

  it('is a uuid', () => expect(read(id.toUpperCase())).toBe(id));

  it.each([
    ['', 'it is empty'],
    ['abc', 'a uuid has 36 characters, and this has 3'],
    ['lease.pdf', '`l`'],
    ['3f0c9a526d1e4b779a550c2f7a1f9b10', 'looks like the id of a person'],
    ['3f0c9a526-d1e-4b77-9a55-0c2f7a1f9b10', 'its dashes are not where a uuid has them'],
  ])('is refused with the reason: %j', (text, why) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(why), code: 'invalid_id' }),
    );
  });

  it('says where ids are found', () => {
    expect(() => read('x')).toThrow(expect.objectContaining({ hint: 'Look the id up with `esign template list`.' }));
  });
});

describe('the id of a person', () => {
  it('is 32 lower-case hex digits', () => {
    expect(personId('3f0c9a526d1e4b779a550c2f7a1f9b10')).toBe('3f0c9a526d1e4b779a550c2f7a1f9b10');
    expect(() => personId(id)).toThrow('it is a uuid');
    expect(() => personId('3F0C9A526D1E4B779A550C2F7A1F9B10')).toThrow('lower-case');
    expect(() => personId('abc')).toThrow('3 characters');
  });
});

describe('a position', () => {
  it('has one spelling', () => {
    expect(positionOf('document')('12')).toBe('12');
    for (const text of ['0', '01', '1.0', '-1', 'x', ''])
      expect(() => positionOf('document')(text)).toThrow('is no document');
  });
});
