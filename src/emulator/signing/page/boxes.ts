import { ownBoxes, signatureBoxes, type AnswerProblem } from '../../domain/answers.js';
import { boxesOf, nameOf, type FormQuestion } from '../../../domain/rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from '../../domain/envelope-form.js';
import type { WireValue } from '../../../domain/rules/values-fit.js';

/** An entry for a signer: a field, several fields of one address, a question, or their signature. */
export type Entry = FilledEntry | SigningEntry;

export type FilledEntry =
  | {
      readonly kind: 'box';
      readonly name: string;
      readonly field: EnvelopeField;
      readonly fields: readonly EnvelopeField[];
    }
  | {
      readonly kind: 'question';
      readonly name: string;
      readonly question: FormQuestion;
      readonly fields: readonly EnvelopeField[];
    };

/** The signature and the initials are given once for all of their fields. */
export interface SigningEntry {
  readonly kind: 'signature' | 'initials';
  readonly name: 'signature' | 'initials';
  readonly fields: readonly EnvelopeField[];
  /** Default initials from the signature. */
  readonly implied: boolean;
}

/**
 * The entries of a role in field order; fields with the same address are one entry. Dropdowns of one address offer
 * their common options; one without common options is a separate entry.
 */
export function entriesOf(form: EnvelopeForm, role: string): readonly FilledEntry[] {
  const entries = new Map<string, FilledEntry>();
  for (const field of ownBoxes(form, role)) {
    const question = form.questions.find(({ id }) => id === field.question_id);
    if (question !== undefined) {
      const name = `question-${question.id}`;
      entries.set(name, { kind: 'question', name, question, fields: boxesOf(form, question.id) });
      continue;
    }
    const shared = field.data_key === null ? field.id : JSON.stringify([field.type, field.subject, field.data_key]);
    const known = entries.get(shared);
    const options = known?.kind === 'box' ? inCommon(known.field, field) : field.options;
    const address = options?.length === 0 ? field.id : shared;
    const earlier = entries.get(address);
    const fields = earlier?.kind === 'box' ? [...earlier.fields, field] : [field];
    const first = fields.find(({ required }) => required) ?? field;
    const name = earlier?.name ?? `field-${field.id}`;
    const asked = earlier === undefined ? first : { ...first, options };
    entries.set(address, { kind: 'box', name, field: asked, fields });
  }
  return [...entries.values()];
}

const inCommon = (one: EnvelopeField, other: EnvelopeField): EnvelopeField['options'] =>
  one.options?.filter((option) => other.options?.includes(option)) ?? other.options;

/** The signature and the initials of a role's fields. */
export const signingEntries = (form: EnvelopeForm, role: string): readonly SigningEntry[] =>
  (['signature', 'initials'] as const).flatMap((kind) => {
    const fields = signatureBoxes(form, role).filter(({ type }) => type === kind);
    const implied = kind === 'initials' && signatureBoxes(form, role).some(({ type }) => type === 'signature');
    return fields.length === 0 ? [] : [{ kind, name: kind, fields, implied }];
  });

/** The values of a submitted form, by field ID; a missing field was left empty or unticked. */
export function readEntries(
  entries: readonly FilledEntry[],
  sent: URLSearchParams,
  isLocked: (field: EnvelopeField) => boolean,
): ReadonlyMap<string, WireValue> {
  const values = new Map<string, WireValue>();
  for (const entry of entries) {
    const given = sent.getAll(entry.name);
    for (const field of entry.fields.filter((each) => !isLocked(each))) {
      if (entry.kind === 'question') values.set(field.id, given.includes(field.id));
      else if (field.type === 'tickbox') values.set(field.id, given.length > 0);
      else values.set(field.id, (given[0] ?? '').replaceAll('\r\n', '\n'));
    }
  }
  return values;
}

/** The name of an entry for a person. */
export function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'box':
      return boxName(entry.field);
    case 'question':
      return entry.question.label ?? 'Please choose';
    case 'signature':
      return 'Your signature';
    case 'initials':
      return 'Your initials';
  }
}

/** The name of a field for a person: an unnamed one by its position. */
export function boxName(field: EnvelopeField): string {
  if (field.label !== null || field.data_key !== null) return nameOf(field);
  const kind = field.type === 'tickbox' ? 'Tickbox' : field.type === 'date' ? 'Date' : 'Box';
  return `${kind} on page ${field.page}`;
}

/** Whether an entry is required. */
export function isRequired(entry: Entry): boolean {
  if (entry.kind === 'question') return entry.question.min_selected > 0;
  if (entry.kind !== 'box' && entry.implied) return false;
  return entry.fields.some(({ required }) => required);
}

/** The problems of an entry, each once, however many fields it has. */
export function problemsOf(entry: Entry, problems: readonly AnswerProblem[]): readonly string[] {
  const own = problems.filter(({ field_id: id }) => entry.fields.some((field) => field.id === id));
  if (own.length > 0 && (entry.kind === 'signature' || entry.kind === 'initials')) {
    return entry.implied ? [] : [`${labelOf(entry)} ${entry.kind === 'initials' ? 'are' : 'is'} required`];
  }
  const worded = own.map(({ field_id: id, message }) => {
    const field = entry.fields.find((each) => each.id === id);
    const name = field === undefined ? '' : nameOf(field);
    return field !== undefined && message.startsWith(`${name} `)
      ? boxName(field) + message.slice(name.length)
      : message;
  });
  return [...new Set(worded)];
}
