import { beforeAll, describe, expect, it } from 'vitest';
import { newDataKeyProblem } from '../../../src/contract/data-key.js';
import { proposeNames } from '../../../src/emulator/domain/naming-proposals.js';
import { renameFields } from '../../../src/emulator/domain/naming-rename.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { formPdf } from '../../support/form-pdf.js';
import { countedIds, decide, field, leasePdf, taggedTemplate, templateOf } from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

const propose = (template: TemplateState) => proposeNames(template, countedIds());
const proposal = (template: TemplateState, name: string) =>
  propose(template).find(({ field_id }) => field_id === field(template, name).id);

describe('the names proposed for the lease', () => {
  it('are made for every field that can be prefilled, and once for every question', () => {
    const plain = lease.fields.filter(
      ({ type, question_id }) => question_id === null && !['signature', 'initials', 'date_signed'].includes(type),
    );
    const fieldIds = propose(lease).map(({ field_id }) => field_id);
    expect(fieldIds).toEqual(expect.arrayContaining(plain.map(({ id }) => id)));
    expect(fieldIds).toHaveLength(plain.length + lease.questions.length);
  });

  it('keep to the grammar of new keys', () => {
    const subjects = ['landlord', 'tenant', 'surety', 'witness'];
    for (const { proposed } of propose(lease)) expect(newDataKeyProblem(proposed.data_key ?? '', subjects)).toBeNull();
  });

  it('never give one address two meanings', () => {
    const addresses = propose(lease).map(({ proposed }) => `${proposed.subject} ${proposed.data_key}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('say what is there, what it could be and why, and how sure that is', () => {
    expect(proposal(lease, 'rental_monthly_amount')).toMatchObject({
      proposed: { subject: null, data_key: 'rental.monthly_amount', label: 'Monthly rental in rand' },
      current: { subject: null, data_key: null, label: 'Monthly rental in rand' },
      confidence: 'high',
      source: 'widget',
      reason: expect.stringContaining('rental_monthly_amount'),
    });
  });

  it('have the subject that the person is proposed to be, of medium confidence at most until it is declared', () => {
    expect(proposal(lease, 'tenant_full_name')).toMatchObject({
      proposed: { subject: 'tenant', data_key: 'person.full_name' },
      confidence: 'medium',
      reason: expect.stringMatching(/while tenant is not declared/),
    });
    const decided = decide(lease, 'tenant', { decision: 'both', role_name: 'Lessee', subject_key: 'lessee' });
    expect(proposal(decided, 'tenant_full_name')).toMatchObject({
      proposed: { subject: 'lessee', data_key: 'person.full_name' },
      confidence: 'high',
    });
  });

  it('name no subject for the details of a person who was decided to have none', () => {
    const decided = decide(lease, 'tenant', { decision: 'signer', role_name: 'Tenant' });
    expect(proposal(decided, 'tenant_full_name')!.proposed.subject).toBeNull();
  });

  it('leave out what has a name already', () => {
    const id = field(lease, 'property_city').id;
    const named = renameFields(lease, [{ id, names: { data_key: 'property.town' }, path: '' }]);
    expect(proposal(named, 'property_city')).toBeUndefined();
  });

  it('go round an address that means something else by now', () => {
    const id = field(lease, 'property_suburb').id;
    const named = renameFields(lease, [{ id, names: { data_key: 'property.city' }, path: '' }]);
    expect(proposal(named, 'property_city')!.proposed.data_key).toBe('property.city_2');
  });

  it('go round a namespace that is a subject by now', () => {
    const decided = decide(lease, 'tenant', { decision: 'subject', subject_key: 'property' });
    expect(proposal(decided, 'property_city')!.proposed.data_key).toBe('property_details.city');
  });
});

it('fields that ask the same of the same person are proposed the same address', async () => {
  const twice = formPdf([
    {
      boxes: [
        { kind: 'text', name: 'erf_number', tooltip: 'Erf number', at: [50, 700, 200, 20] },
        { kind: 'text', name: 'erf_number_again', tooltip: 'Erf number', at: [50, 600, 200, 20] },
      ],
    },
  ]);
  const template = await templateOf(twice, twice);
  const keys = propose(template).map(({ field_id, proposed }) => [
    template.fields.find(({ id }) => id === field_id)!.context.widget_name,
    proposed.data_key,
  ]);
  expect(keys).toHaveLength(4);
  const [first, again, secondFirst, secondAgain] = keys.map(([, key]) => key);
  expect([secondFirst, secondAgain]).toEqual([first, again]);
});

it('the years of two dates are proposed two addresses, although both are called Year', async () => {
  const year = (name: string, y: number) => ({ kind: 'text', name, tooltip: 'Year', at: [50, y, 200, 20] }) as const;
  const template = await templateOf(formPdf([{ boxes: [year('lease.year', 700), year('end.year', 400)] }]));
  const same = {
    ...template,
    fields: template.fields.map((each) => ({ ...each, suggested: { ...each.suggested, key: 'lease.year' } })),
  };
  expect(propose(same).map(({ proposed }) => proposed.data_key)).toEqual(['lease.year', 'lease.year_2']);
});

it('a key that a text tag wrote is not proposed again', async () => {
  const template = await taggedTemplate('Name;role=Tenant;key=person.full_name', 'Rent;role=Tenant');
  expect(propose(template).map(({ current }) => current.label)).toEqual(['Rent']);
});
