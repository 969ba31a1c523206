import { expect, it } from 'vitest';
import { addName, emptyNames, renamed } from '../../src/contract/names.js';

it('keeps a name inside a property that has another name itself', () => {
  const inner = addName(emptyNames(), 'grantor.email', 'mail') ?? emptyNames();
  const names = addName(inner, 'grantor', 'principal') ?? emptyNames();
  const ours = { grantor: { email: 'a', name: 'b' }, email: 'c' };
  const theirs = { principal: { mail: 'a', name: 'b' }, email: 'c' };
  expect(renamed(ours, names, 'to')).toEqual(theirs);
  expect(renamed(theirs, names, 'from')).toEqual(ours);
});

it('gives one name to no two neighbours, and the same one in different places', () => {
  const names = addName(emptyNames(), 'a', 'x') ?? emptyNames();
  expect(addName(names, 'b', 'x')).toBeNull();
  expect(addName(names, 'c.b', 'x')).not.toBeNull();
});

it('leaves a value alone that has no properties', () => {
  const names = addName(emptyNames(), 'a', 'x');
  for (const value of [null, 7, 'a', true, undefined]) expect(renamed(value, names ?? undefined, 'to')).toBe(value);
});
