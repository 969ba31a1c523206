import { describe, expect, it } from 'vitest';
import { readFieldsFile } from '../../../src/authoring/prepare/fields-file.js';
import { writeFields } from '../../../src/authoring/prepare/write-fields.js';
import { problemsOf } from '../../../src/document/prepare/problems.js';
import { drawnForm } from '../../support/documents/drawn-forms.js';
import { preparedField } from '../../support/pages/template-prepare.js';

const pages = [
  { width: 595.276, height: 841.89 },
  { width: 595.276, height: 841.89 },
  { width: 595.276, height: 841.89 },
];
const read = (text: string) => readFieldsFile(text, pages, problemsOf);
const told = (text: string): readonly string[] => read(text).mistakes.map(({ line, message }) => `${line}: ${message}`);

describe('a file of fields', () => {
  it('is a list of fields, placed in fractions or in millimetres from the top left', () => {
    const text = [
      '- { page: 1, type: text, label: Full name, role: Tenant, rect: { x: 0.1, y: 0.2, w: 0.4, h: 0.02 } }',
      '- { page: 2, type: signature, role: Tenant, mm: { x: 21, y: 29.7, w: 105, h: 14.85 } }',
    ].join('\n');
    expect(told(text)).toEqual([]);
    const [name, signature] = read(text).form.fields;
    expect(name).toMatchObject({ label: 'Full name', role: 'Tenant', required: false, rect: { x: 0.1, y: 0.2 } });
    expect(signature).toMatchObject({ type: 'signature', label: 'Signature', required: true });
    const date = text.replace('signature', 'date_signed');
    expect(read(date).form.fields[1]).toMatchObject({ type: 'date_signed', label: 'Date signed', required: true });
    const { x, y, w, h } = signature!.rect;
    expect([x, y, w, h].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.1, 0.1, 0.5, 0.05]);
  });

  it('has the further lines of an answer in the unit of its place, and is written so', () => {
    const line = (unit: string, place: string, more: string) =>
      `- { page: 1, type: text, label: Address, ${unit}: ${place}, more: ${more} }`;
    const millimetres = '{ x: 21, y: 29.7, w: 105, h: 5 }';
    const { form } = read(line('mm', millimetres, `[${millimetres.replace('29.7', '38')}]`));
    const { rect, more } = form.fields[0]!;
    expect([more![0]!.w, more![0]!.y > rect.y]).toEqual([rect.w, true]);
    expect(read(writeFields(form)).form).toEqual(form);
    const wrong = (more: string) => told(line('mm', millimetres, more));
    expect(wrong('{ x: 1 }')).toEqual(['1: `more` must be a list of places, each { x, y, w, h }']);
    expect(wrong('[{ x: 21, y: 296, w: 105, h: 5 }]')).toEqual([
      '1: The field reaches beyond page 1. Move it, or make it smaller',
    ]);
    expect(told(line('mm', millimetres, `[${millimetres}]`).replace('text', 'date'))).toEqual([
      '1: Only a text without compartments has further lines',
    ]);
  });

  it('may be JSON, and may declare a group by its ticks alone', () => {
    const tick = (y: number, option: string) => ({
      page: 1,
      type: 'tickbox',
      group: 'Pets?',
      option,
      max_selected: 2,
      rect: { x: 0.1, y, w: 0.02, h: 0.02 },
    });
    const { form, mistakes } = read(JSON.stringify({ fields: [tick(0.1, 'Dog'), tick(0.2, 'Cat')] }));
    expect(mistakes).toEqual([]);
    expect(form.groups).toEqual([{ name: 'Pets?', label: null, min_selected: 0, max_selected: 2 }]);
    expect(form.fields.map(({ label }) => label)).toEqual(['Dog', 'Cat']);
  });

  it('names every mistake at once, with its line and what to write', () => {
    const text = [
      'fields:',
      '  - page: 1',
      '    type: checkbox',
      '    rect: { x: 0.1, y: 0.1, w: 0.1 }',
      '  - type: text',
      '    lable: Name',
      '    required: perhaps',
      '    mm: { x: 1, y: 1, w: 50, h: 6 }',
      '  - just words',
    ].join('\n');
    expect(told(text)).toEqual([
      expect.stringMatching(/^3: invalid type "checkbox".*use one of: text, date, dropdown, tickbox/),
      '4: the place has no h',
      '5: the field has no page',
      expect.stringMatching(/^6: unknown name "lable"\. Did you mean "label"\?/),
      '9: a field is written as { page, type, label, rect }',
    ]);
  });

  it('names what is wrong with the other fields beside one that has no label or cannot be read', () => {
    const text = [
      '- { page: 1, type: text, rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.02 } }',
      '- { page: 9, type: text, label: A, rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.02 } }',
      '- { page: 1, type: tickbox, group: g, option: Yes, rect: { x: 0.1, y: 0.1, w: 0.02, h: 0.02 } }',
      '- { page: 1, type: tickbox, group: g, option: No, rect: { x: 0.1, y: 0.1, w: 0.02 } }',
    ].join('\n');
    expect(told(text)).toEqual([
      '1: the field has no label: write what the signer reads beside it',
      '2: Page 9 does not exist. The document has 3 pages',
      '4: the place has no h',
    ]);
  });

  it('names what is wrong with the form as a whole at the field', () => {
    const text = [
      '- { page: 9, type: text, label: A, rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.02 } }',
      '- { page: 1, type: tickbox, group: g, option: Yes, rect: { x: 0.1, y: 0.1, w: 0.02, h: 0.02 } }',
    ].join('\n');
    expect(told(text)).toEqual([
      '1: Page 9 does not exist. The document has 3 pages',
      '2: The question "g" has only one answer. Give it another one, or let the tickbox stand alone',
    ]);
  });

  it('that is not a list of fields is refused', () => {
    expect(told('name: Lease\n')).toEqual([
      expect.stringContaining('unknown name "name"'),
      '1: the file needs a list of fields, each with page, type, label and rect',
    ]);
    expect(told('- [').length).toBeGreaterThan(0);
  });

  it('is written with one line for a field, and with words as every reader of YAML takes them', () => {
    const field = preparedField({ label: 'No', role: 'Tenant', options: ['Yes', '2026-01-01'], type: 'dropdown' });
    const [line, ...more] = writeFields({ fields: [field], groups: [] })
      .split('\n')
      .filter((each) => each.startsWith('  '));
    expect(more).toEqual([]);
    expect(line).toMatch(
      /^ {2}- \{ page: 1, type: dropdown, label: "No", role: Tenant, .*options: \[ "Yes", "2026-01-01" \] \}$/,
    );
  });

  it.each([1, 2, 3, 4, 5])('is written and read again as the same form (seed %i)', (seed) => {
    const { form } = drawnForm(seed);
    const again = read(writeFields(form));
    expect(again.mistakes).toEqual([]);
    expect(again.form).toEqual(form);
  });
});
