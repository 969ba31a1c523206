import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { parsePerson } from '../../../src/cli/flags/person.js';

const read = (text: string) => parsePerson(text, '--to', ['role', 'name', 'email', 'embedded']);

describe('NAME <ADDRESS>', () => {
  it.each([
    ['Thandi M <t@example.test>', 'Thandi M', 't@example.test'],
    ['  Thandi M<t@example.test> ', 'Thandi M', 't@example.test'],
    ['Mokoena, Thandi <t@example.test>', 'Mokoena, Thandi', 't@example.test'],
    ['"Mokoena, \\"T\\" <x>" <t@example.test>', 'Mokoena, "T" <x>', 't@example.test'],
    ['A = B <t@example.test>', 'A = B', 't@example.test'],
    ['name <t@example.test>', 'name', 't@example.test'],
    ['Thandi "T" O’Brien <t@example.test>', 'Thandi "T" O’Brien', 't@example.test'],
  ])('%s', (text, name, email) => expect(read(text)).toEqual({ name, email }));

  it.each(['name=A,email=a@example.test', 'embedded,name=A', 'nme=A', 'role=T,name=A <x>,email=a@example.test'])(
    'leaves pairs alone: %s',
    (text) => expect(read(text)).toBeNull(),
  );

  it.each([
    ['t@example.test', /name is missing/],
    ['<t@example.test>', /name is missing/],
    ['"" <t@example.test>', /name is missing/],
    ['Thandi', /email address is missing/],
    ['Thandi <>', /email address is missing/],
    ['', /empty/],
    ['Thandi <t@example.test', /`>` .* is missing/],
    ['Thandi <t@example.test> x', /text after/],
    ['A <a@example.test>, B <b@example.test>', /one recipient/],
    ['a@example.test, B <b@example.test>', /one recipient/],
    ['Signer,A,a@example.test', /neither NAME <ADDRESS> nor pairs/],
    ['A <<a@example.test>', /one recipient/],
    ['"A <a@example.test>', /closing double quote/],
    ['"A" B <a@example.test>', /between/],
    ['A <a @example.test>', /contains a space/],
    ['A\nBcc: x <a@example.test>', /control character/],
    ['A\u001B[31m <a@example.test>', /control character/],
  ])('refuses %j', (text, why) => {
    expect(() => read(text)).toThrow(UsageFailure);
    expect(() => read(text)).toThrow(why);
  });
});
