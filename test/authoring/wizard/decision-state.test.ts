import { describe, expect, it } from 'vitest';
import type { Person } from '../../../src/contract/resources/template.js';
import { decisionState, type PersonOnForm } from '../../../src/authoring/wizard/decision-state.js';
import { field, person } from '../../support/documents/wizard-people.js';

const wanted = {
  decision: 'both',
  role_name: 'Tenant',
  subject_key: 'tenant',
  subject_label: 'The tenant',
  presence: 'required',
  filled_by: 'own',
} as const;

/** A person as the service shows them, with the person who fills in their details. */
function seen(
  current: Partial<Person['current']>,
  proposed: Partial<Person['proposed']>,
  filler: string,
): PersonOnForm {
  const base = person('1. THE TENANT', { presence: 'required', ...proposed });
  return {
    person: { ...base, current: { ...base.current, ...current } },
    form: {
      fields: [field(1, { role: filler, subject: 'tenant' }), field(2, { type: 'signature', role: filler })],
      subjects: [{ key: 'tenant', label: 'The tenant' }],
    },
  };
}

const open = seen({}, {}, 'Signer');
const names = { role_name: 'Tenant', subject_key: 'tenant' };
const saved = seen(names, {}, 'Tenant');

describe('a decision whose response was lost', () => {
  it('was saved where the person is decided so now, and was not before', () => {
    expect(decisionState(wanted, saved, open)).toBe('saved');
    expect(decisionState(wanted, saved)).toBe('saved');
  });

  it('was not saved where the person is as before, or gone', () => {
    expect(decisionState(wanted, open, open)).toBe('not_saved');
    expect(decisionState(wanted, { ...open, person: undefined }, open)).toBe('not_saved');
  });

  it.each<[string, PersonOnForm]>([
    ['another role', seen({ ...names, role_name: 'Lessee' }, {}, 'Lessee')],
    ['another subject', seen({ ...names, subject_key: 'lessee' }, {}, 'Tenant')],
    ['another decision', seen(names, { decision: 'witness' }, 'Tenant')],
    ['another presence', seen(names, { presence: 'conditional' }, 'Tenant')],
    ['details that somebody else fills in', seen(names, {}, 'Landlord')],
    ['another name to read', { ...saved, form: { ...saved.form, subjects: [{ key: 'tenant', label: 'Renter' }] } }],
  ])('was not saved where somebody else saved %s', (_what, now) => {
    expect(decisionState(wanted, now, open)).toBe('not_saved');
  });

  it('cannot be seen where the service leaves out what was decided, or where all was so before', () => {
    expect(decisionState(wanted, seen(names, { decision: null }, 'Tenant'), open)).toBe('unknown');
    expect(decisionState(wanted, seen(names, { presence: null }, 'Tenant'), open)).toBe('unknown');
    // The text tags of the form name the same role and subject.
    expect(decisionState(wanted, saved, saved)).toBe('unknown');
    expect(decisionState({ ...wanted, filled_by: 'current' }, saved, open)).toBe('unknown');
  });
});
