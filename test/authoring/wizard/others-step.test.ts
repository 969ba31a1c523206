import { expect, it } from 'vitest';
import { othersOf, othersQuestion } from '../../../src/authoring/wizard/others.js';
import { othersLines } from '../../../src/authoring/wizard/others-step.js';
import { field, person, template } from '../../support/documents/wizard-people.js';

const decided = (role_name: string) => ({
  ...person('2. THE TENANT', {}),
  current: { role_name, subject_key: 'tenant' },
});
const loose = field(3, { label: 'Rent', context: { ...field(3).context, section: '4. THE RENT' } });
const form = template({ fields: [field(1), field(2, { type: 'signature' }), loose, field(4, { type: 'initials' })] });

it('the fields of a role that nobody has are those of an extra person', () => {
  const found = othersOf(form, [decided('Tenant')]);
  expect([found?.role, found?.fields.length, found?.holder]).toEqual(['Signer', 4, null]);
});

it('else the fields outside of every part belong to the holder of their role', () => {
  const found = othersOf(form, [decided('Signer')]);
  expect([found?.fields, found?.holder?.heading]).toEqual([[loose], '2. THE TENANT']);
  expect(found === null ? null : othersQuestion(found)).toBe('The signer fills in this field. Correct?');
  expect(othersOf(template(), [decided('Signer')])).toBeNull();
});

it('they are listed by section, a line each', () => {
  expect(othersLines([loose, field(5)], form, 80).map(({ text }) => text)).toEqual([
    '',
    'Fields of nobody on the form',
    '  4. THE RENT (1): Rent',
    '  Page 1 (1): Full name of the tenant',
    '',
  ]);
});
