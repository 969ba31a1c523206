import { expect, it } from 'vitest';
import type { Person } from '../../../src/contract/resources/template.js';
import { rehearse } from '../../../src/authoring/template/rehearse.js';
import { field, person, template } from '../../support/documents/wizard-people.js';

const levels = (form = template(), people: readonly Person[] | null = []): readonly string[] =>
  rehearse({ body: form, people }).findings.map(({ level, code }) => `${level} ${code}`);

it('a form that asks nobody can make no envelope', () => {
  expect(levels(template({ fields: [] }))).toEqual(['problem template_has_no_fields']);
});

it('a dropdown without options is a problem only where somebody has to answer it', () => {
  const dropdown = (required: boolean) =>
    template({ fields: [field(1, { type: 'dropdown', options: [], required }), field(2, { type: 'signature' })] });
  expect(levels(dropdown(true))).toEqual(['problem template_unusable']);
  expect(levels(dropdown(false))).toEqual(['warning field_unanswerable']);
});

it('an undecided person is a problem only with a place to sign, which somebody else would sign at', () => {
  const open = person('2. THE TENANT', {});
  expect(levels(template(), [open])).toEqual(['problem person_undecided']);
  const details = { ...open, fields: open.fields.filter(({ kind }) => kind === 'data') };
  expect(levels(template(), [details])).toEqual(['warning person_undecided']);
  expect(levels(template(), null)).toEqual([]);
});

it('says that nothing is required, and repeats what the upload warned about', () => {
  const optional = [field(1, { required: false }), field(2, { type: 'signature', required: false })];
  expect(levels(template({ fields: optional }))).toEqual(['warning nothing_required']);
  const warned = ['page_without_text', 'no_signature', 'unclaimed_fields'].map((code) => {
    return { code, message: 'Look at it.', document_id: null, page: null };
  });
  expect(levels(template({ warnings: warned }))).toEqual(['warning page_without_text']);
});
