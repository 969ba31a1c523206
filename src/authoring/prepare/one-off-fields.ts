import { pluralize } from '../../cli/context/counted.js';
import type { BodyOf } from '../../contract/operations.js';
import type { PreparedField, PreparedForm } from '../../document/prepare/prepared-field.js';

type PlacedField = NonNullable<BodyOf<'createOneOffEnvelope'>['fields']>[number];

/** A form as an envelope without a template takes it. */
interface OneOffFields {
  /** Of the body; the document is the first. */
  readonly fields: readonly PlacedField[];
  /** What the body cannot say, and so the form fields of its document do. */
  readonly left: PreparedForm;
  /** Says what is left, and why; null where nothing is. */
  readonly unsaid: string | null;
}

/** The fields of a form for the body of `envelope one-off` (A1), which has no words for some of what can be drawn. */
export function oneOffFields({ fields, groups }: PreparedForm): OneOffFields {
  const why = new Map(fields.map((field) => [field, unsayable(field)]));
  const left = fields.filter((field) => why.get(field) !== null);
  const reasons = [...new Set(left.flatMap((field) => why.get(field) ?? []))];
  const stay = left.length === 1 ? 'stays a form field' : 'stay form fields';
  return {
    fields: fields.flatMap((field) => (field.role === null || left.includes(field) ? [] : [placed(field, field.role)])),
    left: { fields: left, groups },
    unsaid:
      left.length === 0
        ? null
        : `${pluralize(left.length, 'field')} ${stay} of the PDF in the body, which cannot say: ${reasons.join(', ')}.`,
  };
}

function unsayable({ role, group, comb, max_length: max, multiline, more }: PreparedField): string | null {
  if (group !== null) return 'which tickboxes answer one question';
  if (comb) return 'combs';
  if (max !== null) return 'maximum lengths';
  if (multiline || more !== undefined) return 'several lines';
  return role === null ? 'fields of nobody in particular' : null;
}

const placed = (field: PreparedField, role: string): PlacedField => ({
  type: field.type,
  role,
  document: 1,
  page: field.page,
  rect: field.rect,
  ...(field.label === '' ? {} : { label: field.label }),
  required: field.required,
  ...(field.key === null ? {} : { data_key: field.key }),
  ...(field.options === null ? {} : { options: [...field.options] }),
});
