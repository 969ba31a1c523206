import { expect, it } from 'vitest';
import { typedCells } from '../../src/bulk/typed-cells.js';
import type { Form, FormField } from '../../src/rules/template-form.js';

const field = (id: string, type: FormField['type'], question: string | null): FormField => ({
  id,
  type,
  label: null,
  required: false,
  role: 'Tenant',
  subject: null,
  data_key: `pets.${id}`,
  question_id: question,
  option_value: null,
  options: null,
  multiline: null,
});
const form: Form = {
  roles: [],
  subjects: [],
  questions: [],
  fields: [field('kept', 'tickbox', null), field('which', 'tickbox', 'q'), field('name', 'text', null)],
};

it('reads true and false for a single tickbox, and leaves every other text', () => {
  const value = (id: string, text: string) => ({ subject: null, key: `pets.${id}`, value: text });
  const row = { values: [value('kept', 'true'), value('kept', 'yes'), value('which', 'true'), value('name', 'false')] };
  const { values } = typedCells(row, form) as { values: readonly { value: unknown }[] };
  expect(values.map((each) => each.value)).toEqual([true, 'yes', 'true', 'false']);
});
