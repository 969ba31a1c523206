import { beforeAll, describe, expect, it } from 'vitest';
import { renameFields } from '../../../src/emulator/domain/naming-rename.js';
import { etagOf } from '../../../src/emulator/domain/template-body.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import {
  decide,
  field,
  leasePdf,
  person,
  roleNames,
  subjectKeys,
  taggedTemplate,
  templateOf,
} from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

const tenant = { decision: 'both', role_name: 'Tenant', subject_key: 'tenant' } as const;
const keys = (template: TemplateState) => template.fields.map(({ id, data_key }) => [id, data_key]);

describe('both', () => {
  it('makes a subject and a role, and gives the details the subject and the places to sign the role', () => {
    const decided = decide(lease, 'tenant', { ...tenant, subject_label: 'The tenant' });
    expect(decided.subjects.map(({ key, label }) => [key, label])).toEqual([['tenant', 'The tenant']]);
    expect(roleNames(decided)).toEqual(['Signer', 'Tenant']);
    expect(field(decided, 'tenant_full_name')).toMatchObject({ subject: 'tenant', role: 'Signer' });
    expect(field(decided, 'tenant_signature')).toMatchObject({ subject: null, role: 'Tenant' });
    expect(field(decided, 'tenant_date_signed')).toMatchObject({ subject: null, role: 'Tenant' });
  });

  it('touches no box outside the part of that person', () => {
    const decided = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    const own = new Set(person(lease, 'tenant').field_ids);
    expect(decided.fields.filter(({ id }) => !own.has(id))).toEqual(lease.fields.filter(({ id }) => !own.has(id)));
  });

  it('never changes a key', () => {
    const rename = { id: field(lease, 'tenant_full_name').id, names: { data_key: 'person.full_name' }, path: '' };
    const named = renameFields(lease, [rename]);
    expect(keys(decide(named, 'tenant', { ...tenant, filled_by: 'own' }))).toEqual(keys(named));
  });

  it('with the details filled by the own role gives them to it; current leaves them where they are now', () => {
    const own = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    expect(field(own, 'tenant_full_name').role).toBe('Tenant');
    const current = decide(own, 'tenant', tenant);
    expect(field(current, 'tenant_full_name').role).toBe('Tenant');
  });

  it('under another role name takes along the details that the person fills', () => {
    const own = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    const renamed = decide(own, 'tenant', { ...tenant, role_name: 'Lessee' });
    expect(field(renamed, 'tenant_full_name').role).toBe('Lessee');
    expect(roleNames(renamed)).toEqual(['Signer', 'Lessee']);
  });
});

