import { beforeAll, describe, expect, it } from 'vitest';
import { decidePerson, readDecision } from '../../../src/emulator/domain/people-decision.js';
import { decisionFrom, proposalFor } from '../../../src/emulator/domain/people-proposal.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { decide, leasePdf, person, templateOf } from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

describe('the proposal for a person', () => {
  it('sent back without its presign_hint is a valid decision, for one person after the other', () => {
    const decided = lease.people.reduce((state, { id }) => {
      const who = state.people.find((each) => each.id === id)!;
      const { presign_hint: _hint, ...sent } = proposalFor(state, who);
      return decidePerson(state, who, readDecision(state, who, { ...sent, filled_by: 'current' }));
    }, lease);
    expect(decided.roles.map(({ name }) => name)).toEqual(['Signer', 'Landlord', 'Tenant', 'Surety', 'Witness']);
    expect(decided.subjects.map(({ key }) => key)).toEqual(['landlord', 'tenant', 'surety', 'witness']);
  });

  it('gives way to names that were decided for somebody else in another sense', () => {
    const taken = decide(lease, 'surety', {
      decision: 'both',
      role_name: 'Landlord',
      subject_key: 'tenant',
      subject_label: 'Who pays',
    });
    expect(proposalFor(taken, person(taken, '2. THE TENANT'))).toMatchObject({
      subject_key: 'tenant_2',
      subject_label: 'Tenant 2',
      role_name: 'Tenant 2',
    });
    const mandated = decide(lease, 'landlord', { decision: 'mandate_signed', role_name: 'Tenant' });
    expect(proposalFor(mandated, person(mandated, '2. THE TENANT')).role_name).toBe('Tenant 2');
  });

  it('is the decision once made, so that accepting all proposals undoes no decision', () => {
    const decided = decide(lease, 'landlord', {
      decision: 'mandate_signed',
      role_name: 'Agency',
      presence: 'required',
    });
    expect(proposalFor(decided, person(decided, '1. THE LANDLORD'))).toEqual({
      decision: 'mandate_signed',
      subject_key: null,
      subject_label: null,
      presence: 'required',
      role_name: 'Agency',
      presign_hint: true,
    });
  });

  it('applied keeps who fills the details', () => {
    const own = decide(lease, 'tenant', {
      decision: 'both',
      role_name: 'Tenant',
      subject_key: 'tenant',
      filled_by: 'own',
    });
    const who = person(own, '2. THE TENANT');
    expect(decidePerson(own, who, decisionFrom(proposalFor(own, who), who.decided))).toEqual(own);
  });
});
