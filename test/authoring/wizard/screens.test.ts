import { expect, it } from 'vitest';
import type { Field } from '../../../src/contract/resources/template.js';
import {
  coverageLines,
  nameLines,
  personLines,
  saidOf,
  strangerLines,
  unnamedLines,
} from '../../../src/authoring/wizard/screens.js';
import { createColour } from '../../../src/core/terminal/colour.js';
import { visible } from '../../../src/core/platform/visible-text.js';
import { fold } from '../../../src/core/terminal/wrap.js';
import { strangersOf } from '../../../src/authoring/template/people-left.js';
import { unnamedOf } from '../../../src/authoring/wizard/review-step.js';
import { field, person, template, uuid } from '../../support/documents/wizard-people.js';

const texts = (lines: readonly { readonly text: string }[]): readonly string[] => lines.map(({ text }) => text);
const place = { number: 2, of: 4 };

it('a person is shown with heading, reason, fields and what was decided', () => {
  const shown = texts(personLines(person('2. THE TENANT', {}), template(), place, 80));
  expect(shown).toEqual([
    '',
    'Person 2 of 4, page 1, not assigned',
    '2. THE TENANT',
    'Section heading "2. THE TENANT".',
    'Details: Full name of the tenant.',
    'Signs: signature.',
    '',
  ]);
  const decided = { ...person('2. THE TENANT', {}), current: { role_name: 'Tenant', subject_key: 'tenant' } };
  expect(texts(personLines(decided, template(), place, 80))[1]).toContain('assigned: role Tenant, subject tenant');
});

it('a long list of fields takes three lines, and says how many more there are', () => {
  const fields = Array.from({ length: 60 }, (_, index) => field(index + 1, { label: `Field number ${index + 1}` }));
  const many = {
    ...person('X', {}),
    fields: fields.map(({ id }) => ({ id, kind: 'data', field_type: 'text', data_key: null, suggested_key: null })),
  };
  const shown = texts(personLines(many, template({ fields }), place, 80));
  const list = shown.slice(
    shown.findIndex((line) => line.startsWith('Details')),
    -1,
  );
  expect(fold(list.join('\n'), 80).split('\n')).toHaveLength(3);
  expect(list.join(' ')).toMatch(/and \d+ more\.$/);
});

it('a name is shown with the text around its field', () => {
  const one = field(1, {
    context: { ...field(1).context, section: 'THE TENANT', nearby: ['Full names', 'THE TENANT'] },
  });
  const shown = texts(
    nameLines(one, template(), { confidence: 'low', source: 'context', reason: 'The form says "name"' }, place, 80),
  ).join('\n');
  const widget = { confidence: 'medium', source: 'widget', reason: 'The field is named "A.NOM"' };
  const named = field(1, { context: { ...one.context, widget_name: 'A.NOM' } });
  expect(texts(nameLines(named, template(), widget, place, 80))).toContain(
    'Guessed from the PDF\'s own name "A.NOM". Please check.',
  );
  expect(shown).toContain('On the form: THE TENANT, Full names.');
  expect(shown).toContain('The form says "name". Please check.');
  expect(texts(nameLines(one, template(), null, place, 80)).join('\n')).toContain('proposes no name');
});

it('a question has its own name, with the words beside its fields', () => {
  const box = (number: number, label: string): Field =>
    field(number, { question_id: 'q1', type: 'tickbox', label, option_value: label.toLowerCase() });
  const fields = [box(1, 'EFT'), box(2, 'Cash')];
  const options = fields.map(({ id, label }) => ({ value: `${label}`, field_id: id }));
  const asked = { id: 'q1', role: 'Signer', required: true, min_selected: 1, max_selected: 1, options };
  const form = template({ fields, questions: [{ ...asked, label: 'How the rent is paid' }] });
  const [, , heading, type, answers] = texts(nameLines(fields[0]!, form, null, place, 80));
  expect([heading, type, answers]).toEqual(['How the rent is paid', 'Type tickbox.', 'Answers: EFT, Cash.']);
  expect(texts(unnamedLines(unnamedOf(form), form, 80))).toContain('  page 1: How the rent is paid (EFT / Cash)');
  const payer = {
    ...person('THE TENANT', {}),
    fields: fields.map(({ id }) => ({ id, kind: 'data', field_type: 'tickbox', data_key: null, suggested_key: null })),
  };
  expect(texts(personLines(payer, form, place, 80))).toContain('Details: How the rent is paid (EFT / Cash).');
  // One without words of its own is called by its boxes.
  const wordless = { ...form, questions: [{ ...asked, label: null }] };
  expect(texts(nameLines(fields[0]!, wordless, null, place, 80))[2]).toBe('EFT / Cash');
  expect(texts(unnamedLines(unnamedOf(wordless), wordless, 80))).toContain('  page 1: EFT / Cash');
});

it('the review counts before and now, and lists what has no name, a question once', () => {
  const before = template().coverage;
  const rows = texts(coverageLines(before, { ...before, unnamed: 0 }, 80));
  expect(rows[2]).toMatch(/named +0 +1$/);
  expect(texts(coverageLines(before, before, 40))).toContain('  named: 0 before, 0 now');
  const question = { question_id: 'q1', type: 'tickbox' };
  const fields = [field(1), field(2, { type: 'signature' }), field(3, question), field(4, question)];
  const unnamed = unnamedOf(template({ fields }));
  expect(unnamed.map(({ id }) => id)).toEqual([uuid(1), uuid(3)]);
  expect(texts(unnamedLines(unnamed, template({ fields }), 80))).toHaveLength(3);
  expect(texts(unnamedLines([], template(), 80))).toEqual(['Every field that a value can be sent for has a name.']);
});

it('the review names a role with fields that is not named on the form, once a person is decided', () => {
  const { role } = field(1);
  const form = template({ fields: [field(1), field(2), field(3, { role: 'Tenant' })] });
  const tenant = { ...person('THE TENANT', {}), current: { role_name: 'Tenant', subject_key: null } };
  const strangers = strangersOf(form, [tenant]);
  expect([...strangers]).toEqual([[role, 2]]);
  expect(texts(strangerLines(strangers))).toContain(
    `2 fields go to an extra person, “${role}”, whom every envelope must name.`,
  );
  expect(strangersOf(form, [person('THE TENANT', {})]).size).toBe(0);
  expect(strangerLines(new Map())).toEqual([]);
});

it('nothing from the form can steer the terminal', () => {
  const said = saidOf([{ text: 'A\u001b[2Jb\nc', style: 'heading' }]);
  expect(typeof said === 'function' ? said(createColour(false), visible) : said).toBe('A\\u{1b}[2Jb c');
});
