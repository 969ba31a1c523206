import { describe, expect, it } from 'vitest';
import type { Person, Template } from '../../../src/contract/resources/template.js';
import {
  answerProblem,
  inWords,
  keyFrom,
  proposedAnswers,
  questionOf,
  questionsFor,
} from '../../../src/authoring/wizard/questions.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { person, template } from '../../support/documents/wizard-people.js';

const tenant: Person = person('2. THE TENANT', {});
const form: Template = template();

describe('the questions of a decision', () => {
  it.each([
    ['subject', ['subject_key', 'subject_label', 'presence']],
    ['signer', ['role_name', 'presence']],
    ['both', ['role_name', 'subject_key', 'subject_label', 'presence', 'filled_by']],
    ['mandate_signed', ['role_name', 'presence']],
    ['witness', ['role_name', 'subject_key', 'subject_label', 'presence']],
  ] as const)('%s needs only its own', (decision, ids) => {
    expect(questionsFor(decision, tenant)).toEqual(ids);
  });

  it('leave out the subject of a witness, and who fills in, where no details are asked', () => {
    expect(questionsFor('witness', { ...tenant, fields: [] })).toEqual(['role_name', 'presence']);
    expect(questionsFor('both', { ...tenant, fields: [] })).not.toContain('filled_by');
  });
});

describe('the defaults', () => {
  it('are what the service proposes', () => {
    expect(questionOf('role_name', tenant, form, { decision: 'both' }).otherwise).toBe('Tenant');
    expect(questionOf('subject_key', tenant, form, { decision: 'both' }).otherwise).toBe('tenant');
    expect(questionOf('presence', tenant, form, { decision: 'both' }).otherwise).toBe('conditional');
  });

  it('are made from the heading, or from the role that was just named, where nothing is proposed', () => {
    const proposed = { role_name: null, subject_key: null, subject_label: null };
    const nameless = person('3) Licensed Paralegal', proposed);
    expect(questionOf('role_name', nameless, form, { decision: 'both' }).otherwise).toBe('Licensed Paralegal');
    const sofar = { decision: 'both', role_name: 'Advocate' } as const;
    expect(questionOf('subject_key', nameless, form, sofar).otherwise).toBe('advocate');
    expect(questionOf('subject_label', nameless, form, { ...sofar, subject_key: 'advocate' }).otherwise).toBe(
      'Advocate',
    );
  });

  it('have the lengths of the contract file, and fit them', () => {
    const contract = readContract({ 'decideTemplatePerson.body.role_name.max': 4, '*.subject_key.max': 150 });
    const asked = (id: 'role_name' | 'subject_key' | 'subject_label') =>
      questionOf(id, tenant, form, { decision: 'both' }, contract);
    expect(asked('role_name')).toMatchObject({ limit: 4, otherwise: 'Tena' });
    expect([asked('subject_key').limit, asked('subject_label').limit]).toEqual([150, 200]);
  });

  it('a subject that is declared already keeps its name', () => {
    const sofar = { decision: 'subject', subject_key: 'landlord' } as const;
    expect(questionOf('subject_label', tenant, form, sofar).otherwise).toBe('The landlord');
  });

  it('give the details to the person, and name by role who fills them in now', () => {
    const asked = questionOf('filled_by', tenant, form, { decision: 'both', role_name: 'Tenant' });
    expect(asked.otherwise).toBe('own');
    expect(asked.choices).toEqual([
      { value: 'own', meaning: 'The tenant, when signing' },
      { value: 'current', meaning: 'Somebody else, called "Signer", whom every envelope must name' },
    ]);
  });

  it('leave the details with the person of an earlier decision', () => {
    const decided = { ...tenant, current: { role_name: 'Tenant', subject_key: 'tenant' } };
    expect(questionOf('filled_by', decided, form, { decision: 'both' }).otherwise).toBe('current');
  });
});

describe('an answer', () => {
  const role = questionOf('role_name', tenant, form, { decision: 'signer' });

  it('gets its error', () => {
    expect(answerProblem(' ', role)).toBe('Type a name.');
    expect(answerProblem('x'.repeat(201), role)).toBe('Use at most 200 characters.');
    expect(answerProblem('x'.repeat(200), role)).toBeNull();
  });

  it('in words leaves out what was not asked', () => {
    expect(inWords({ decision: 'signer', role_name: 'Judge', presence: 'conditional' })).toBe(
      'called Judge, only on some forms',
    );
  });
});

describe('the proposal', () => {
  it('is used unchanged, without its hint, with the details filled in by the person', () => {
    expect(proposedAnswers(tenant)).toEqual({
      decision: 'both',
      role_name: 'Tenant',
      subject_key: 'tenant',
      subject_label: 'The tenant',
      presence: 'conditional',
      filled_by: 'own',
    });
  });

  it('is missing when it lacks what its decision needs', () => {
    expect(proposedAnswers(person('X', { decision: null }))).toBeNull();
    expect(proposedAnswers(person('X', { role_name: null }))).toBeNull();
    expect(proposedAnswers(person('X', { subject_key: null }))).toBeNull();
  });
});

it('a key is made from any name', () => {
  expect(keyFrom('2. Zoë & Søn (Pty) Ltd')).toBe('zoe_s_n_pty_ltd');
  expect(keyFrom('…')).toBe('person');
});
