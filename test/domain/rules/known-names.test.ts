import { expect, it } from 'vitest';
import { knownNames } from '../../../src/domain/rules/known-names.js';
import { box, leaseForm } from '../../support/envelope-form.js';

const known = knownNames(leaseForm);
const person = (role: string) => ({ role, name: 'Thandi', email: 't@example.test' });

it('reads a role in any case, and leaves one that the form does not have', () => {
  const rolesOf = (...roles: readonly string[]): unknown =>
    (known({ recipients: roles.map(person) })['recipients'] as readonly { role: string }[]).map(({ role }) => role);
  expect(rolesOf('TENANT', ' agent\u00A0 copy', 'CC', 'Buyer')).toEqual(['Tenant', 'Agent copy', 'cc', 'Buyer']);
});

it('reads an address in any case', () => {
  const row = known({
    values: [
      { subject: 'Tenant', key: 'Person.Full_Name', value: 'T' },
      { key: 'no.such', value: '' },
    ],
  });
  expect(row['values']).toEqual([
    { subject: 'tenant', key: 'person.full_name', value: 'T' },
    { subject: null, key: 'no.such', value: '' },
  ]);
});

it('leaves a name that may mean two, and what is not a list', () => {
  const two = { ...leaseForm, fields: [box({ id: 'a', data_key: 'Unit' }), box({ id: 'b', data_key: 'unit' })] };
  const read = knownNames(two)({ values: [{ subject: null, key: 'UNIT', value: '' }], recipients: 7, title: 'x' });
  expect(read).toEqual({ values: [{ subject: null, key: 'UNIT', value: '' }], recipients: 7, title: 'x' });
});
