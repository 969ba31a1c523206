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

it.each([
  ['of nobody, like the others of nobody', 'tenant.id_number', null, 'lease.tenant_id_number'],
  ['about the person', 'tenant.id_number', 'tenant', 'person.id_number'],
  ['about another person', 'tenant.home.street', 'surety', 'contact.tenant_home_street'],
  ['whose first choice is taken', 'tenant.b', null, 'form.tenant_b'],
  ['with a long name', `tenant.${'b'.repeat(88)}`, null, `form.tenant_${'b'.repeat(88)}`],
  ['with one that is too long', `tenant.${'b'.repeat(93)}`, null, null],
])('says which name to try for a field %s', (_, key, subject, other) => {
  const named = (about: string | null, data_key: string) => ({ subject: about, data_key });
  const fields = [
    named(null, 'tenant.old'),
    named(null, 'form.a'),
    named(null, 'lease.b'),
    named(null, 'lease.tenant_b'),
    named('surety', 'contact.phone'),
  ];
  const subjects = ['tenant', 'surety'];
  const problem = newDataKeyProblem(key, subjects, undefined, { subject, fields });
  expect(problem?.split(' Try ')[1] ?? null).toBe(other);
  if (other !== null) expect(newDataKeyProblem(other, subjects)).toBeNull();
  expect(newDataKeyProblem('form.a', ['form'])).toMatch(/ Try details\.form_a$/u);
});
