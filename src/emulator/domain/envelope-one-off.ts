import type { FilledBodyOf } from '../../contract/operations.js';
import { checkedBefore, dataKeyProblem } from '../../contract/data-key.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import { Refusal } from './refusal.js';

export type PlacedField = FilledBodyOf<'createOneOffEnvelope'>['fields'][number];

/**
 * The form of one-off documents, with the fields of the request (A1). `pages` is the page count of each document; a
 * placed field replaces the document's own field below it. Throws invalid_request for a field outside of the pages, or
 * that nobody could fill.
 */
export function withPlacedFields(
  form: EnvelopeForm,
  placed: readonly PlacedField[],
  pages: readonly number[],
  newId: () => string,
): EnvelopeForm {
  placed.forEach((field, index) => checkPlace(field, pages, `fields[${index}]`));
  const added = placed.map((field): EnvelopeField => ({
    id: newId(),
    type: field.type,
    label: field.label,
    required: field.required,
    role: field.role,
    document: field.document,
    page: field.page,
    rect: field.rect,
    subject: field.subject,
    data_key: field.data_key,
    question_id: null,
    option_value: null,
    options: field.type === 'dropdown' ? field.options : null,
    multiline: false,
    cells: null,
    continuations: null,
    start: null,
  }));
  const own = form.fields.filter((field) => field.question_id !== null || !added.some((each) => covers(each, field)));
  const roles = new Set([...form.roles.map(({ name }) => name), ...added.map(({ role }) => role)]);
  return {
    roles: [...roles].map((name) => ({ name, routing_type: 'sign' })),
    subjects: [...new Set([...form.subjects, ...added.flatMap(({ subject }) => subject ?? [])])],
    questions: form.questions,
    fields: [...own, ...added],
  };
}

/** Whether two boxes overlap in most of the smaller one. */
function covers(one: EnvelopeField, other: EnvelopeField): boolean {
  if (one.document !== other.document || one.page !== other.page) return false;
  const [a, b] = [one.rect, other.rect];
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 && w * h > 0.5 * Math.min(a.w * a.h, b.w * b.h);
}

function checkPlace(field: PlacedField, pages: readonly number[], path: string): void {
  const refuse = (message: string): never => {
    throw new Refusal('invalid_request', `${path}.${message}.`);
  };
  const count = pages[field.document - 1];
  if (count === undefined) return refuse(`document must be 1 to ${pages.length}`);
  if (field.page > count) refuse(`page must be 1 to ${count}, the pages of document ${field.document}`);
  const key = field.data_key === null ? null : dataKeyProblem(field.data_key, checkedBefore);
  if (key !== null) refuse(`data_key ${key}`);
  if (field.type === 'dropdown' && (field.options ?? []).length === 0) refuse('options must list the choices');
}
