import { unwritableTypes } from '../../contract/resources/template.js';
import type { Answer } from '../../domain/rules/answers.js';
import type { FieldList } from '../domain/template-from-fields.js';

/** A value of a field, by its address. */
export interface AddressedAnswer {
  readonly subject: string | null;
  readonly key: string;
  readonly value: string | boolean | readonly string[];
}

/** A typed text. */
export const isTyped = (value: string | boolean | undefined): value is string =>
  typeof value === 'string' && value !== '';

/** One value for each address that has an answer; `given` has the answer of each field, or null. */
export function valuesOf(
  { fields }: FieldList,
  given: readonly (Answer | null)[],
): readonly (AddressedAnswer & { readonly locked: boolean })[] {
  const found = new Map<string, AddressedAnswer & { readonly locked: boolean }>();
  fields.forEach(({ type, subject, data_key: key, question, option_value: option }, at) => {
    const answer = given[at] ?? null;
    if (answer === null || key === null || unwritableTypes.includes(type)) return;
    const { value, locked } = answer;
    if (value === false || value === '') return;
    const address = JSON.stringify([subject, key]);
    const before = found.get(address)?.value;
    if (question === null || option === null) {
      if (before === undefined) found.set(address, { subject, key, value, locked });
      return;
    }
    found.set(address, { subject, key, value: [...(Array.isArray(before) ? before : []), option], locked });
  });
  return [...found.values()];
}
