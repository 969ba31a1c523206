import { describe, expect, it } from 'vitest';
import { fit, isDate, isEmpty, type WireValue } from '../../../src/domain/rules/values-fit.js';
import { box } from '../../support/envelope-form.js';

describe('what a field takes', () => {
  const date = box({ id: 'd', type: 'date' });
  const list = box({ id: 'l', type: 'dropdown', options: ['one', 'two'] });
  const tick = box({ id: 't', type: 'tickbox' });
  const line = box({ id: 's' });
  const lines = box({ id: 'm', multiline: true });
  const table: readonly (readonly [string, typeof date, WireValue, string])[] = [
    ['a day', date, '2026-02-28', 'answer'],
    ['a day that does not exist', date, '2026-02-30', 'unusable'],
    ['a day in other words', date, '28 February 2026', 'unusable'],
    ['an option', list, 'two', 'answer'],
    ['an option in another case', list, 'Two', 'unusable'],
    ['true', tick, true, 'answer'],
    ['the word true', tick, 'true', 'shape'],
    ['a number of lines in one', line, 'a\nb', 'unusable'],
    ['a number of lines', lines, 'a\nb', 'answer'],
    ['true for a text', line, true, 'shape'],
    ['nothing', line, null, 'answer'],
    ['an empty date', date, '', 'answer'],
    ['anything for a signature', box({ id: 'x', type: 'signature' }), 'me', 'unusable'],
  ];
  it.each(table)('%s', (_name, field, value, kind) => {
    expect(fit(field, value).kind).toBe(kind);
  });

  it('knows leap days', () => {
    expect([isDate('2028-02-29'), isDate('2027-02-29'), isDate('2027-2-09')]).toEqual([true, false, false]);
  });

  it('treats blanks and unticked fields as no answer', () => {
    expect([null, undefined, '', '  ', false, []].map((value) => isEmpty(value))).toEqual(Array(6).fill(true));
    expect(['a', true, ['x']].map((value) => isEmpty(value))).toEqual([false, false, false]);
  });
});
