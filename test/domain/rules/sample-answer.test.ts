import { expect, it } from 'vitest';
import { drawable, sampleAnswer } from '../../../src/domain/rules/sample-answer.js';

const scene = {
  signer: { role: 'Tenant', name: 'Aluwani Ṱhovhele', email: 'aluwani@example.test' },
  recipients: [{ role: 'Tenant', name: 'Aluwani Ṱhovhele', email: 'aluwani@example.test' }],
  today: '2030-01-31',
};
const text = (label: string, data_key: string | null = null) =>
  sampleAnswer(
    {
      id: 'f',
      type: 'text',
      label,
      required: false,
      role: 'Tenant',
      subject: null,
      data_key,
      question_id: null,
      option_value: null,
      options: null,
      multiline: false,
      rect: { w: 0.5 },
      cells: null,
    },
    scene,
  );

it('keeps the letters of a name, with marks that every font has', () => {
  expect([drawable('Aluwani Ṱhovhele'), drawable('Renée Müller'), drawable('🦓 Ltd')]).toEqual([
    'Aluwani Thovhele',
    'Renée Müller',
    'Ltd',
  ]);
});

it('answers a field for a name with a name, whatever else its words are about', () => {
  expect(text('TENANT / HUURDER (full names)')).toBe('Aluwani Thovhele');
  expect(text('Full name', 'rental.tenant.full_name')).toBe('Aluwani Thovhele');
  expect(text('Huurgeld per maand')).toMatch(/^[\d ]+\.00$/u);
});
