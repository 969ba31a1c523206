import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../src/contract/schema.js';
import { person as personSchema } from '../../../src/contract/resources/template.js';
import { peopleBodies, personOf } from '../../../src/emulator/domain/people.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { decide, field, leasePdf, taggedTemplate, templateOf } from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

const body = (template: TemplateState, word: string) => {
  const found = peopleBodies(template).find(({ heading }) => heading.includes(word));
  if (found === undefined) throw new Error(`nobody is called ${word}`);
  return found;
};

describe('the people of a template', () => {
  it('fit the contract', () => {
    for (const found of peopleBodies(lease)) expect(problems(personSchema(), found)).toEqual([]);
  });

  it('come in the order in which a reader meets them', () => {
    expect(peopleBodies(lease).map(({ heading }) => heading)).toEqual([
      '1. THE LANDLORD',
      '2. THE TENANT',
      '3. THE SURETY',
      'AS WITNESS',
    ]);
  });

  it('show the fields of the part with what could be called what', () => {
    const { fields } = body(lease, 'TENANT');
    expect(fields.find(({ id }) => id === field(lease, 'tenant_full_name').id)).toEqual({
      id: field(lease, 'tenant_full_name').id,
      kind: 'data',
      field_type: 'text',
      data_key: null,
      suggested_key: 'person.full_name',
    });
    expect(fields.find(({ id }) => id === field(lease, 'tenant_signature').id)).toMatchObject({
      kind: 'signing',
      field_type: 'signature',
      suggested_key: null,
    });
  });

  it('suggest no key that the field could not be given, since a subject goes by its namespace', () => {
    const decided = decide(lease, 'tenant', { decision: 'subject', subject_key: 'person' });
    const { fields } = body(decided, 'TENANT');
    expect(fields.find(({ id }) => id === field(lease, 'tenant_full_name').id)!.suggested_key).toBeNull();
  });

  it('have no current subject and role before a decision, and the decided ones after it', () => {
    expect(body(lease, 'TENANT').current).toEqual({ subject_key: null, role_name: null });
    const decided = decide(lease, 'tenant', { decision: 'signer', role_name: 'Lessee' });
    expect(body(decided, 'TENANT').current).toEqual({ subject_key: null, role_name: 'Lessee' });
  });

  it('of text tags have the subject and role that the tags gave them', async () => {
    const tagged = await taggedTemplate(
      'Name;role=Tenant;subject=lessee;key=person.full_name',
      'Sign;role=Tenant;type=signature',
    );
    expect(body(tagged, 'Tenant').current).toEqual({ subject_key: 'lessee', role_name: 'Tenant' });
  });

  it('offer nothing but witness for a saved witness', () => {
    const saved = decide(lease, 'witness', { decision: 'witness', role_name: 'Witness' });
    expect([body(lease, 'WITNESS').offered.length > 1, body(saved, 'WITNESS').offered]).toEqual([true, ['witness']]);
  });

  it('are found by id, and an unknown one is not_found', () => {
    expect(personOf(lease, lease.people[0]!.id)).toBe(lease.people[0]);
    expect(() => personOf(lease, '0'.repeat(32))).toThrowError(expect.objectContaining({ code: 'not_found' }));
  });
});
