import { boxesOf, nameOf, type FormQuestion } from '../../rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import type { Answers } from '../../rules/answers.js';
import { ownBoxes } from './answers.js';
import { fit, isEmpty, type WireValue } from '../../rules/values-fit.js';
import type { Recipient } from './envelope.js';
import { samplePerson, type SamplePerson } from './sample-person.js';
import { sampleDay, sampleTexts } from './sample-text.js';
import { countTicked } from '../../rules/values-question.js';

/** Who signs, and for whom else the form asks. */
export interface SampleScene {
  readonly signer: SampleSigner;
  /** Everybody of the envelope. */
  readonly recipients: readonly SampleSigner[];
  /** A date such as `2026-12-01`. */
  readonly today: string;
}

type SampleSigner = Pick<Recipient, 'role' | 'name' | 'email'>;

/**
 * Sample values for required fields that are empty or invalid; `given` values stay. They look real, belong to nobody,
 * and are the same for the same people and fields.
 */
export function sampleValues(
  form: EnvelopeForm,
  before: Answers,
  given: ReadonlyMap<string, WireValue>,
  scene: SampleScene,
): ReadonlyMap<string, WireValue> {
  const values = new Map(given);
  const { role } = scene.signer;
  for (const field of ownBoxes(form, role)) {
    if (field.question_id !== null || values.has(field.id) || before[field.id]?.locked === true) continue;
    const value = before[field.id]?.value;
    const usable = isEmpty(value) ? !field.required : fit(field, value ?? null).kind === 'answer';
    if (!usable) values.set(field.id, sampleOf(field, scene));
  }
  for (const question of form.questions) {
    if (question.role === role) tickEnough(form, question, before, values);
  }
  return values;
}

function sampleOf(field: EnvelopeField, scene: SampleScene): WireValue {
  const words = wordsOf(field);
  const person = personOf(words, field, scene);
  switch (field.type) {
    case 'tickbox':
      return true;
    case 'date':
      return sampleDay({ words, person, today: scene.today });
    case 'dropdown':
      return field.options?.[0] ?? '';
    case 'signer_title':
      return person.jobTitle;
    case 'signer_company':
      return person.company.name;
    default:
      return (
        fitting(field, sampleTexts({ words, person, today: scene.today })) ??
        `Sample ${drawable(nameOf(field))}`.slice(0, 40).trimEnd()
      );
  }
}

/** What the form says of a field, in lower case: its label, and its key as words. */
const wordsOf = ({ label, data_key: key }: EnvelopeField): string =>
  `${label ?? ''} ${(key ?? '').replace(/[._]/g, ' ')}`.trim().toLowerCase();

/** Who else a form asks about; the property is one too, since its address is not that of the signer. */
const othersAsked =
  /witness|spouse|next of kin|emergency|guarantor|surety|employer|referee|\bagent\b|trustee|\bproperty\b|\bpremises\b|getuie|\bborg\b/;
const parties = /landlord|lessor|tenant|lessee|seller|buyer|purchaser|lender|borrower|employee|verhuurder|huurder/;

/**
 * The person a field asks about: the signer, a recipient whose role is its subject or stands in its words, or one that
 * is invented, for each signer another.
 */
function personOf(words: string, { subject }: EnvelopeField, { signer, recipients }: SampleScene): SamplePerson {
  const own = signer.role.toLowerCase();
  const asked = (subject ?? '').replaceAll('_', ' ');
  const others = recipients.filter(({ role }) => role !== signer.role);
  const named =
    asked === own
      ? undefined
      : others.find(({ role }) => role.toLowerCase() === asked || words.includes(role.toLowerCase()));
  if (named !== undefined && !words.includes(own)) return personAs(named);
  // A role that is a party itself may be called otherwise in the label.
  const [other] = othersAsked.exec(words) ?? (parties.test(own) ? [] : parties.exec(words)) ?? [];
  return other === undefined || own.includes(other) ? personAs(signer) : samplePerson(`${signer.email} ${other}`);
}

function personAs({ name, email }: SampleSigner): SamplePerson {
  const [firstName = '', ...rest] = drawable(name).split(' ');
  return { ...samplePerson(email.toLowerCase()), firstName, lastName: rest.join(' '), email };
}

/** A label or a name may contain characters that the sealer cannot draw. */
const drawable = (text: string): string => text.replace(/[^\x20-\x7e\u00a0-\u00ff]+/g, ' ').trim();

/** Width of a page over that of a letter, at the size in which answers are usually drawn. */
const lettersInAPage = 110;

/** The first text that has room, else the last; undefined without one. A comb has a cell for each letter. */
function fitting({ rect, cells, multiline }: EnvelopeField, texts: readonly string[]): string | undefined {
  if (cells) {
    const dense = texts.map((text) => (text.length > cells.length ? text.replaceAll(' ', '') : text));
    return (dense.find((text) => text.length <= cells.length) ?? dense.at(-1))?.slice(0, cells.length);
  }
  const room = multiline ? Infinity : rect.w * lettersInAPage;
  return texts.find((text) => text.length <= room) ?? texts.at(-1);
}

function tickEnough(form: EnvelopeForm, question: FormQuestion, before: Answers, values: Map<string, WireValue>): void {
  const boxes = boxesOf(form, question.id);
  if (boxes.some(({ id }) => values.has(id))) return;
  let missing = question.min_selected - countTicked(boxes, before).ticked;
  for (const box of boxes) {
    const answer = before[box.id];
    if (missing <= 0) return;
    if (answer?.locked === true || answer?.value === true) continue;
    values.set(box.id, true);
    missing -= 1;
  }
}
