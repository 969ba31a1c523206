import { ownBoxes, signatureBoxes, type AnswerProblem } from '../../domain/answers.js';
import { boxesOf, nameOf, type FormQuestion } from '../../../rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from '../../domain/envelope-form.js';
import type { WireValue } from '../../../rules/values-fit.js';

/** What a signer sees as one thing to fill in: a box, several boxes of one address, a question, or their signature. */
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

/** The signature and the initials are each given once, for all of their boxes. */
export interface SigningEntry {
  readonly kind: 'signature' | 'initials';
  readonly name: 'signature' | 'initials';
  readonly fields: readonly EnvelopeField[];
  /** Initials that follow from the signature unless others are given. */
  readonly implied: boolean;
}

/**
 * The entries of a role in the order of its boxes; boxes that share an address are asked for once. Dropdowns of one
 * address offer what all of them take; one that has no option in common with those before it is asked for by itself.
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

/** The signature and the initials that a role's boxes ask for. */
export const signingEntries = (form: EnvelopeForm, role: string): readonly SigningEntry[] =>
  (['signature', 'initials'] as const).flatMap((kind) => {
    const fields = signatureBoxes(form, role).filter(({ type }) => type === kind);
    const implied = kind === 'initials' && signatureBoxes(form, role).some(({ type }) => type === 'signature');
    return fields.length === 0 ? [] : [{ kind, name: kind, fields, implied }];
  });

/** What a submitted form says, by field id; a box that the browser left out was left empty or unticked. */
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

/** What a person calls an entry. */
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

/** What a person calls a box: one without a name by its place, and not by the word that the service has for it. */
export function boxName(field: EnvelopeField): string {
  if (field.label !== null || field.data_key !== null) return nameOf(field);
  const kind = field.type === 'tickbox' ? 'Checkbox' : field.type === 'date' ? 'Date' : 'Box';
  return `${kind} on page ${field.page}`;
}

/** Whether an entry has to be answered. */
export function isRequired(entry: Entry): boolean {
  if (entry.kind === 'question') return entry.question.min_selected > 0;
  if (entry.kind !== 'box' && entry.implied) return false;
  return entry.fields.some(({ required }) => required);
}

/** What is wrong with an entry, each thing once; a signature has one problem however many boxes it is missing from. */
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
