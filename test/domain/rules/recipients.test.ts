import { describe, expect, it } from 'vitest';
import { messageOf, type FormProblem } from '../../../src/domain/rules/problem.js';
import { recipientProblems, type RecipientRequest } from '../../../src/domain/rules/recipients.js';
import { leaseForm } from '../../support/envelope-form.js';

const asked = (role: string, parts: Partial<RecipientRequest> = {}): RecipientRequest => ({
  role,
  name: 'Thandi Mokoena',
  email: 'thandi@example.com',
  job_title: null,
  company: null,
  embedded: false,
  external_ref: null,
  standing_authorisation_id: null,
  ...parts,
});
const first = ([problem]: readonly FormProblem[]) => ({ code: problem?.code, message: messageOf(problem!) });
const both = [asked('Tenant'), asked('Landlord')];

describe('the recipients of an envelope', () => {
  it('may be everybody who has fields, in any order, with as many copies as one likes', () => {
    const requests = [asked('Landlord'), asked('cc'), asked('cc'), asked('Agent copy'), asked('Tenant')];
    expect(recipientProblems(requests, leaseForm)).toEqual([]);
  });

  const table: readonly (readonly [string, readonly RecipientRequest[], string, RegExp])[] = [
    [
      'a role that is not declared',
      [...both, asked('Tennant')],
      'recipient_role_unknown',
      /^recipients\[2\]\.role .*"Tenant"/,
    ],
    [
      'a role in another case',
      [asked('tenant'), asked('Landlord')],
      'recipient_role_unknown',
      /^recipients\[0\]\.role/,
    ],
    [
      'two people in a signing role',
      [...both, asked('Tenant')],
      'recipient_role_duplicated',
      /^recipients\[2\]\.role .*recipients\[0\]/,
    ],
    ['nobody in a role with fields', [asked('Tenant')], 'recipient_role_missing', /^recipients .*"Landlord"/],
    [
      'an unknown role before a missing one',
      [asked('Nobody at all')],
      'recipient_role_unknown',
      /"Tenant", "Landlord"/,
    ],
    [
      'a doubled role before a missing one',
      [asked('Tenant'), asked('Tenant')],
      'recipient_role_duplicated',
      /recipients\[1\]/,
    ],
  ];
  it.each(table)('are refused for %s', (_name, requests, code, message) => {
    const problem = first(recipientProblems(requests, leaseForm));
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(message);
  });

  it('are named by their row in a batch', () => {
    const problem = first(recipientProblems([asked('X'), ...both], leaseForm, 'rows[3].'));
    expect(problem.message).toMatch(/^rows\[3\]\.recipients\[0\]\.role/);
  });

  it('need no recipient for a role without fields', () => {
    const form = { ...leaseForm, roles: [...leaseForm.roles, { name: 'Idle', routing_type: 'sign' as const }] };
    expect(recipientProblems(both, form)).toEqual([]);
  });
});
