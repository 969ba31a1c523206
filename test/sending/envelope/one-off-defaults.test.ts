import { expect, it } from 'vitest';
import { titleOf } from '../../../src/sending/envelope/one-off-defaults.js';

it.each([
  ['lease.pdf', 'Lease'],
  ['some/folder/lease_2027.PDF', 'Lease 2027'],
  ['C:\\files\\sale-agreement-2027-01-31.docx', 'Sale agreement 2027-01-31'],
  ['no\u0007ise\u202E.pdf', 'No ise'],
  ['-', null],
  ['.pdf', null],
  ['__.pdf', null],
])('the title of %j is %j', (file, title) => expect(titleOf(file)).toBe(title));

it('cuts a title to the length that the service accepts', () => {
  expect(titleOf(`${'x'.repeat(250)}.pdf`)).toHaveLength(200);
});
