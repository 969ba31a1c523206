import { describe, expect, it } from 'vitest';
import { isWrittenFreely, readCells, readDate, spreadsheetDamage } from '../../../src/domain/rules/cell.js';
import type { Form, FormField } from '../../../src/domain/rules/template-form.js';
import { box } from '../../support/envelope-form.js';

const choice = (key: string, question: string, option: string): FormField =>
  box({ id: `${key}-${option}`, type: 'tickbox', data_key: key, question_id: question, option_value: option });
const question = (id: string) => ({ id, label: id, role: 'Tenant', min_selected: 0, max_selected: 1 });
const form: Form = {
  roles: [{ name: 'Tenant', routing_type: 'sign' }],
  subjects: ['tenant'],
  questions: [question('answer'), question('pay'), question('each')],
  fields: [
    box({ id: 'pets', type: 'tickbox', subject: 'tenant', data_key: 'pets' }),
    box({ id: 'name', data_key: 'name' }),
    box({ id: 'from', type: 'date', data_key: 'from' }),
    box({ id: 'agrees', type: 'dropdown', data_key: 'agrees', options: ['Yes', 'No'] }),
    choice('answer', 'answer', 'Yes'),
    choice('answer', 'answer', 'No'),
    choice('pay', 'pay', 'eft'),
    choice('pay', 'pay', 'cash'),
    choice('each.water', 'each', 'water'),
    choice('each.power', 'each', 'power'),
  ],
};
const read = (key: string, value: string, subject: string | null = null): unknown =>
  readCells([{ subject, key, value }], form)[0]?.value;

describe('a cell', () => {
  it('ticks a box in every way that people write it', () => {
    expect(['TRUE', 'yes', 'JA', 'x', '1'].map((text) => read('pets', text, 'tenant'))).toEqual(Array(5).fill(true));
    expect(['False', 'NO', 'nee', '0', ''].map((text) => read('pets', text, 'tenant'))).toEqual(Array(5).fill(false));
    expect(read('pets', 'two cats', 'tenant')).toBe('two cats');
  });

  it('stays a text for a text, and where the address is not on the form', () => {
    expect(['TRUE', 'x', '1', '2026/04/03'].map((text) => read('name', text))).toEqual([
      'TRUE',
      'x',
      '1',
      '2026/04/03',
    ]);
    expect([read('pets', 'TRUE'), read('no.such', 'TRUE')]).toEqual(['TRUE', 'TRUE']);
  });

  it('chooses the only option that says yes or no', () => {
    expect(['TRUE', 'ja', 'Yes', 'nee', '0'].map((text) => read('answer', text))).toEqual([
      'Yes',
      'Yes',
      'Yes',
      'No',
      'No',
    ]);
    expect([read('agrees', 'TRUE'), read('agrees', 'Perhaps')]).toEqual(['Yes', 'Perhaps']);
  });

  it('ticks the box of a question that has an address of its own, and no box where it may be any', () => {
    expect([read('each.water', 'x'), read('each.power', 'nee'), read('pay', 'x')]).toEqual([true, false, 'x']);
  });

  it('becomes a date where it can only mean one', () => {
    expect([read('from', '2026/04/03'), read('from', '03/04/2026')]).toEqual(['2026-04-03', '03/04/2026']);
  });

  it('is left alone where it is not a value', () => {
    const values = [null, 7, { key: 'name' }, { subject: 'tenant', key: 'pets', value: 'TRUE' }];
    expect(readCells(values, form)).toEqual([...values.slice(0, 3), { subject: 'tenant', key: 'pets', value: true }]);
    expect(readCells([{ key: 'agrees', value: ['Yes'] }], form)).toEqual([{ key: 'agrees', value: ['Yes'] }]);
  });
});

it.each([
  ['2026-04-03', '2026-04-03'],
  ['2026/4/3', '2026-04-03'],
  ['2026.04.03', '2026-04-03'],
  ['2026-04-03 00:00:00', '2026-04-03'],
  ['2026-04-03T00:00:00.000Z', '2026-04-03'],
  ['3 April 2026', '2026-04-03'],
  ['03-Apr-2026', '2026-04-03'],
  ['April 3, 2026', '2026-04-03'],
  ['3 Mei 2026', '2026-05-03'],
  ['2026/02/30', null],
  ['2026/04-03', null],
  ['2026-04-03 09:30', null],
  ['03/04/2026', null],
  ['3-Apr-26', null],
  ['46115', null],
])('reads the date %s as %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});

it('needs the template only for a text that may be read as something else', () => {
  const isFree = (value: unknown): boolean => isWrittenFreely({ key: 'a', value });
  expect(['TRUE', '', '2026/04/03'].map(isFree)).toEqual([true, true, true]);
  expect(['2026-04-03', 'Thandi', true, null, ['x']].map(isFree)).toEqual(Array(5).fill(false));
});

describe('spreadsheet damage', () => {
  it.each([
    ['person.id_number', '9,2022E+12', 'rounded'],
    ['payment.account_number', ' 9.20E+12 ', 'rounded'],
    ['person.id_number', '1015009087', 'has 10 digits'],
    ['person.id_number', '712155009087', 'has 12 digits'],
    ['contact.phone', '821234567', 'leading zero: 0821234567'],
    ['spouse.mobile.number', '721234567', 'leading zero'],
    ['person.id_number', '8.00102E12', 'rounded'],
    ['payment.account_number', '82123456.0', 'added .0'],
    ['property.erf', '82123456,0', 'added ,0'],
    ['contact.phone', "'0821234567", 'apostrophe'],
    ['contact.email', 'mailto:t@example.test', 'Write the address alone'],
    ['property.address', '1 Main Road_x000D_', 'line break'],
    ['rental.amount', '#REF!', 'error of the spreadsheet'],
  ])('recognizes a number that a spreadsheet changed: %s %s', (key, text, says) => {
    expect(spreadsheetDamage(key, text)).toContain(says);
  });

  it.each([
    ['person.id_number', '0001015009087'],
    ['person.id_number', '9202204720083'],
    ['person.id_number', 'A01234567'],
    ['person.id_number', '483920175'],
    ['contact.phone', '0821234567'],
    ['contact.phone', '+27 82 123 4567'],
    ['headphones.count', '821234567'],
    ['payment.account_number', '62012345678'],
    ['rental.monthly_amount', '8500'],
    ['vehicle.model', 'E5'],
    ['rental.monthly_amount', '8500.0'],
    ['rental.monthly_amount', '8500,00'],
    ['property.street', "'n Plaas"],
    ['property.unit', '#12'],
    ['property.unit', '2E14'],
  ])('leaves anything else alone: %s %s', (key, text) => {
    expect(spreadsheetDamage(key, text)).toBeNull();
  });
});
