import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src/document/read-document.js';
import { verdictLines, verdictOn } from '../../../src/authoring/template/inspect-verdict.js';

const box = (more: Omit<Partial<Box>, 'suggested'> & { readonly suggested?: Partial<Box['suggested']> }): Box => ({
  type: 'text',
  label: 'Full name',
  required: false,
  page: 1,
  rect: { x: 0, y: 0, w: 1, h: 1 },
  options: null,
  question: null,
  option_value: null,
  seen_as: 'form_field',
  tag: null,
  multiline: false,
  max_length: null,
  cells: null,
  continuations: null,
  start: null,
  person: 0,
  ...more,
  context: {
    label: null,
    row: null,
    column: null,
    option: null,
    section: null,
    nearby: [],
    widget_name: null,
    tooltip: null,
  },
  suggested: { key: 'person.full_name', confidence: 'high', source: 'widget', reason: '', ...more.suggested },
});

const boxes = [
  box({}),
  box({ label: 'Bank', suggested: { confidence: 'medium' } }),
  box({ label: null, type: 'tickbox', page: 2, suggested: { key: null, confidence: 'low' } }),
  box({ label: 'Signature', type: 'signature', page: 3, person: null, suggested: { key: null, confidence: 'low' } }),
  box({ label: 'Remark', seen_as: 'ink', suggested: { key: null, confidence: 'low' } }),
];

describe('the verdict on a document', () => {
  it('counts how fields are known and how sure their names are', () => {
    expect(verdictOn({ boxes })).toEqual({
      form_fields: 4,
      text_tags: 0,
      seen: 1,
      sure: 1,
      doubtful: 1,
      unnamed: 2,
      look_at: [4, 3, 2, 5],
    });
  });

  it('says what to look at first: a signature of nobody, then a tickbox that may mean anything', () => {
    expect(verdictLines({ boxes })).toEqual([
      'Found as: 4 form fields of the file, 1 seen on the pages.',
      'Names: 1 sure, 1 to check, 2 without a name.',
      'Look first at: 4 “Signature” on page 3; 3 on page 2; 2 “Bank” on page 1; 5 “Remark” on page 1.',
    ]);
    expect(verdictLines({ boxes: [] })).toEqual([]);
  });
});
