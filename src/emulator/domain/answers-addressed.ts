import { unwritableTypes } from '../../contract/resources/template.js';
import { fieldsAt } from '../../domain/rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import { suggestion } from '../../core/platform/nearest.js';
import { Refusal } from './refusal.js';
import { takesOf } from '../../domain/rules/addresses.js';
import { readCell } from '../../domain/rules/cell.js';
import type { WireValue } from '../../domain/rules/values-fit.js';

/** The given values of a signer, by field ID or by an address of their own fields. */
export interface AddressedValue {
  readonly subject: string | null;
  readonly key?: string | undefined;
  readonly field_id?: string | undefined;
  readonly value: WireValue;
}

/** The values by field ID. Throws the errors of a creation's values for those that match no field of the signer. */
export function submissionOf(
  form: EnvelopeForm,
  role: string,
  values: readonly AddressedValue[],
): ReadonlyMap<string, WireValue> {
  const found = new Map<string, WireValue>();
  values.forEach((value, index) => {
    const boxes = boxesFor(form, role, value, `values[${index}]`);
    const read = readCell(value.value, takesOf(boxes, form));
    // One box stands for its whole question: the option names say which of them are ticked.
    const isByName = boxes[0]?.question_id != null && typeof read !== 'boolean';
    for (const field of isByName ? boxes.slice(0, 1) : boxes) found.set(field.id, read);
  });
  return found;
}

function boxesFor(form: EnvelopeForm, role: string, value: AddressedValue, path: string): readonly EnvelopeField[] {
  const boxes = named(form, value, path).filter((field) => field.role === role);
  if (boxes.length === 0)
    throw new Refusal('value_address_unknown', `${path} does not match a field that ${role} fills in.`);
  const writable = boxes.filter(({ type }) => !unwritableTypes.includes(type));
  if (writable.length === 0)
    throw new Refusal('value_not_writable', `${path} matches only fields that are filled in by signing.`);
  return writable;
}

function named(
  form: EnvelopeForm,
  { subject, key, field_id: id }: AddressedValue,
  path: string,
): readonly EnvelopeField[] {
  if ((key === undefined) === (id === undefined)) {
    throw new Refusal('invalid_request', `${path} must have either key or field_id.`);
  }
  if (id !== undefined) return form.fields.filter((field) => field.id === id);
  const boxes = fieldsAt(form, subject, key ?? '');
  if (boxes.length > 0) return boxes;
  const keys = [...new Set(form.fields.flatMap((field) => field.data_key ?? []))];
  throw new Refusal(
    'value_address_unknown',
    `${path}.key "${key}" does not match a field.${suggestion(key ?? '', keys)}`,
  );
}