describe('the other decisions', () => {
  it('subject gives the details a subject and makes no role', () => {
    const decided = decide(lease, 'tenant', { decision: 'subject', subject_key: 'tenant' });
    expect([roleNames(decided), subjectKeys(decided)]).toEqual([['Signer'], ['tenant']]);
    expect(field(decided, 'tenant_signature')).toEqual(field(lease, 'tenant_signature'));
  });

  it('signer gives the places to sign a role and leaves the details alone', () => {
    const decided = decide(lease, 'tenant', { decision: 'signer', role_name: 'Tenant' });
    expect(subjectKeys(decided)).toEqual([]);
    expect(field(decided, 'tenant_full_name')).toEqual(field(lease, 'tenant_full_name'));
    expect(field(decided, 'tenant_signature').role).toBe('Tenant');
  });

  it('mandate_signed marks its role, and a later signer takes the mark away', () => {
    const marked = decide(lease, 'landlord', { decision: 'mandate_signed', role_name: 'Landlord' });
    expect(marked.roles.find(({ name }) => name === 'Landlord')).toMatchObject({ presign_hint: true, kind: 'party' });
    const signer = decide(marked, 'landlord', { decision: 'signer', role_name: 'Landlord' });
    expect(signer.roles.find(({ name }) => name === 'Landlord')!.presign_hint).toBe(false);
  });

  it('mandate_signed marks a role that text tags declared', async () => {
    const template = await taggedTemplate(
      'Signature;role=Agency;type=signature',
      'Signature;role=Tenant;type=signature',
    );
    const decided = decide(template, 'agency', { decision: 'mandate_signed', role_name: 'Agency' });
    expect(decided.roles.map(({ name, presign_hint }) => [name, presign_hint])).toEqual([
      ['Agency', true],
      ['Tenant', false],
    ]);
  });

  it('witness makes a witness role that fills the whole part, after the parties in routing order', () => {
    const witness = decide(lease, 'witness', { decision: 'witness', role_name: 'Witness' });
    expect(witness.roles.find(({ name }) => name === 'Witness')!.kind).toBe('witness');
    expect(field(witness, 'witness_full_name')).toMatchObject({ role: 'Witness', subject: null });
    const parties = decide(decide(witness, 'tenant', tenant), 'landlord', {
      decision: 'signer',
      role_name: 'Landlord',
    });
    expect(roleNames(parties)).toEqual(['Signer', 'Landlord', 'Tenant', 'Witness']);
  });

  it('roles and subjects stand in the order in which a reader meets the people, whatever was decided first', () => {
    const last = decide(lease, 'surety', { decision: 'both', role_name: 'Surety', subject_key: 'surety' });
    const all = decide(decide(last, 'tenant', tenant), 'landlord', {
      decision: 'both',
      role_name: 'Landlord',
      subject_key: 'landlord',
    });
    expect(roleNames(all)).toEqual(['Signer', 'Landlord', 'Tenant', 'Surety']);
    expect(subjectKeys(all)).toEqual(['landlord', 'tenant', 'surety']);
  });
});

describe('a later decision', () => {
  it('removes the subject and the role that the earlier one made and nothing uses now', () => {
    const first = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    const second = decide(first, 'tenant', { decision: 'subject', subject_key: 'lessee' });
    expect([roleNames(second), subjectKeys(second)]).toEqual([['Signer'], ['lessee']]);
    expect(field(second, 'tenant_full_name')).toMatchObject({ role: 'Signer', subject: 'lessee' });
    expect(field(second, 'tenant_signature').role).toBe('Signer');
  });

  it('leaves the subject that a field outside the part was given since', () => {
    const first = decide(lease, 'tenant', { decision: 'subject', subject_key: 'tenant' });
    const used = renameFields(first, [
      { id: field(lease, 'property_city').id, names: { subject: 'tenant' }, path: '' },
    ]);
    expect(subjectKeys(decide(used, 'tenant', { decision: 'signer', role_name: 'Tenant' }))).toEqual(['tenant']);
  });

  it('leaves the subject and role that another person shares, and never removes what the upload made', async () => {
    const first = decide(decide(lease, 'tenant', tenant), 'surety', tenant);
    const other = decide(first, 'tenant', { decision: 'subject', subject_key: 'lessee' });
    expect([roleNames(other), subjectKeys(other)]).toEqual([
      ['Signer', 'Tenant'],
      ['lessee', 'tenant'],
    ]);
    const tagged = await taggedTemplate(
      'Name;role=Tenant;subject=tenant;key=person.full_name',
      'Sign;role=Tenant;type=signature',
    );
    const away = decide(tagged, 'tenant', {
      decision: 'both',
      role_name: 'Lessee',
      subject_key: 'lessee',
      filled_by: 'own',
    });
    expect([roleNames(away), subjectKeys(away)]).toEqual([
      ['Tenant', 'Lessee'],
      ['tenant', 'lessee'],
    ]);
  });

  it('without a subject gives the details back the subject that their text tags named', async () => {
    const tagged = await taggedTemplate(
      'Name;role=Tenant;subject=tenant;key=person.full_name',
      'Sign;role=Tenant;type=signature',
    );
    const decided = decide(tagged, 'tenant', { decision: 'both', role_name: 'Tenant', subject_key: 'lessee' });
    const back = decide(decided, 'tenant', { decision: 'signer', role_name: 'Tenant' });
    expect([field(back, 'Name').subject, subjectKeys(back)]).toEqual(['tenant', ['tenant']]);
  });

  it('that is the same again changes nothing that a read shows', () => {
    const first = decide(lease, 'tenant', { ...tenant, filled_by: 'own', presence: 'conditional' });
    expect(etagOf(decide(first, 'tenant', { ...tenant, filled_by: 'own' }))).toBe(etagOf(first));
  });

  it('about a saved witness is refused, whatever it says', () => {
    const saved = decide(lease, 'witness', { decision: 'witness', role_name: 'Witness' });
    for (const decision of ['witness', 'signer'] as const) {
      expect(() => decide(saved, 'witness', { decision, role_name: 'Witness' })).toThrowError(
        /AS WITNESS.*saved as a witness/,
      );
    }
  });
});

