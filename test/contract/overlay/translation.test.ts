import { expect, it } from 'vitest';
import { emptyTranslation, translated, withWords } from '../../../src/contract/overlay/translation.js';

it('keeps a name inside a property that has another name itself', () => {
  const inner = withWords(emptyTranslation(), 'grantor.email', { to: 'mail' }) ?? emptyTranslation();
  const names = withWords(inner, 'grantor', { to: 'principal' }) ?? emptyTranslation();
  const ours = { grantor: { email: 'a', name: 'b' }, email: 'c' };
  const theirs = { principal: { mail: 'a', name: 'b' }, email: 'c' };
  expect(translated(ours, names, 'to')).toEqual(theirs);
  expect(translated(theirs, names, 'from')).toEqual(ours);
});

it('gives one name to no two neighbours, and the same one in different places', () => {
  const names = withWords(emptyTranslation(), 'a', { to: 'x' }) ?? emptyTranslation();
  expect(withWords(names, 'b', { to: 'x' })).toBeNull();
  expect(withWords(names, 'c.b', { to: 'x' })).not.toBeNull();
});

it('leaves a value alone that has no properties', () => {
  const names = withWords(emptyTranslation(), 'a', { to: 'x' });
  for (const value of [null, 7, 'a', true, undefined]) expect(translated(value, names ?? undefined, 'to')).toBe(value);
});
