import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../src/client/template-diff.js';

const field = {
  id: 'f1',
  label: 'Rent',
  data_key: 'lease.rent',
  subject: null,
  role: 'Tenant',
  page: 2,
  required: true,
};
const template = {
  name: 'Lease',
  roles: [{ name: 'Tenant', routing_type: 'sign', kind: 'party', presign_hint: false }],
  subjects: [{ key: 'tenant', label: 'Tenant' }],
  fields: [field],
  questions: [],
  coverage: { unnamed: 1 },
};

describe('saying what changed on a template', () => {
  it('says nothing when nothing did', () => {
    expect(describeDifferences(template, structuredClone(template))).toEqual([]);
  });

  it('names the field, the property and both values', () => {
    const now = { ...template, fields: [{ ...field, data_key: 'lease.monthly_rent', subject: 'tenant' }] };
    expect(describeDifferences(template, now)).toEqual([
      'The data_key of the field “Rent” on page 2 (f1) was “lease.rent” and is now “lease.monthly_rent”.',
      'The subject of the field “Rent” on page 2 (f1) was empty and is now “tenant”.',
    ]);
  });

  it('names fields, roles and subjects that came and went, and a new name', () => {
    const now = {
      ...template,
      name: 'Lease 2027',
      roles: [{ name: 'Surety' }],
      subjects: [...template.subjects, { key: 'surety', label: 'Surety' }],
      fields: [{ id: 'f2', label: null, data_key: null }],
    };
    expect(describeDifferences(template, now)).toEqual([
      'The template is now named “Lease 2027”.',
      'The role “Surety” was added.',
      'The role “Tenant” was removed.',
      'The subject “surety” was added.',
      'The field f2 was added.',
      'The field “Rent” on page 2 (f1) was removed.',
    ]);
  });

  it('is not misled by an answer that leaves properties out', () => {
    const { presign_hint: _hint, ...shorter } = template.roles[0] ?? {};
    expect(describeDifferences(template, { ...template, roles: [shorter] })).toEqual([
      'Its fields, roles, subjects and questions are the same, but something else changed.',
    ]);
  });

  it('keeps a long account short', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ id: `f${at}`, label: 'old' }));
    const now = { ...template, fields: many.map((item) => ({ ...item, label: 'x'.repeat(500) })) };
    const told = describeDifferences({ ...template, fields: many }, now);
    expect(told).toHaveLength(20);
    expect(told.at(-1)).toBe('And 41 more changes.');
    expect(Math.max(...told.map((line) => line.length))).toBeLessThan(300);
  });

  it.each([undefined, null, 5, 'text', [], { fields: 'none' }, { fields: [null, 3] }])(
    'survives the odd body %j',
    (odd) => {
      expect(Array.isArray(describeDifferences(odd, template))).toBe(true);
      expect(Array.isArray(describeDifferences(template, odd))).toBe(true);
    },
  );
});
