import { describe, expect, it } from 'vitest';
import { parseKeyValueList } from '../../../src/cli/flags/key-value-list.js';

const shape = {
  flag: '--to',
  names: ['name', 'email', 'embedded'],
  required: ['name'],
  alone: ['embedded'],
  example: 'name=A,email=b@example.test',
};
const read = (text: string): object => Object.fromEntries(parseKeyValueList(text, shape));

describe('name=value pairs', () => {
  it.each([
    ['name=Thandi Mokoena,email=t@example.test', { name: 'Thandi Mokoena', email: 't@example.test' }],
    ['name="Mokoena, Thandi",email=t@example.test', { name: 'Mokoena, Thandi', email: 't@example.test' }],
    ['name=Mokoena\\, Thandi', { name: 'Mokoena, Thandi' }],
    ['name="a \\"b\\" \\\\ c"', { name: 'a "b" \\ c' }],
    ['name=A=B', { name: 'A=B' }],
    [' name = A ', { name: 'A' }],
    ['name=A,embedded', { name: 'A', embedded: 'true' }],
    ['name=5" pipe', { name: '5" pipe' }],
    ['name=C:\\temp', { name: 'C:\\temp' }],
    ['name=A,', { name: 'A' }],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    ['', 'missing `name`'],
    ['email=x', 'missing `name`'],
    ['name=', 'missing `name`'],
    ['name=A,name=B', 'duplicate `name`'],
    ['name=A,emial=x', 'unknown name "emial". Did you mean "email"?'],
    ['name', '`name` has no value'],
    ['name="A', 'a closing double quote is missing'],
    ['name="A"x', 'a comma is missing after a closing quote'],
    [',name=A', 'a name is missing before a comma'],
  ])('refuses %j: %s', (text, why) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        message: `--to: ${why}${why.endsWith('?') ? '' : '.'}`,
        hint: expect.stringContaining(shape.example),
      }),
    );
  });
});
