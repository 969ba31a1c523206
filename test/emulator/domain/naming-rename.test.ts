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
  it('to a subject that is nearly one of the template says which was meant', () => {
    expect(refusal(() => rename('property_city', { subject: 'tennant' }))).toBe(
      'invalid_request: subject "tennant" is not a subject of the template. Did you mean "tenant"?',
    );
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
});

describe('a repeat of a rename', () => {
  it('is refused when one of its fields is missing', () => {
    expect(isAlreadyNamed(lease, [{ id: 'unknown', names: {}, path: '' }])).toBe(false);
  });
});
