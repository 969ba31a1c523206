import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { proposeNames } from '../../../src/emulator/domain/naming-proposals.js';
import { acceptRun } from '../../../src/emulator/domain/naming-acceptance.js';
import { decidePerson, readDecision } from '../../../src/emulator/domain/people-decision.js';
import { decisionFrom, proposalFor } from '../../../src/emulator/domain/people-proposal.js';
import { peopleBodies } from '../../../src/emulator/domain/people.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';
import { fixture } from '../../support/documents/small-documents.js';
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

  it('changes no field outside the part of that person', () => {
    const decided = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    const own = new Set(person(lease, 'tenant').field_ids);
    expect(decided.fields.filter(({ id }) => !own.has(id))).toEqual(lease.fields.filter(({ id }) => !own.has(id)));
  });

  it('under another role name takes along the details that the person fills', () => {
    const own = decide(lease, 'tenant', { ...tenant, filled_by: 'own' });
    const renamed = decide(own, 'tenant', { ...tenant, role_name: 'Lessee' });
    expect(field(renamed, 'tenant_full_name').role).toBe('Lessee');
    expect(roleNames(renamed)).toEqual(['Signer', 'Lessee']);
  });
});

describe('the other decisions', () => {
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

  it('roles and subjects are in the order of the people on the form, whatever was decided first', () => {
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

  it('without a label keeps the name that the subject has, else the proposed one, else one made from the key', () => {
    expect(decide(lease, 'tenant', tenant).subjects[0]!.label).toBe('Tenant');
    expect(decide(lease, 'tenant', { ...tenant, subject_key: 'main_lessee' }).subjects[0]!.label).toBe('Main lessee');
    const named = decide(lease, 'tenant', { ...tenant, subject_label: 'The lessee' });
    expect(decide(named, 'tenant', tenant).subjects[0]!.label).toBe('The lessee');
  });
});

/** One act on the people or names of a template; what an index does not reach counts from the start again. */
interface Act {
  readonly kind: 'decide' | 'apply' | 'rename' | 'accept';
  readonly who: number;
  readonly what: number;
  readonly role: number;
  readonly subject: number;
  readonly own: boolean;
}

const ROLES = ['Tenant', 'Landlord', 'Surety', 'Someone else'];
const SUBJECTS = ['tenant', 'landlord', 'third_party'];
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom<Act['kind']>('decide', 'decide', 'decide', 'apply', 'rename', 'accept'),
    who: fc.nat(6),
    what: fc.nat(40),
    role: fc.nat(ROLES.length - 1),
    subject: fc.nat(SUBJECTS.length - 1),
    own: fc.boolean(),
  }),
  { maxLength: 12 },
);

const at = <T>(items: readonly T[], index: number): T => items[index % items.length]!;

function bodyFor(template: TemplateState, act: Act) {
  const who = at(template.people, act.who);
  const decision = at(who.offered, act.what);
  const takesSubject = decision === 'subject' || decision === 'both';
  return {
    decision,
    ...(decision === 'subject' ? {} : { role_name: at(ROLES, act.role) }),
    ...(takesSubject ? { subject_key: at(SUBJECTS, act.subject) } : {}),
    filled_by: decision === 'both' && act.own ? ('own' as const) : ('current' as const),
  };
}

function perform(template: TemplateState, act: Act): TemplateState {
  const who = at(template.people, act.who);
  switch (act.kind) {
    case 'decide':
      return decidePerson(template, who, readDecision(template, who, bodyFor(template, act)));
    case 'apply':
      return decidePerson(template, who, decisionFrom(proposalFor(template, who), who.decided));
    case 'rename': {
      const { id } = at(template.fields, act.what);
      return renameFields(template, [{ id, names: { data_key: `form.answer_${act.role}` }, path: '' }]);
    }
    case 'accept': {
      let count = 0;
      const proposals = {
        fields: proposeNames(template, () => `${(count += 1)}`),
        people: peopleBodies(template),
      };
      const run = { id: '', organisation_id: '', template_id: '', template_etag: '', created_at: '', proposals };
      return acceptRun(template, run, act.own ? 'all' : 'high');
    }
  }
}

function performed(template: TemplateState, act: Act): TemplateState | null {
  try {
    return perform(template, act);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** What must hold of every template, whatever was done to it. */
function checkWhole(template: TemplateState): void {
  const roles = roleNames(template);
  const subjects = subjectKeys(template);
  expect(new Set(roles).size).toBe(roles.length);
  expect(new Set(subjects).size).toBe(subjects.length);
  for (const each of template.fields) {
    expect(roles).toContain(each.role);
    if (each.subject !== null) expect(subjects).toContain(each.subject);
  }
  for (const { decided } of template.people) {
    if (decided?.role_name != null) expect(roles).toContain(decided.role_name);
    if (decided?.subject_key != null) expect(subjects).toContain(decided.subject_key);
  }
}

function checkStep(before: TemplateState, after: TemplateState, act: Act): void {
  checkWhole(after);
  if (act.kind === 'rename' || act.kind === 'accept') return;
  const { id, field_ids } = at(before.people, act.who);
  expect(keys(after)).toEqual(keys(before));
  const outside = (template: TemplateState) => template.fields.filter((each) => !field_ids.includes(each.id));
  expect(outside(after)).toEqual(outside(before));
  const gone = [
    ...before.roles.filter(({ name }) => !roleNames(after).includes(name)),
    ...before.subjects.filter(({ key }) => !subjectKeys(after).includes(key)),
  ];
  for (const { created_by } of gone) expect(created_by).toBe(id);
}

describe('any sequence of decisions, renames and acceptances', () => {
  const RUNS = Number(process.env['DECISION_SEQUENCES'] ?? 20);

  it.each(['the lease', 'a court form', 'text tags'])('keeps %s whole', async (form) => {
    const start =
      form === 'the lease'
        ? lease
        : form === 'a court form'
          ? await templateOf(fixture('forms/court-pca349.pdf'))
          : await taggedTemplate('A;role=Tenant', 'S;type=signature;role=Tenant', 'W;type=signature;role=Witness');
    fc.assert(
      fc.property(acts, (sequence) => {
        let template = start;
        for (const act of sequence) {
          const after = performed(template, act);
          if (after === null) continue;
          checkStep(template, after, act);
          // The same act again changes nothing; only a saved witness is not to be touched.
          const again = act.kind === 'accept' ? after : performed(after, act);
          if (again !== null) expect(etagOf(again)).toBe(etagOf(after));
          else expect(at(after.people, act.who).decided?.decision).toBe('witness');
          template = after;
        }
        for (const who of template.people) {
          if (who.decided?.decision === 'witness') continue;
          const { presign_hint: _hint, ...proposed } = proposalFor(template, who);
          const decision = readDecision(template, who, { ...proposed, filled_by: 'current' });
          checkWhole(decidePerson(template, who, decision));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
