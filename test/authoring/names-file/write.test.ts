import { describe, expect, it } from 'vitest';
import { isEdited } from '../../../src/authoring/names-file/merge.js';
import type { WholeTemplate } from '../../../src/authoring/names-file/names.js';
import { readNames } from '../../../src/authoring/names-file/read.js';
import { writeNames } from '../../../src/authoring/names-file/write.js';
import type { Field } from '../../../src/contract/resources/template.js';
import { field as formField, person, template, uuid } from '../../support/documents/wizard-people.js';

const field = (number: number, more: Partial<Field> = {}): Field =>
  formField(number, { label: 'Full name', role: 'Tenant', ...more });

const names = (fields: readonly Field[], etag = '"first"'): WholeTemplate => ({
  body: template({
    roles: [{ name: 'Tenant', routing_type: 'sign', kind: 'party' }],
    subjects: [],
    fields: [...fields],
  }),
  etag,
  people: [person('THE TENANT', { subject_label: null, presence: null })],
});

describe('the file of names', () => {
  it('is the same text for the same state, and is read back as unedited', () => {
    const state = names([field(2), field(3, { data_key: 'person.full_name' })]);
    expect(writeNames(state)).toBe(writeNames(state));
    expect(writeNames(state, writeNames(state))).toBe(writeNames(state));
    expect(isEdited(readNames(writeNames(state)))).toBe(false);
  });

  it('quotes what other readers of YAML take for a boolean or a number', () => {
    const text = writeNames(
      names([field(2, { label: 'No' }), field(3, { label: '0123' }), field(4, { label: 'Note' })]),
    );
    expect(text).toContain('label: "No"\n');
    expect(text).toContain('label: "0123"\n');
    expect(text).toContain('label: Note\n');
  });

  it('proposes that a person who signs gives their own details', () => {
    const proposed = (more: object) =>
      /proposed: (.*)\n/.exec(writeNames({ ...names([field(2)]), people: [person('THE TENANT', more)] }))?.[1];
    expect(proposed({})).toContain('filled_by: own');
    expect(proposed({ decision: 'signer', subject_key: null, subject_label: null })).not.toContain('filled_by');
  });

  it('is known as edited when only its base was', () => {
    const text = writeNames(names([field(2, { data_key: 'person.full_name' })]));
    expect(readNames(text).base.isWhole).toBe(true);
    const edited = text.replaceAll('person.full_name', 'person.name');
    expect(readNames(edited).base.isWhole).toBe(false);
    expect(isEdited(readNames(edited))).toBe(true);
    // Another order of lines, other quotes or line ends are not edits.
    expect(readNames(text.replaceAll('\n', '\r\n')).base.isWhole).toBe(true);
  });

  it('keeps comments with what they belong to when the service’s order and names change', () => {
    const text = writeNames(names([field(2), field(3)]))
      .replace(`  - id: ${uuid(3)}\n`, `  # ask legal\n  - id: ${uuid(3)} # sic\n`)
      .replace('    decision: null\n', '    # not yet clear\n    decision: null # soon\n');
    const again = writeNames(names([field(3, { label: 'Name' }), field(2)], '"second"'), text);
    expect(again).toContain(`  # ask legal\n  - id: ${uuid(3)} # sic\n`);
    expect(again).toContain('    # not yet clear\n    decision: null # soon\n');
    expect(again).toContain('label: Name\n');
    expect(again.indexOf(uuid(3))).toBeLessThan(again.indexOf(uuid(2)));
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
