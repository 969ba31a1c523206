import { describe, expect, it } from 'vitest';
import { canBeOption, canName, isCurrency, tidied } from '../../../src/document/detect/caption-words.js';

describe('words by a box', () => {
  it.each(['$', 'R', 'ZAR:', 'undefined', 'Text12', 'X', '/s/', 'DD / MM / YYYY', '12.', '4a', 'W', ''])(
    '"%s" names nothing',
    (words) => {
      expect(canName(words)).toBe(false);
    },
  );

  it.each(['Monthly rent', 'Erf 12', 'Rand', 'ID'])('"%s" can name it', (words) => {
    expect(canName(words)).toBe(true);
  });

  it('may be a number or a letter for a place to tick', () => {
    expect(['1', '50-99', 'M'].map(canBeOption)).toEqual([true, true, true]);
    expect(['$', 'undefined'].map(canBeOption)).toEqual([false, false]);
  });

  it.each([
    ['Deposit: R', 'Deposit'],
    ['Market value $', 'Market value'],
    ['Schedule R', 'Schedule R'],
    ['* Full name: ____', 'Full name'],
    ['(Bar no.', 'Bar no'],
  ])('"%s" reads "%s"', (words, plain) => {
    expect(tidied(words)).toBe(plain);
  });

  it('are a currency and no more', () => {
    expect(['R', '€', 'R 100'].map(isCurrency)).toEqual([true, true, false]);
  });
});
