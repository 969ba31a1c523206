import { beforeAll, describe, expect, it } from 'vitest';
import type { Rename } from '../../../src/contract/operations/templates.js';
import { isAlreadyNamed, renameFields } from '../../../src/emulator/domain/naming-rename.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { decide, field, leasePdf, templateOf } from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = decide(await templateOf(leasePdf()), 'tenant', {
    decision: 'both',
    role_name: 'Tenant',
    subject_key: 'tenant',
  });
});

const rename = (name: string, names: Rename, template = lease): TemplateState =>
  renameFields(template, [{ id: field(template, name).id, names, path: '' }]);

function refusal(work: () => unknown): string {
  try {
    work();
    return 'nothing was refused';
  } catch (error) {
    return error instanceof Refusal ? `${error.code}: ${error.message}` : String(error);
  }
}

describe('a rename', () => {
  it('sets what is sent and leaves the rest of the template as it was', () => {
    const renamed = rename('property_city', { data_key: 'property.town', subject: 'tenant' });
    expect(field(renamed, 'property_city')).toEqual({
      ...field(lease, 'property_city'),
      data_key: 'property.town',
      subject: 'tenant',
    });
    const { id } = field(lease, 'property_city');
    expect(renamed.fields.filter((each) => each.id !== id)).toEqual(lease.fields.filter((each) => each.id !== id));
  });

  it('with null removes a key, a label and a subject', () => {
    const renamed = rename('tenant_full_name', { data_key: 'person.full_name' });
    const bare = rename('tenant_full_name', { data_key: null, label: null, subject: null }, renamed);
    expect(bare.fields.find(({ id }) => id === field(lease, 'tenant_full_name').id)).toMatchObject({
      data_key: null,
      label: null,
      subject: null,
    });
  });

  it('may give two fields the same name: a value for the address applies to both', () => {
    const once = rename('property_city', { data_key: 'property.town' });
    expect(field(rename('property_suburb', { data_key: 'property.town' }, once), 'property_suburb').data_key).toBe(
      'property.town',
    );
  });

  it.each([
    ['property_city', { data_key: 'Property.town' }, 'invalid_request: data_key must be snake_case'],
    ['property_city', { data_key: 'organisation.town' }, 'invalid_request: data_key may not be in the core namespace'],
    ['property_city', { data_key: 'tenant.town' }, 'invalid_request: data_key may not begin with tenant'],
    [
      'tenant_signature',
      { data_key: 'signing.place' },
      'invalid_request: data_key is not allowed for a field of type signature',
    ],
    [
      'tenant_date_signed',
      { data_key: 'signing.date' },
      'invalid_request: data_key is not allowed for a field of type date_signed',
    ],
    [
      'payment_method',
      { data_key: 'payment.method' },
      'invalid_request: data_key is not allowed for a field of a question',
    ],
    [
      'tenant_signature',
      { subject: 'tenant' },
      'invalid_request: subject cannot be changed for a field of type signature',
    ],
    [
      'property_city',
      { subject: 'tennant' },
      'invalid_request: subject "tennant" is not a subject of the template. Did you mean "tenant"?',
    ],
  ] as const)('of %s to %j is refused', (name, names, message) => {
    expect(refusal(() => rename(name, names))).toContain(message);
  });

  it('may repeat the names that a field has, where it could not be given them as new ones', () => {
    const { subject, data_key } = field(lease, 'tenant_signature');
    expect(rename('tenant_signature', { subject, data_key })).toEqual(lease);
    const legacy = { ...lease, fields: lease.fields.map((each) => ({ ...each, data_key: 'tenant.town' })) };
    expect(
      rename('property_city', { data_key: 'tenant.town', label: 'Town' }, legacy).fields.find(
        ({ label }) => label === 'Town',
      ),
    ).toBeDefined();
  });

  it('of a field that is not on the template is field_unknown', () => {
    const unknown = { id: '00000000-0000-4000-8000-999999999999', names: { label: 'x' }, path: 'fields[3].' };
    expect(refusal(() => renameFields(lease, [unknown]))).toMatch(/^field_unknown: fields\[3\]\.id/);
  });

  it('of many fields puts the entry in front of the property', () => {
    const renames = [
      { id: field(lease, 'property_city').id, names: { label: 'Town' }, path: 'fields[0].' },
      { id: field(lease, 'property_suburb').id, names: { data_key: 'suburb' }, path: 'fields[1].' },
    ];
    expect(refusal(() => renameFields(lease, renames))).toMatch(/^invalid_request: fields\[1\]\.data_key must be/);
  });
});

describe('a repeat of a rename', () => {
  const sent = (names: Rename, name = 'property_city') => [{ id: field(lease, name).id, names, path: '' }];

  it('is detected when every name sent equals the stored one', () => {
    const renamed = rename('property_city', { data_key: 'property.town', label: null });
    expect(isAlreadyNamed(renamed, sent({ data_key: 'property.town', label: null }))).toBe(true);
    expect(isAlreadyNamed(renamed, sent({ data_key: 'property.town' }))).toBe(true);
    expect(isAlreadyNamed(renamed, sent({ data_key: 'property.town', label: 'Town' }))).toBe(false);
  });

  it('is refused when one of its fields is missing', () => {
    expect(isAlreadyNamed(lease, [{ id: 'unknown', names: {}, path: '' }])).toBe(false);
  });
});
