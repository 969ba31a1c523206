import { isObject } from '../platform/json.js';
import type { ValueRequest } from '../contract/operations/envelopes.js';
import { fieldsAt, type Form } from '../rules/template-form.js';

/** A cell of CSV is text; a tickbox that stands alone takes true or false, so there the words are read as such. */
export function typedCells(row: Readonly<Record<string, unknown>>, form: Form): Readonly<Record<string, unknown>> {
  const { values } = row;
  if (!Array.isArray(values)) return row;
  return {
    ...row,
    values: (values as readonly unknown[]).map((value) => (isValue(value) ? typed(value, form) : value)),
  };
}

function typed(value: ValueRequest, form: Form): ValueRequest {
  if (value.value !== 'true' && value.value !== 'false') return value;
  const fields = fieldsAt(form, value.subject ?? null, value.key);
  const ticks = fields.length > 0 && fields.every(({ type, question_id: id }) => type === 'tickbox' && id === null);
  return ticks ? { ...value, value: value.value === 'true' } : value;
}

const isValue = (value: unknown): value is ValueRequest => isObject(value) && typeof value['key'] === 'string';
