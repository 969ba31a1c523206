import { unlockableTypes, unwritableTypes } from '../../contract/resources/template.js';
import { addressBook, nameOf, type Form, type FormField } from './template-form.js';

/** What may be written to an address, told by the fields that have it. */
export type Takes =
  | { readonly kind: 'text' | 'date' | 'tick' }
  | { readonly kind: 'option'; readonly options: readonly string[] }
  /** Some of the answers of a question, at most `max` of them at once; `boxes` of them are at the address. */
  | {
      readonly kind: 'answers';
      readonly options: readonly string[];
      readonly min: number;
      readonly max: number;
      readonly boxes: number;
    }
  /** Fields that no one value fits. */
  | { readonly kind: 'nothing' };

/** An address that values may be written to. */
export interface WritableAddress {
  /** Null is the signer's own. */
  readonly subject: string | null;
  readonly key: string;
  /** What the sender reads beside its first box. */
  readonly label: string;
  /** Who fills it when no value does. */
  readonly role: string;
  /** Somebody has to answer it. */
  readonly required: boolean;
  readonly lockable: boolean;
  readonly takes: Takes;
}

/** The addresses that a caller may write to, in the order of the fields (Field; Errors, `value_not_writable`). */
export function writableAddresses(form: Form): readonly WritableAddress[] {
  const groups = new Map<string, FormField[]>();
  for (const field of form.fields) {
    if (field.data_key === null || unwritableTypes.includes(field.type)) continue;
    const address = JSON.stringify([field.subject, field.data_key]);
    groups.set(address, [...(groups.get(address) ?? []), field]);
  }
  return [...groups.values()].flatMap((fields) => {
    const [first] = fields;
    return first?.data_key == null ? [] : [addressOf(first, first.data_key, fields, form)];
  });
}

function addressOf(first: FormField, key: string, fields: readonly FormField[], form: Form): WritableAddress {
  const question = form.questions.find(({ id }) => id === first.question_id);
  return {
    subject: first.subject,
    key,
    label: question?.label ?? nameOf(first),
    role: first.role,
    required: question === undefined ? fields.some(({ required }) => required) : question.min_selected > 0,
    lockable: !fields.some(({ type }) => unlockableTypes.includes(type)),
    takes: takesOf(fields, form),
  };
}

/** What may be written to an address; null where a caller may write nothing. */
export function takesAt(form: Form): (subject: string | null, key: string) => Takes | null {
  const fieldsAt = addressBook(form);
  return (subject, key) => {
    const fields = fieldsAt(subject, key).filter(({ type }) => !unwritableTypes.includes(type));
    return fields.length === 0 ? null : takesOf(fields, form);
  };
}

/** What fits all of these fields, of which there is at least one. */
export function takesOf(fields: readonly FormField[], form: Form): Takes {
  return fields.map((field) => takenByOne(field, fields, form)).reduce(both);
}

function takenByOne(field: FormField, fields: readonly FormField[], form: Form): Takes {
  const question = form.questions.find(({ id }) => id === field.question_id);
  if (question !== undefined) {
    const boxes = fields.filter(({ question_id: id }) => id === question.id);
    const options = boxes.flatMap(({ option_value: option }) => option ?? []);
    const { min_selected: min, max_selected: max } = question;
    return { kind: 'answers', options, min, max, boxes: boxes.length };
  }
  if (field.type === 'tickbox') return { kind: 'tick' };
  if (field.type === 'dropdown') return { kind: 'option', options: field.options ?? [] };
  return { kind: field.type === 'date' ? 'date' : 'text' };
}

/** What fits two fields at once: the narrower of two kinds of text, and nothing for what has no value in common. */
function both(one: Takes, other: Takes): Takes {
  if (one.kind === 'text' && (other.kind === 'date' || other.kind === 'option')) return other;
  if (other.kind === 'text' && (one.kind === 'date' || one.kind === 'option')) return one;
  if (one.kind === 'option' && other.kind === 'option') {
    return { kind: 'option', options: one.options.filter((option) => other.options.includes(option)) };
  }
  return one.kind === other.kind ? one : { kind: 'nothing' };
}
