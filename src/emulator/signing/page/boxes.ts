import { ownBoxes, signatureBoxes } from '../../domain/answers.js';
import { boxesOf, nameOf, type EnvelopeForm, type FormField, type FormQuestion } from '../../domain/envelope-form.js';
import type { WireValue } from '../../domain/values-fit.js';

/** What a signer sees as one thing to fill in: a box, several boxes of one address, or a question. */
export type Entry =
  | { readonly kind: 'box'; readonly name: string; readonly field: FormField; readonly fields: readonly FormField[] }
  | {
      readonly kind: 'question';
      readonly name: string;
      readonly question: FormQuestion;
      readonly boxes: readonly FormField[];
    };

/** The entries of a role in the order of its boxes; boxes that share an address are asked for once. */
export function entriesOf(form: EnvelopeForm, role: string): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const field of ownBoxes(form, role)) {
    const question = form.questions.find(({ id }) => id === field.question_id);
    if (question !== undefined) {
      const name = `question-${question.id}`;
      entries.set(name, { kind: 'question', name, question, boxes: boxesOf(form, question.id) });
      continue;
    }
    const address = field.data_key === null ? field.id : JSON.stringify([field.type, field.subject, field.data_key]);
    const earlier = entries.get(address);
    const fields = earlier?.kind === 'box' ? [...earlier.fields, field] : [field];
    const first = fields.find(({ required }) => required) ?? field;
    const name = earlier?.name ?? `field-${field.id}`;
    entries.set(address, { kind: 'box', name, field: first, fields });
  }
  return [...entries.values()];
}

/** Whether the signer types a signature, and whether they have to. */
export function signatureOf(form: EnvelopeForm, role: string): 'none' | 'optional' | 'required' {
  const boxes = signatureBoxes(form, role);
  if (boxes.length === 0) return 'none';
  return boxes.some(({ required }) => required) ? 'required' : 'optional';
}

/** What a submitted form says, by field id; a box that the browser left out was left empty or unticked. */
export function readEntries(
  entries: readonly Entry[],
  sent: URLSearchParams,
  isLocked: (field: FormField) => boolean,
): ReadonlyMap<string, WireValue> {
  const values = new Map<string, WireValue>();
  for (const entry of entries) {
    const given = sent.getAll(entry.name);
    const fields = entry.kind === 'box' ? entry.fields : entry.boxes;
    for (const field of fields.filter((each) => !isLocked(each))) {
      if (entry.kind === 'question') values.set(field.id, given.includes(field.id));
      else if (field.type === 'tickbox') values.set(field.id, given.length > 0);
      else values.set(field.id, (given[0] ?? '').replaceAll('\r\n', '\n'));
    }
  }
  return values;
}

export const labelOf = (entry: Entry): string =>
  entry.kind === 'box' ? nameOf(entry.field) : (entry.question.label ?? 'Please choose');
