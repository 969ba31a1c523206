import { expect, it } from 'vitest';
import type { Person, Template } from '../../../src/contract/resources/template.js';
import { answersOf, type PersonFacts, personScreen, personStart } from '../../../src/authoring/wizard/person-screen.js';
import { pressed } from '../../support/program/terminal.js';
import { person, template } from '../../support/documents/wizard-people.js';

const tenant = person('2. THE TENANT', {});
const form: Template = template();
const facts = (one: Person, more: Partial<PersonFacts> = {}): PersonFacts => ({
  person: one,
  form,
  number: 1,
  of: 1,
  columns: 80,
  hasPictures: false,
  ...more,
});

it('a person who is accepted unchanged is what the service proposes', () => {
  const { result } = pressed(personScreen(facts(tenant), personStart(tenant)), 'enter');
  expect(result?.act).toBe('save');
  expect(answersOf(result!.state, facts(tenant))).toEqual({
    decision: 'both',
    role_name: 'Tenant',
    subject_key: 'tenant',
    subject_label: 'The tenant',
    presence: 'conditional',
    filled_by: 'own',
  });
});

it('each toggle of a person changes the consequence, and what was chosen stays with another decision', () => {
  const screen = personScreen(facts(tenant), personStart(tenant));
  const consequence = (...keys: readonly string[]): string | undefined =>
    screen.view(pressed(screen, ...keys).state).below[0]?.text;
  expect(consequence()).toBe('The tenant signs and fills in 1 field. The tenant is only on some forms.');
  expect(consequence('end', 'space')).toBe('The tenant signs and fills in 1 field.');
  expect(consequence('down', 'down', 'space', 'down', 'space')).toBe(
    'The tenant signs. “Signer” fills in their 1 field.',
  );
  expect(consequence('end', 'space', 'home', 'space')).toBe('The tenant signs. “Signer” fills in their 1 field.');
  expect(consequence('end', 'space', 'home', 'space', 'left')).toBe('The tenant signs and fills in 1 field.');
});

it('a saved person keeps the name that was saved', () => {
  const saved = { ...tenant, current: { role_name: 'Lessee', subject_key: 'tenant' } };
  expect(answersOf(personStart(saved), facts(saved))).toMatchObject({ role_name: 'Lessee', filled_by: 'current' });
});
