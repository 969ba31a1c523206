import { expect, it } from 'vitest';
import { spreadsheetDamage } from '../../../src/domain/rules/spreadsheet-damage.js';

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
