import { expect, it } from 'vitest';
import { dataKeyProblem, newDataKeyProblem } from '../../src/contract/data-key.js';

it.each(['person.full_name', 'lease.property.street_1', 'a.b', `a.${'b'.repeat(98)}`])(
  'takes %s as a data key',
  (key) => {
    expect(dataKeyProblem(key)).toBeNull();
  },
);

it.each([
  '',
  'name',
  'a.b.c.d',
  'Person.name',
  'person.fullName',
  'person._x',
  'person.x_',
  'person.1x',
  'a..b',
  'a b.c',
  `a.${'b'.repeat(99)}`,
])('refuses %j as a data key', (key) => {
  expect(dataKeyProblem(key)).toMatch(/^must be/);
});

it('refuses a new key in a core namespace, or one that begins with a subject of the template', () => {
  expect(newDataKeyProblem('signer.name', [])).toMatch(/core namespace/);
  expect(newDataKeyProblem('tenant.name', ['tenant'])).toBe(
    'may not begin with tenant, the key of a person on the form. Try form.tenant_name',
  );
  expect(newDataKeyProblem('tenant.name', ['landlord'])).toBeNull();
});