describe('names that another person has', () => {
  it('are shared when they are the same in every respect', () => {
    const shared = decide(decide(lease, 'tenant', tenant), 'surety', { decision: 'signer', role_name: 'Tenant' });
    expect(field(shared, 'surety_signature').role).toBe('Tenant');
    expect(roleNames(shared)).toEqual(['Signer', 'Tenant']);
  });

  it.each([
    [
      'a subject of another name',
      { decision: 'subject', subject_key: 'tenant', subject_label: 'The surety' },
      /^subject_key is used for "2. THE TENANT" with the name "Tenant"/,
    ],
    [
      'a role that is not pre-signed',
      { decision: 'mandate_signed', role_name: 'Tenant' },
      /^role_name is used for "2. THE TENANT"/,
    ],
  ] as const)('are refused in another sense: %s', (_name, body, message) => {
    const first = decide(lease, 'tenant', tenant);
    expect(() => decide(first, 'surety', body)).toThrowError(message);
  });

  it('are refused for a witness when a party has them', () => {
    const first = decide(lease, 'tenant', tenant);
    expect(() => decide(first, 'witness', { decision: 'witness', role_name: 'Tenant' })).toThrowError(/who is a party/);
  });

  it('may be given another label by the person who has them alone', () => {
    const first = decide(lease, 'tenant', tenant);
    const again = decide(first, 'tenant', { ...tenant, subject_label: 'The lessee' });
    expect(again.subjects.map(({ key, label }) => [key, label])).toEqual([['tenant', 'The lessee']]);
  });
});

describe('the body of a decision', () => {
  it.each([
    ['role_name', { decision: 'subject', subject_key: 'tenant', role_name: 'Tenant' }],
    ['subject_key', { decision: 'signer', role_name: 'Tenant', subject_key: 'tenant' }],
    ['subject_label', { decision: 'signer', role_name: 'Tenant', subject_label: 'Tenant' }],
    ['filled_by', { decision: 'signer', role_name: 'Tenant', filled_by: 'own' }],
    ['subject_name', { ...tenant, subject_label: 'Tenant', subject_name: 'Lessee' }],
    ['decision', { decision: 'witness', role_name: 'Tenant' }],
  ] as const)('may not have what the decision has no use for: %s', (property, body) => {
    expect(() => decide(lease, 'tenant', body)).toThrowError(new RegExp(`^${property} `));
  });

  it('takes subject_name for subject_label', () => {
    expect(decide(lease, 'tenant', { ...tenant, subject_name: 'The lessee' }).subjects[0]!.label).toBe('The lessee');
  });

  it('without a label keeps the name that the subject has, else the proposed one, else one made from the key', () => {
    expect(decide(lease, 'tenant', tenant).subjects[0]!.label).toBe('Tenant');
    expect(decide(lease, 'tenant', { ...tenant, subject_key: 'main_lessee' }).subjects[0]!.label).toBe('Main lessee');
    const named = decide(lease, 'tenant', { ...tenant, subject_label: 'The lessee' });
    expect(decide(named, 'tenant', tenant).subjects[0]!.label).toBe('The lessee');
  });
});
