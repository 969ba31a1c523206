import * as v from 'valibot';
import { answer, anyText, flag, instant, integer, oneOf, uuid } from '../schema.js';
import { lazy } from '../../platform/lazy.js';

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

export const decisions = ['subject', 'signer', 'both', 'mandate_signed', 'witness'] as const;
export type Decision = (typeof decisions)[number];
export const presences = ['required', 'conditional'] as const;
export type Presence = (typeof presences)[number];

/** How sure a name is and where it comes from (A10). */
const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];
const nameSources = ['text_tag', 'widget', 'context', 'model'] as const;
export type NameSource = (typeof nameSources)[number];

const number = v.number('must be a number');
const nullableText = v.nullable(anyText);

const rect = lazy(() => answer({ x: number, y: number, w: number, h: number }));

const warning = lazy(() =>
  answer({
    code: anyText,
    message: anyText,
    document_id: v.nullable(uuid),
    page: v.nullable(integer),
  }),
);

const question = lazy(() =>
  answer({
    id: anyText,
    label: nullableText,
    role: anyText,
    required: flag,
    min_selected: integer,
    max_selected: integer,
    options: v.array(answer({ value: anyText, field_id: uuid })),
  }),
);

const fieldContext = lazy(() =>
  answer({
    label: nullableText,
    row: nullableText,
    column: nullableText,
    option: nullableText,
    section: nullableText,
    nearby: v.array(anyText),
    widget_name: nullableText,
    tooltip: nullableText,
  }),
);

const field = lazy(() =>
  answer({
    id: uuid,
    type: anyText,
    label: nullableText,
    required: flag,
    role: anyText,
    document_id: uuid,
    page: integer,
    subject: nullableText,
    data_key: nullableText,
    tier: v.optional(anyText),
    question_id: nullableText,
    option_value: v.optional(nullableText),
    options: v.nullable(v.array(anyText)),
    rect: rect(),
    context: fieldContext(),
    // Assumed: one rect for each letter of a comb, and { page, rect } for each place where a long answer runs on.
    cells: v.optional(v.unknown()),
    continuations: v.optional(v.unknown()),
  }),
);

const role = lazy(() =>
  answer({
    name: anyText,
    routing_type: anyText,
    kind: anyText,
    presign_hint: v.optional(flag),
  }),
);

const coverage = lazy(() =>
  answer({
    prefillable: integer,
    core: integer,
    organisation: integer,
    legacy: integer,
    unnamed: integer,
    questions: integer,
    unnamed_groups: integer,
    unnamed_options: integer,
    collisions: integer,
  }),
);

const templateDocument = lazy(() => answer({ id: uuid, page_count: integer }));
const subject = lazy(() => answer({ key: anyText, label: anyText }));

export const template = lazy(() =>
  answer({
    warnings: v.array(warning()),
    id: uuid,
    name: anyText,
    created_at: instant,
    documents: v.array(templateDocument()),
    pages: v.array(answer({ document_id: uuid, page: integer, width: number, height: number, rotation: integer })),
    roles: v.array(role()),
    subjects: v.array(subject()),
    questions: v.array(question()),
    fields: v.array(field()),
    coverage: coverage(),
  }),
);

/** The shorter body of a list (A6). */
export const templateSummary = lazy(() =>
  answer({
    id: uuid,
    name: anyText,
    created_at: instant,
    documents: v.array(templateDocument()),
    roles: v.array(role()),
    subjects: v.array(subject()),
    coverage: coverage(),
  }),
);

export const person = lazy(() =>
  answer({
    id: anyText,
    heading: anyText,
    kind: anyText,
    principal: flag,
    document_id: uuid,
    page: integer,
    proposed: answer({
      decision: v.nullable(oneOf(decisions)),
      subject_key: nullableText,
      subject_label: nullableText,
      presence: v.nullable(oneOf(presences)),
      role_name: nullableText,
      presign_hint: v.nullable(flag),
    }),
    offered: v.array(oneOf(decisions)),
    reason: anyText,
    fields: v.array(
      answer({ id: uuid, kind: anyText, field_type: anyText, data_key: nullableText, suggested_key: nullableText }),
    ),
    current: answer({ subject_key: nullableText, role_name: nullableText }),
  }),
);

const names = lazy(() => answer({ subject: nullableText, data_key: nullableText, label: nullableText }));

/** A naming run (A10). */
export const namingRun = lazy(() =>
  answer({
    id: uuid,
    template_id: uuid,
    template_etag: anyText,
    created_at: instant,
    proposals: answer({
      fields: v.array(
        answer({
          id: uuid,
          field_id: uuid,
          proposed: names(),
          current: names(),
          confidence: oneOf(confidences),
          source: oneOf(nameSources),
          reason: anyText,
        }),
      ),
      people: v.array(person()),
    }),
  }),
);

export type Template = v.InferOutput<ReturnType<typeof template>>;
export type TemplateSummary = v.InferOutput<ReturnType<typeof templateSummary>>;
export type Field = v.InferOutput<ReturnType<typeof field>>;
export type Person = v.InferOutput<ReturnType<typeof person>>;
export type NamingRun = v.InferOutput<ReturnType<typeof namingRun>>;
