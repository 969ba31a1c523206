import type { FieldType } from '../../contract/resources/template.js';

/**
 * What the rules for values and recipients need to know of a template. The emulator judges requests by it and commands
 * check files by it, so that both refuse the same. `F` is what a caller knows of a field beyond that.
 */
export interface Form<F extends FormField = FormField> {
  /** In routing order. */
  readonly roles: readonly FormRole[];
  /** Keys of the declared subjects. */
  readonly subjects: readonly string[];
  readonly questions: readonly FormQuestion[];
  readonly fields: readonly F[];
}

interface FormRole {
  readonly name: string;
  readonly routing_type: RoutingType;
}

/** A `cc` acts on nothing and holds nobody back (A18). */
export type RoutingType = 'sign' | 'cc';

export interface FormQuestion {
  readonly id: string;
  readonly label: string | null;
  readonly role: string;
  readonly min_selected: number;
  readonly max_selected: number;
}

export interface FormField {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string | null;
  readonly required: boolean;
  readonly role: string;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly question_id: string | null;
  readonly option_value: string | null;
  readonly options: readonly string[] | null;
  /** Whether it takes several lines; null when nobody told, as in the answer of the service. */
  readonly multiline: boolean | null;
}

/** The boxes that a value for this address fills: every one of them (Template, `fields`). */
export const fieldsAt = <F extends FormField>(form: Form<F>, subject: string | null, key: string): readonly F[] =>
  form.fields.filter((field) => field.data_key === key && field.subject === subject);

export const fieldsOf = <F extends FormField>(form: Form<F>, role: string): readonly F[] =>
  form.fields.filter((field) => field.role === role);

export const boxesOf = <F extends FormField>(form: Form<F>, questionId: string): readonly F[] =>
  form.fields.filter((field) => field.question_id === questionId);

/** The boxes of every question by its id: one walk for all of them, where `boxesOf` takes one for each. */
export const boxesByQuestion = <F extends FormField>(form: Form<F>): ReadonlyMap<string, readonly F[]> =>
  grouped(form.fields, ({ question_id: id }) => id);

/** The boxes that values for these addresses fill, found in one walk; `fieldsAt` takes one for each. */
export function addressBook<F extends FormField>(form: Form<F>): (subject: string | null, key: string) => readonly F[] {
  const byKey = grouped(form.fields, ({ data_key: key }) => key);
  return (subject, key) => (byKey.get(key) ?? []).filter((field) => field.subject === subject);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | null): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** What a person calls a box in a message: its label, else its address, else its type. */
export const nameOf = (field: FormField): string => field.label ?? field.data_key ?? field.type.replaceAll('_', ' ');
