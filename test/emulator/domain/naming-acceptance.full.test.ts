import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDataKeyProblem } from '../../../src/contract/data-key.js';
import { coverageOf } from '../../../src/emulator/domain/coverage.js';
import { acceptRun, type Acceptance } from '../../../src/emulator/domain/naming-acceptance.js';
import { proposeNames } from '../../../src/emulator/domain/naming-proposals.js';
import type { StoredNamingRun } from '../../../src/emulator/domain/naming-run.js';
import { peopleBodies } from '../../../src/emulator/domain/people.js';
import { decidePerson, readDecision } from '../../../src/emulator/domain/people-decision.js';
import { proposalFor } from '../../../src/emulator/domain/people-proposal.js';
import { etagOf } from '../../../src/emulator/domain/template-body.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import {
  countedIds,
  decide,
  field,
  leasePdf,
  person,
  roleNames,
  subjectKeys,
  templateOf,
} from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

const run = (template: TemplateState): StoredNamingRun => ({
  id: '00000000-0000-4000-8000-000000000000',
  organisation_id: template.organisation_id,
  template_id: template.id,
  template_etag: etagOf(template),
  created_at: '2026-03-02T08:00:00.000Z',
  proposals: { fields: proposeNames(template, countedIds()), people: peopleBodies(template) },
});
const accept = (template: TemplateState, acceptance: Acceptance): TemplateState =>
  acceptRun(template, run(template), acceptance);

describe('accepting all', () => {
  it('gives every field the proposed names, and no address two meanings', () => {
    const named = accept(lease, 'all');
    for (const { field_id, proposed } of run(lease).proposals.fields) {
      const { subject, data_key } = named.fields.find(({ id }) => id === field_id)!;
      expect({ subject, data_key }).toEqual({ subject: proposed.subject, data_key: proposed.data_key });
    }
    expect(coverageOf(named)).toMatchObject({ unnamed: 0, unnamed_groups: 0, collisions: 0 });
  });

  it('decides every person, the witness permanently', () => {
    const named = accept(lease, 'all');
    expect(roleNames(named)).toEqual(['Signer', 'Landlord', 'Tenant', 'Surety', 'Witness']);
    expect(subjectKeys(named)).toEqual(['landlord', 'tenant', 'surety', 'witness']);
    expect(person(named, 'AS WITNESS').decided?.decision).toBe('witness');
  });

  it('gives all fields of a question its address and leaves their labels unchanged', () => {
    const boxes = accept(lease, 'all').fields.filter(({ context }) => context.widget_name === 'payment_method');
    expect(boxes.map(({ data_key, label }) => [data_key, label])).toEqual([
      ['payment.method', 'Electronic funds transfer'],
      ['payment.method', 'Debit order'],
      ['payment.method', 'Cash deposit at a branch'],
    ]);
  });

  it('undoes nothing that was decided, and leaves a saved witness as it is', () => {
    const mandated = decide(lease, 'landlord', { decision: 'mandate_signed', role_name: 'Agency' });
    const witnessed = decide(mandated, 'AS WITNESS', { decision: 'witness', role_name: 'Onlooker' });
    const named = accept(witnessed, 'all');
    expect(roleNames(named)).toEqual(['Signer', 'Agency', 'Tenant', 'Surety', 'Onlooker']);
    expect(named.roles.find(({ name }) => name === 'Agency')!.presign_hint).toBe(true);
  });
});

describe('accepting high', () => {
  it('takes what is sure, no person, and no name whose subject is not declared', () => {
    const named = accept(lease, 'high');
    expect([named.roles, named.subjects, named.people]).toEqual([lease.roles, lease.subjects, lease.people]);
    expect(field(named, 'rental_monthly_amount').data_key).toBe('rental.monthly_amount');
    expect(field(named, 'special_conditions').data_key).toBeNull();
    expect(field(named, 'tenant_full_name').data_key).toBeNull();
  });

  it('never takes a model’s proposal', () => {
    const made = run(lease);
    const [first] = made.proposals.fields.filter(({ confidence }) => confidence === 'high');
    const fields = [{ ...first!, source: 'model' as const }];
    expect(acceptRun(lease, { ...made, proposals: { ...made.proposals, fields } }, 'high')).toEqual(lease);
  });
});

describe('accepting some', () => {
  const idOf = (template: TemplateState, name: string): string =>
    run(template).proposals.fields.find(({ field_id }) => field_id === field(template, name).id)!.id;

  it('takes just these, and declares the subject that a name needs', () => {
    const named = accept(lease, [idOf(lease, 'tenant_full_name')]);
    expect(field(named, 'tenant_full_name')).toMatchObject({
      subject: 'tenant',
      data_key: 'person.full_name',
      role: 'Signer',
    });
    expect(named.subjects).toEqual([{ key: 'tenant', label: 'Tenant', created_by: null }]);
    expect(named.fields.filter(({ data_key }) => data_key !== null)).toHaveLength(1);
    expect(named.people).toEqual(lease.people);
  });

  it('takes the same one twice as once, and none as nothing', () => {
    const id = idOf(lease, 'property_city');
    expect(accept(lease, [id, id])).toEqual(accept(lease, [id]));
    expect(accept(lease, [])).toEqual(lease);
  });

  it('refuses an ID that is not a proposal of the run, naming its place', () => {
    const unknown = '99999999-0000-4000-8000-000000000000';
    expect(() => accept(lease, [idOf(lease, 'property_city'), unknown])).toThrowError(/^accept\[1\] is not a proposal/);
  });
});

const folder = fileURLToPath(new URL('../../fixtures/forms/', import.meta.url));
const forms = readdirSync(folder).filter((name) => name.endsWith('.pdf'));

describe.each(forms)('the form %s', (name) => {
  const template = templateOf(readFileSync(`${folder}${name}`));

  it('has proposals for its people that can all be sent back as decisions', async () => {
    let state = await template;
    for (const { id } of state.people) {
      const person = state.people.find((each) => each.id === id)!;
      const { presign_hint: _hint, ...sent } = proposalFor(state, person);
      state = decidePerson(state, person, readDecision(state, person, { ...sent, filled_by: 'current' }));
    }
    const names = state.roles.map((role) => role.name);
    for (const field of state.fields) expect(names).toContain(field.role);
  });

  it('accepted whole gets valid keys and declared subjects, and no address that takes different kinds of answer', async () => {
    const before = await template;
    const named = accept(before, 'all');
    const subjects = named.subjects.map(({ key }) => key);
    for (const { data_key, subject } of named.fields) {
      if (data_key !== null) expect(newDataKeyProblem(data_key, subjects)).toBeNull();
      if (subject !== null) expect(subjects).toContain(subject);
    }
    expect(coverageOf(named).collisions).toBe(0);
    expect(coverageOf(named).unnamed).toBeLessThanOrEqual(coverageOf(before).unnamed);
  });
});
