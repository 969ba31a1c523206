import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { choosePerson } from '../../../src/authoring/template/find-person.js';
import { person } from '../../support/documents/wizard-people.js';

const tenant = { ...person('2. THE TENANT', { role_name: 'Tenant' }), id: `abcd${'0'.repeat(28)}` };
const landlord = { ...person('1. THE LANDLORD', { role_name: 'Landlord' }), id: `abce${'1'.repeat(28)}` };
const choose = (given: string, people = [landlord, tenant]): string => choosePerson(people, 'T', given);
function refusal(given: string, people = [landlord, tenant]): UsageFailure {
  try {
    choose(given, people);
  } catch (failure) {
    if (failure instanceof UsageFailure) return failure;
  }
  throw new Error(`${given} was accepted`);
}

describe('a person of a template', () => {
  it.each(['abcd', tenant.id, 'ABCD0', '2. the tenant', 'Tenant', ' tenant '])('is found by %j', (given) => {
    expect(choose(given)).toBe(tenant.id);
  });

  it('is found by the role that was saved, not by the one that was proposed', () => {
    const saved = { ...tenant, current: { role_name: 'Lessee', subject_key: 'tenant' } };
    expect(choose('Lessee', [landlord, saved])).toBe(saved.id);
    expect(refusal('Tenant', [landlord, saved]).message).toBe('Person "Tenant" not found.');
  });

  it.each([
    ['abc', 'not found'],
    ['abc0', 'not found'],
    ['Agent', 'not found'],
    ['', 'not found'],
  ])('is not found by %j, and the people are listed', (given, words) => {
    expect(refusal(given).message).toContain(words);
    expect(refusal(given).hint).toContain('abcd0000  2. THE TENANT (page 1)');
    expect(refusal(given).hint).toContain('esign template people T');
  });

  it('that two match is refused, with both', () => {
    const other = { ...tenant, id: `abcd${'2'.repeat(28)}`, page: 3 };
    expect(refusal('abcd', [tenant, other]).message).toBe('"abcd" matches 2 people.');
    expect(refusal('Tenant', [tenant, other]).hint).toContain('abcd2222  2. THE TENANT (page 3)');
  });

  it('of a form without people says so', () => {
    expect(refusal('Tenant', []).hint).toBe('No people were found on this template.');
  });
});
