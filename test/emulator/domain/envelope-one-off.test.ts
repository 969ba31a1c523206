import { expect, it } from 'vitest';
import { withPlacedFields, type PlacedField } from '../../../src/emulator/domain/envelope-one-off.js';
import { leaseForm } from '../../support/envelope-form.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const place = (parts: Partial<PlacedField> = {}): PlacedField => ({
  type: 'signature',
  role: 'Surety',
  document: 1,
  page: 2,
  rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.05 },
  label: null,
  required: true,
  data_key: null,
  subject: null,
  options: null,
  ...parts,
});
const placed = (field: PlacedField) => withPlacedFields(leaseForm, [field], [2], () => 'new');

it('adds placed fields with their roles and subjects to what the documents hold', () => {
  const form = placed(place({ type: 'text', subject: 'surety', data_key: 'person.full_name' }));
  expect(form.fields.at(-1)).toMatchObject({
    id: 'new',
    role: 'Surety',
    page: 2,
    subject: 'surety',
    data_key: 'person.full_name',
  });
  expect(form.roles.map(({ name }) => name)).toContain('Surety');
  expect(form.subjects).toContain('surety');
  expect(form.fields).toHaveLength(leaseForm.fields.length + 1);
});

it('puts a placed field in place of a detected field that it covers', () => {
  const { page, rect } = leaseForm.fields[0]!;
  const inset = { x: rect.x + 0.01, y: rect.y, w: rect.w - 0.02, h: rect.h };
  const form = placed(place({ page, rect: inset }));
  expect(form.fields.map(({ id }) => id)).toEqual([...leaseForm.fields.slice(1).map(({ id }) => id), 'new']);
});

it.each([
  ['fields[0].document', place({ document: 2 })],
  ['fields[0].page', place({ page: 3 })],
  ['fields[0].data_key', place({ data_key: 'Full Name' })],
  ['fields[0].options', place({ type: 'dropdown' })],
])('refuses a field by its %s', (path, field) => {
  const refusal = refusalOf(() => placed(field));
  expect(refusal.code).toBe('invalid_request');
  expect(refusal.message.startsWith(`${path} `)).toBe(true);
});
