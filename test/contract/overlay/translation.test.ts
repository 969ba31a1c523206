import { expect, it } from 'vitest';
import { changeWords, emptyTranslation, translated } from '../../../src/contract/overlay/translation.js';

it('keeps a name inside a property that has another name itself', () => {
  const names = emptyTranslation();
  changeWords(names, 'grantor.email', { to: 'mail' });
  changeWords(names, 'grantor', { to: 'principal' });
  const ours = { grantor: { email: 'a', name: 'b' }, email: 'c' };
  const theirs = { principal: { mail: 'a', name: 'b' }, email: 'c' };
  expect(translated(ours, names, 'to')).toEqual(theirs);
  expect(translated(theirs, names, 'from')).toEqual(ours);
});

it('gives one name to no two neighbours, and the same one in different places', () => {
  const names = emptyTranslation();
  expect(changeWords(names, 'a', { to: 'x' })).toBe(true);
  expect(changeWords(names, 'b', { to: 'x' })).toBe(false);
  expect(Object.keys(names)).toEqual(['a']);
  expect(changeWords(names, 'c.b', { to: 'x' })).toBe(true);
});

it('leaves a value alone that has no properties', () => {
  const names = emptyTranslation();
  changeWords(names, 'a', { to: 'x' });
  for (const value of [null, 7, 'a', true, undefined]) expect(translated(value, names, 'to')).toBe(value);
});
