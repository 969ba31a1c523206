import { unwritableTypes } from '../../contract/resources/template.js';
import type { Part } from '../../document/render-job.js';
import { boxesByQuestion, boxesOf, fieldsOf, nameOf } from '../../domain/rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import { type Answer, type Answers, choose, countTicked, optionsOf } from '../../domain/rules/values.js';
import { fit, isEmpty, type WireValue } from '../../domain/rules/values-fit.js';
import { initialsOf } from './initials.js';

/** A signer's input: a value for each changed field, and the text of their signature. */
export interface Submission {
  /** By field ID. For a question: by the ID of one of its boxes, an option's name, several, or true and false. */
  readonly values: ReadonlyMap<string, WireValue>;
  readonly signature: string | null;
  /** Default: derived from the signature. */
  readonly initials?: string;
}

export interface AnswerProblem {
  readonly field_id: string;
  /** Starts with the name of the field. */
  readonly message: string;
}

/**
 * The fields that a signer fills in: those of their role, except signatures, dates and names that are filled in by
 * signing.
 */
export const ownBoxes = (form: EnvelopeForm, role: string): readonly EnvelopeField[] =>
  fieldsOf(form, role).filter(({ type }) => !unwritableTypes.includes(type));

export const signatureBoxes = (form: EnvelopeForm, role: string): readonly EnvelopeField[] =>
  fieldsOf(form, role).filter(({ type }) => type === 'signature' || type === 'initials');

/** What the form has for a role to do. */
export function partOf(form: EnvelopeForm, role: string): Part {
  if (signatureBoxes(form, role).length > 0) return 'signs';
  return ownBoxes(form, role).length > 0 ? 'fills_in' : 'agrees';
}

/**
 * The envelope's answers with a signer's input. Locked answers stay: another value is a problem. Returns every problem;
 * without any, the answers are ready to be signed.
 */
export function submitted(
  form: EnvelopeForm,
  role: string,
  before: Answers,
  { values, signature, initials }: Submission,
): { readonly answers: Answers; readonly problems: readonly AnswerProblem[] } {
  const answers: Record<string, Answer> = { ...before };
  const problems: AnswerProblem[] = [];
  const object = (field: EnvelopeField, message: string): void => {
    problems.push({ field_id: field.id, message: `${nameOf(field)} ${message}` });
  };
  for (const field of ownBoxes(form, role)) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    for (const [box, given] of spread(form, field, value, object)) {
      const earlier = answers[box.id];
      if (earlier?.locked !== true) answers[box.id] = { value: given, locked: false };
      else if (earlier.value !== given) object(box, 'is locked by the sender and cannot be changed');
    }
  }
  const name = signature?.trim() ?? '';
  const short = initials?.trim() ?? '';
  for (const field of signatureBoxes(form, role)) {
    const value = field.type === 'signature' ? name : short === '' ? initialsOf(name) : short;
    if (value !== '') answers[field.id] = { value, locked: false };
  }
  return { answers, problems: [...problems, ...unanswered(form, role, answers, problems)] };
}

/** The fields that one submitted value sets. */
function spread(
  form: EnvelopeForm,
  field: EnvelopeField,
  value: WireValue,
  object: (field: EnvelopeField, message: string) => void,
): readonly (readonly [EnvelopeField, string | boolean])[] {
  if (field.question_id === null) {
    const result = fit(field, value);
    if (result.kind === 'answer') return [[field, result.value]];
    object(field, result.message);
    return [];
  }
  if (typeof value === 'boolean' || value === null) return [[field, value === true]];
  const boxes = boxesOf(form, field.question_id);
  const { ticked, unknown } = choose(boxes, value);
  if (unknown.length > 0) object(field, `must be one of ${optionsOf(boxes).join(', ')}`);
  return boxes.map((box) => [box, ticked.includes(box.id)]);
}

function unanswered(
  form: EnvelopeForm,
  role: string,
  answers: Answers,
  found: readonly AnswerProblem[],
): readonly AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const withProblem = new Set(found.map(({ field_id: id }) => id));
  const own = ownBoxes(form, role);
  const ownIds = new Set(own.map(({ id }) => id));
  for (const field of [...own, ...signatureBoxes(form, role)]) {
    if (field.question_id !== null || withProblem.has(field.id)) continue;
    const value = answers[field.id]?.value;
    if (isEmpty(value)) {
      const what = ownIds.has(field.id) ? 'is required' : 'is required: the name that is signed with (signature)';
      if (field.required) problems.push({ field_id: field.id, message: `${nameOf(field)} ${what}` });
    } else if (ownIds.has(field.id)) {
      const result = fit(field, value ?? null);
      if (result.kind !== 'answer')
        problems.push({ field_id: field.id, message: `${nameOf(field)} ${result.message}` });
    }
  }
  return [...problems, ...unansweredQuestions(form, role, answers)];
}

function unansweredQuestions(form: EnvelopeForm, role: string, answers: Answers): readonly AnswerProblem[] {
  const boxesOfQuestion = boxesByQuestion(form);
  return form.questions.flatMap((question) => {
    const boxes = boxesOfQuestion.get(question.id) ?? [];
    const [box] = boxes;
    if (question.role !== role || box === undefined) return [];
    const { ticked } = countTicked(boxes, answers);
    const { min_selected: min, max_selected: max } = question;
    if (ticked >= min && ticked <= max) return [];
    const bounds = min === max ? `exactly ${min}` : `${min} to ${max}`;
    const message = `${question.label ?? nameOf(box)} requires ${bounds} of its answers, but got ${ticked}`;
    return [{ field_id: box.id, message }];
  });
}
