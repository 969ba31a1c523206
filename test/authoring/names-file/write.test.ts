import { describe, expect, it } from 'vitest';
import { isEdited } from '../../../src/authoring/names-file/merge.js';
import { type NamedField, nothingDecided, type TemplateNames } from '../../../src/authoring/names-file/names.js';
import { readNames } from '../../../src/authoring/names-file/read.js';
import { writeNames } from '../../../src/authoring/names-file/write.js';

const id = (last: number): string => `6f1f2f0e-4f0b-4f43-9d8a-${String(last).padStart(12, '0')}`;
const person = '0f0e0d0c0b0a09080706050403020100';

const field = (last: number, names: Partial<NamedField['names']> = {}): NamedField => ({
  id: id(last),
  type: 'text',
  role: 'Tenant',
  document: 1,
  page: 1,
  at: [0.1, 0.2, 0.3, 0.02],
  context: 'THE TENANT › Full name',
  option: null,
  inQuestion: false,
  questionId: null,
  names: { subject: null, data_key: null, label: 'Full name', ...names },
});

const names = (fields: readonly NamedField[], changes: Partial<TemplateNames> = {}): TemplateNames => ({
  templateId: id(1),
  name: 'Lease',
  etag: '"first"',
  people: [
    {
      id: person,
      heading: 'THE TENANT',
      page: 1,
      reason: 'The form says so',
      offered: ['both'],
      names: nothingDecided,
      proposed: { ...nothingDecided, decision: 'both', subject_key: 'tenant', role_name: 'Tenant' },
      fieldIds: [id(2)],
    },
  ],
  subjects: [],
  roles: ['Tenant'],
  fields,
  ...changes,
});

describe('the file of names', () => {
  it('is the same text for the same state, and is read back as unedited', () => {
    const state = names([field(2), field(3, { data_key: 'person.full_name' })]);
    expect(writeNames(state)).toBe(writeNames(state));
    expect(writeNames(state, writeNames(state))).toBe(writeNames(state));
    expect(isEdited(readNames(writeNames(state)))).toBe(false);
  });

  it('is known as edited when only its base was', () => {
    const text = writeNames(names([field(2, { data_key: 'person.full_name' })]));
    expect(readNames(text).base.isWhole).toBe(true);
    const edited = text.replaceAll('person.full_name', 'person.name');
    expect(readNames(edited).base.isWhole).toBe(false);
    expect(isEdited(readNames(edited))).toBe(true);
    // Another order of lines, other quotes or line ends are no edits.
    expect(readNames(text.replaceAll('\n', '\r\n')).base.isWhole).toBe(true);
  });

  it('keeps comments with what they belong to when the service’s order and names change', () => {
    const text = writeNames(names([field(2), field(3)]))
      .replace(`  - id: ${id(3)}\n`, `  # ask legal\n  - id: ${id(3)} # sic\n`)
      .replace('    decision: null\n', '    # not yet clear\n    decision: null # soon\n');
    const again = writeNames(names([field(3, { label: 'Name' }), field(2)], { etag: '"second"' }), text);
    expect(again).toContain(`  # ask legal\n  - id: ${id(3)} # sic\n`);
    expect(again).toContain('    # not yet clear\n    decision: null # soon\n');
    expect(again).toContain('label: Name\n');
    expect(again.indexOf(id(3))).toBeLessThan(again.indexOf(id(2)));
  });

  it.each([
    '2024',
    '007',
    'null',
    'true',
    '- a',
    '#x',
    'a: b',
    '“q” \'r\' "s"',
    ' padded ',
    'two\nlines',
    '\u009b2J',
    '\u202egnp',
  ])('brings the label %j back as it was, with nothing in the text that steers a terminal', (label) => {
    const text = writeNames(names([field(2, { label })]));
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(readNames(text).fields[0]?.names.label).toBe(label);
    expect(isEdited(readNames(text))).toBe(false);
  });

  it.each([
    ['no map', '- a\n', /holds no names/],
    ['another version', writeNames(names([])).replace('version: 1', 'version: 2'), /version/],
    ['a field twice', writeNames(names([field(2), field(2)])), /duplicate entry/],
    ['a lost base', writeNames(names([field(2)])).split('\nbase:')[0] ?? '', /pull the file again/],
    ['an alias', writeNames(names([field(2)])).replace('label: Full name', 'label: *x'), /alias|plain text/i],
  ])('%s is refused where it is', (_what, text, words) => {
    expect(() => readNames(text)).toThrow(
      expect.objectContaining({ name: 'Misplaced', message: expect.stringMatching(words) as string }) as Error,
    );
  });
});
