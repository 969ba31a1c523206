import * as v from 'valibot';
import {
  answer,
  anyText,
  assumed,
  count,
  described,
  flag,
  instant,
  integer,
  named,
  noted,
  oneOf,
  ordinal,
  resource,
  upTo,
  uuid,
} from '../schema.js';
import { limits } from '../limits.js';
import { decisions } from '../decision.js';

/** The template, its fields and the people found on it (Resources: Template, Field, Person; item shapes A0). */

export const fieldTypes = [
  'text',
  'date',
  'dropdown',
  'tickbox',
  'signature',
  'initials',
  'date_signed',
  'signer_name',
  'signer_email',
  'signer_title',
  'signer_company',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Types that a caller may never fill (POST envelopes; error value_not_writable). */
export const unwritableTypes: readonly FieldType[] = [
  'signature',
  'initials',
  'date_signed',
  'signer_name',
  'signer_email',
];
/** Types whose values cannot be locked (error value_not_lockable). */
export const unlockableTypes: readonly FieldType[] = ['signer_title', 'signer_company'];

export const presences = ['required', 'conditional'] as const;
export type Presence = (typeof presences)[number];

/** How sure a name is and where it comes from (A10). */
const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];
const nameSources = ['text_tag', 'widget', 'context', 'model'] as const;
export type NameSource = (typeof nameSources)[number];

const number = v.number('must be a number');
const nullableText = v.nullable(anyText);
const roleName = upTo(limits.nameLength);
const subjectKey = upTo(limits.subjectKeyLength);
const dataKey = v.nullable(upTo(limits.dataKeyLength));
const label = v.nullable(upTo(limits.labelLength));

const rect = resource('Rect', () => ({ x: number, y: number, w: number, h: number }));

const warning = resource(
  'TemplateWarning',
  () => ({
    code: anyText,
    message: anyText,
    document_id: v.nullable(uuid),
    page: v.nullable(ordinal),
  }),
  'A0',
);

const question = resource(
  'Question',
  () => ({
    id: described(anyText),
    label: nullableText,
    role: anyText,
    required: flag,
    min_selected: described(count),
    max_selected: described(count),
    options: v.array(assumed('A0', named('QuestionOption', answer({ value: anyText, field_id: uuid })))),
  }),
  'A0',
);

const fieldContext = resource('FieldContext', () => ({
  label: nullableText,
  row: nullableText,
  column: nullableText,
  option: nullableText,
  section: nullableText,
  nearby: v.array(anyText),
  widget_name: nullableText,
  tooltip: nullableText,
}));

const field = resource('Field', () => ({
  id: uuid,
  type: anyText,
  label,
  required: flag,
  role: roleName,
  document_id: uuid,
  page: ordinal,
  subject: v.nullable(subjectKey),
  data_key: dataKey,
  tier: v.optional(anyText),
  question_id: nullableText,
  option_value: v.optional(nullableText),
  options: v.nullable(v.array(anyText)),
  rect: rect(),
  context: fieldContext(),
  // Assumed: one rect for each letter of a comb, and { page, rect } for each place where a long answer runs on.
  cells: assumed('A0', v.optional(v.unknown())),
  continuations: assumed('A0', v.optional(v.unknown())),
}));

const role = resource('Role', () => ({
  name: roleName,
  routing_type: anyText,
  kind: anyText,
  presign_hint: v.optional(flag),
}));

const coverage = resource('Coverage', () => ({
  prefillable: count,
  core: count,
  organisation: count,
  legacy: count,
  unnamed: count,
  questions: count,
  unnamed_groups: count,
  unnamed_options: count,
  collisions: count,
}));

const templateDocument = resource('TemplateDocument', () => ({ id: uuid, page_count: ordinal }));
const page = resource('TemplatePage', () => ({
  document_id: uuid,
  page: ordinal,
  width: number,
  height: number,
  rotation: integer,
}));
const subject = resource('Subject', () => ({ key: subjectKey, label: upTo(limits.nameLength) }));

export const template = resource('Template', () => ({
  warnings: noted(v.array(warning()), { maxItems: limits.templateWarnings }),
  id: uuid,
  name: anyText,
  created_at: instant,
  documents: v.array(templateDocument()),
  pages: v.array(page()),
  roles: v.array(role()),
  subjects: v.array(subject()),
  questions: v.array(question()),
  fields: v.array(field()),
  coverage: coverage(),
}));

/** The shorter body of a list (A6). */
const templateSummary = resource(
  'TemplateSummary',
  () => ({
    id: uuid,
    name: anyText,
    created_at: instant,
    documents: v.array(templateDocument()),
    roles: v.array(role()),
    subjects: v.array(subject()),
    coverage: coverage(),
  }),
  'A6',
);

export const templateList = resource(
  'TemplateList',
  () => ({ data: v.array(templateSummary()), next_cursor: v.nullable(anyText) }),
  'A6',
);

const personProposal = resource('PersonProposal', () => ({
  decision: v.nullable(oneOf(decisions)),
  subject_key: v.nullable(subjectKey),
  subject_label: nullableText,
  presence: v.nullable(oneOf(presences)),
  role_name: v.nullable(roleName),
  presign_hint: v.nullable(flag),
}));

const personField = resource('PersonField', () => ({
  id: uuid,
  kind: anyText,
  field_type: anyText,
  data_key: dataKey,
  suggested_key: nullableText,
}));

export const person = resource('Person', () => ({
  id: noted(anyText, { pattern: '^[0-9a-f]{32}$' }),
  heading: anyText,
  kind: anyText,
  principal: flag,
  document_id: uuid,
  page: ordinal,
  proposed: personProposal(),
  offered: v.array(oneOf(decisions)),
  reason: anyText,
  fields: v.array(personField()),
  current: answer({ subject_key: v.nullable(subjectKey), role_name: v.nullable(roleName) }),
}));

export const personList = resource('PersonList', () => ({ people: v.array(person()) }));

const names = resource('FieldNames', () => ({ subject: v.nullable(subjectKey), data_key: dataKey, label }), 'A10');

/** One name that a naming run proposes. */
const nameProposal = resource(
  'NameProposal',
  () => ({
    id: uuid,
    field_id: uuid,
    proposed: names(),
    current: names(),
    confidence: oneOf(confidences),
    source: oneOf(nameSources),
    reason: anyText,
  }),
  'A10',
);

/** A naming run (A10). */
export const namingRun = resource(
  'NamingRun',
  () => ({
    id: uuid,
    template_id: uuid,
    template_etag: described(anyText),
    created_at: instant,
    proposals: described(
      answer({
        fields: assumed('A10', v.array(nameProposal())),
        people: v.array(person()),
      }),
    ),
  }),
  'A10',
);

export type Template = v.InferOutput<ReturnType<typeof template>>;
export type TemplateSummary = v.InferOutput<ReturnType<typeof templateSummary>>;
export type Field = v.InferOutput<ReturnType<typeof field>>;
export type Person = v.InferOutput<ReturnType<typeof person>>;
export type NamingRun = v.InferOutput<ReturnType<typeof namingRun>>;
