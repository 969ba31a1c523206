import { fieldTypes } from '../../../contract/resources/template.js';
import * as schema from '../../../contract/schema.js';
import type { KeySource, PageForm } from './shapes.js';

/** What the page asks for. */

const fraction = schema.rule(schema.anyNumber, (value) => value >= 0 && value <= 1, 'must be between 0 and 1');
const words = schema.rule(schema.anyText, ({ length }) => length <= 2000, 'must be at most 2000 characters');
const wordsOrNull = schema.nullable(words);
const rect = schema.shape({ x: fraction, y: fraction, w: fraction, h: fraction });
const field = schema.shape({
  page: schema.integer,
  type: schema.oneOf(fieldTypes),
  label: words,
  role: wordsOrNull,
  required: schema.flag,
  rect,
  more: schema.optional(schema.listOf(rect)),
  options: schema.nullable(schema.listOf(words)),
  max_length: schema.nullable(schema.integer),
  comb: schema.flag,
  multiline: schema.flag,
  group: wordsOrNull,
  option: wordsOrNull,
  key: wordsOrNull,
  key_from: schema.oneOf(['read', 'words', 'typed'] satisfies readonly KeySource[]),
});
const group = schema.shape({
  name: words,
  label: wordsOrNull,
  min_selected: schema.integer,
  max_selected: schema.integer,
});

/** A change: the whole form, and the version that it is based on. */
export const saveRequest = schema.shape({
  version: schema.integer,
  form: schema.shape({
    fields: schema.listOf(field),
    groups: schema.listOf(group),
    right: schema.listOf(schema.shape({ field: schema.nullable(schema.integer), words })),
  }),
});

export interface SaveRequest {
  readonly version: number;
  readonly form: PageForm;
}
