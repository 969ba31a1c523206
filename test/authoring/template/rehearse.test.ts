import { expect, it } from 'vitest';
import type { Person } from '../../../src/contract/resources/template.js';
import { rehearse } from '../../../src/authoring/template/rehearse.js';
import { field, person, template } from '../../support/documents/wizard-people.js';

const levels = async (form = template(), people: readonly Person[] | null = []): Promise<readonly string[]> =>
  (await rehearse({ body: form, people })).findings.map(({ level, code }) => `${level} ${code}`);

it('a form that asks nobody can make no envelope', async () => {
  expect(await levels(template({ fields: [] }))).toEqual(['problem template_has_no_fields']);
});

it('a dropdown without options is a problem only where somebody has to answer it', async () => {
  const dropdown = (required: boolean) =>
    template({ fields: [field(1, { type: 'dropdown', options: [], required }), field(2, { type: 'signature' })] });
  expect(await levels(dropdown(true))).toEqual(['problem template_unusable']);
  expect(await levels(dropdown(false))).toEqual(['warning field_unanswerable', 'warning nothing_required']);
});

it('an undecided person is a problem only with a place to sign, which somebody else would sign at', async () => {
  const open = person('2. THE TENANT', {});
  expect(await levels(template(), [open])).toEqual(['problem person_undecided']);
  const details = { ...open, fields: open.fields.filter(({ kind }) => kind === 'data') };
  expect(await levels(template(), [details])).toEqual(['warning person_undecided']);
  expect(await levels(template(), null)).toEqual([]);
});

it('warns of a witness whom the form names and nobody has saved', async () => {
  const role = { current: { role_name: 'Signer', subject_key: null }, fields: [] };
  const witness = { ...person('WITNESS', { decision: 'witness', role_name: 'Signer', presence: null }), ...role };
  const named: Person = { ...witness, offered: ['witness', 'signer'] };
  expect(await levels(template(), [named])).toEqual(['warning person_undecided']);
  expect(await levels(template(), [{ ...witness, offered: ['witness'] }])).toEqual([]);
});

it('says that nothing is required, and repeats what the upload warned about', async () => {
  const optional = [field(1, { required: false }), field(2, { type: 'signature', required: false })];
  expect(await levels(template({ fields: optional }))).toEqual(['warning nothing_required']);
  const signed = [field(1, { required: false }), field(2, { type: 'signature', required: true })];
  expect(await levels(template({ fields: signed }))).toEqual(['warning nothing_required']);
  expect(await levels(template({ fields: signed.slice(1) }))).toEqual([]);
  const warned = ['page_without_text', 'no_signature', 'unclaimed_fields'].map((code) => {
    return { code, message: 'Look at it.', document_id: null, page: null };
  });
  expect(await levels(template({ warnings: warned }))).toEqual(['warning page_without_text']);
});

it('warns of fields in which answers are printed small, and not for the length of a made-up one', async () => {
  const [signature, wide, thin] = [
    field(1, { type: 'signature' }),
    { x: 0.1, y: 0.5, w: 0.5, h: 0.02 },
    { x: 0.1, y: 0.5, w: 0.5, h: 0.006 },
  ];
  const narrow = { ...wide, w: 0.05 };
  const text = (label: string, rect: typeof wide) => template({ fields: [signature, field(2, { label, rect })] });
  expect(await levels(text('E-mail', wide))).toEqual([]);
  expect(await levels(text('E-mail', narrow))).toEqual(['warning small_answers']);
  expect(await levels(text('Colour of the thing', narrow))).toEqual([]);
  expect(await levels(text('Colour of the thing', thin))).toEqual(['warning small_answers']);
});
