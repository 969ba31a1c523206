import { describe, expect, it } from 'vitest';
import {
  canBeOption,
  canName,
  isCurrency,
  refers,
  tidied,
  withoutRow,
} from '../../../src/document/detect/caption-words.js';

describe('words by a box', () => {
  it('lose the signs of a symbol font, which name nothing alone', () => {
    expect(tidied('\uf020Yes\uf020')).toBe('Yes');
    expect(canName('\uf0fb')).toBe(false);
  });

  it.each(['$', 'R', 'ZAR:', 'undefined', 'Text12', 'X', '/s/', 'DD / MM / YYYY', '12.', '4a', '8919', 'W', ''])(
    '"%s" names nothing',
    (words) => {
      expect(canName(words)).toBe(false);
    },
  );

  it.each([
    'OMB No. 1545-0074',
    'Page 2',
    'Form 5405, line 16',
    'lines above',
    'PLEASE SEE OTHER SIDE',
    '} Boxes checked',
    '(hereinafter referred to as "the Lessor")',
  ])('"%s" sends the reader elsewhere', (words) => {
    expect(refers(words)).toBe(true);
  });

  it.each(['Form of business', 'Page numbers initialled', 'Lines of credit', 'Seen by', 'Yes or no'])(
    '"%s" does not',
    (words) => {
      expect(refers(words)).toBe(false);
    },
  );

  it('are a tooltip without the row of a table that a program put behind it', () => {
    expect(withoutRow('Service Date_[ ] Mail [ ] E-filed')).toBe('Service Date');
    expect(withoutRow('(Respondent or Attorney)_Row_1')).toBe('Respondent or Attorney');
    expect(withoutRow('tenant_name')).toBe('tenant_name');
  });

  it.each(['Monthly rent', 'Erf 12', 'Rand', 'ID'])('"%s" can name it', (words) => {
    expect(canName(words)).toBe(true);
  });

  it('may be a number or a letter for a place to tick', () => {
    expect(['1', '50-99', 'M'].map(canBeOption)).toEqual([true, true, true]);
    expect(['$', 'undefined', '“'].map(canBeOption)).toEqual([false, false, false]);
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
