import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../src/authoring/wizard/questions.js';
import { calledInText, consequence } from '../../../src/authoring/wizard/person-words.js';
import { person, template } from '../../support/documents/wizard-people.js';

const tenant = person('2. THE TENANT', {});
const words = (answers: Answers, of = tenant): string => consequence(answers, of, template());

describe('what an answer does', () => {
  it.each<[string, Answers]>([
    ['The tenant signs and fills in 1 field.', { decision: 'both', role_name: 'Tenant', filled_by: 'own' }],
    [
      'The tenant signs. “Signer” fills in their 1 field. The tenant is only on some forms.',
      { decision: 'both', role_name: 'Tenant', filled_by: 'current', presence: 'conditional' },
    ],
    ['The tenant signs. “Signer” fills in their 1 field.', { decision: 'signer', role_name: 'Tenant' }],
    ['The tenant does not sign. “Signer” fills in their 1 field.', { decision: 'subject', subject_label: 'Tenant' }],
    [
      'The tenant does not sign here: you sign for them under a standing authorisation. “Signer” fills in their 1 field.',
      { decision: 'mandate_signed', role_name: 'Tenant' },
    ],
    [
      'The tenant signs as a witness and fills in 1 field. This is permanent.',
      { decision: 'witness', role_name: 'Tenant' },
    ],
    ['“Thandi M” signs and fills in 1 field.', { decision: 'both', role_name: 'Thandi M', filled_by: 'own' }],
    ['The signer signs and fills in 1 field.', { decision: 'signer', role_name: 'Signer' }],
  ])('%s', (said, answers) => expect(words(answers)).toBe(said));

  it('says nothing of details that are not asked', () => {
    const signing = tenant.fields.filter(({ kind }) => kind === 'signing');
    expect(words({ decision: 'both', role_name: 'Judge' }, { ...tenant, fields: signing })).toBe('The judge signs.');
    expect(words({ decision: 'subject' }, { ...tenant, fields: [] })).toBe('The tenant does not sign.');
  });

  it('says of nobody without a signature field that they sign', () => {
    const details = { ...tenant, fields: tenant.fields.filter(({ kind }) => kind === 'data') };
    const own = { decision: 'both', role_name: 'Tenant', filled_by: 'own' } as const;
    expect(words(own, details)).toBe('The tenant signs nothing and fills in 1 field.');
  });
});

it('a person is called by the suggestion, else by the heading', () => {
  const nameless = { role_name: null, subject_label: null };
  expect(calledInText(tenant)).toBe('the tenant');
  expect(calledInText(person('3. THE SURETY', nameless))).toBe('the surety');
  expect(calledInText(person('', nameless))).toBe('the person');
});
