import { expect, it } from 'vitest';
import { spreadsheetDamage } from '../../src/rules/spreadsheet-damage.js';

it.each([
  ['person.id_number', '9,2022E+12', 'rounded'],
  ['payment.account_number', ' 9.20E+12 ', 'rounded'],
  ['person.id_number', '1015009087', 'has 10 digits'],
  ['person.id_number', '712155009087', 'has 12 digits'],
  ['contact.phone', '821234567', 'leading zero: 0821234567'],
  ['spouse.mobile.number', '721234567', 'leading zero'],
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
  ['property.unit', '2E14'],
])('leaves anything else alone: %s %s', (key, text) => {
  expect(spreadsheetDamage(key, text)).toBeNull();
});
