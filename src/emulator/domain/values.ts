import type { FilledBodyOf } from '../../contract/operations.js';
import { unlockableTypes, unwritableTypes } from '../../contract/resources/template.js';
import { boxesOf, fieldsAt, nameOf, type EnvelopeForm, type FormField } from './envelope-form.js';
import type { Answer, Answers } from './envelope.js';
import { suggestion } from './nearest-name.js';
import { Refusal } from './refusal.js';
import { fit, isEmpty } from './values-fit.js';
import { choose, countTicked, optionsOf } from './values-question.js';

export type ValueRequest = FilledBodyOf<'createEnvelope'>['values'][number];

/** A value with the boxes at its address that a caller may fill, and its path in the request. */
interface Addressed {
  readonly request: ValueRequest;
  readonly path: string;
  readonly fields: readonly FormField[];
}

/**
 * The answers that an envelope starts with. Refuses, in this order over all values: an address named twice, an
 * undeclared subject, an address without a field, fields nobody may fill, a lock on a title or company, a value of the
 * wrong kind, a lock without an answer, a locked answer that the field rejects, a question answered too often (Errors,
 * `value_*`, `locked_answer_*`). An unlocked answer that a field would reject is kept for the signer to correct.
 * `path` is what stands before `values`.
 */
export function startingAnswers(requests: readonly ValueRequest[], form: EnvelopeForm, path = ''): Answers {
  refuseRepeated(requests, path);
  refuseUnknownSubject(requests, form, path);
  const addressed = addressAll(requests, form, path);
  for (const value of addressed) refuseUnlockable(value);
  for (const value of addressed) refuseShape(value);
  const answers = Object.assign({}, ...addressed.map(answersOf)) as Record<string, Answer>;
  for (const value of addressed) refuseLockedMissing(value, form, answers);
  for (const value of addressed) refuseLockedUnusable(value);
  refuseTooMany(addressed, form, answers);
  return answers;
}

function refuseRepeated(requests: readonly ValueRequest[], path: string): void {
  const first = new Map<string, number>();
  requests.forEach(({ subject, key }, index) => {
    const address = JSON.stringify([subject, key]);
    const earlier = first.get(address);
    if (earlier !== undefined) {
      throw new Refusal('invalid_request', `${path}values[${index}] names the same address as values[${earlier}].`);
    }
    first.set(address, index);
  });
}

function refuseUnknownSubject(requests: readonly ValueRequest[], form: EnvelopeForm, path: string): void {
  requests.forEach(({ subject }, index) => {
    if (subject === null || form.subjects.includes(subject)) return;
    const hint = suggestion(subject, form.subjects);
    throw new Refusal(
      'value_subject_unknown',
      `${path}values[${index}].subject "${subject}" is not declared on the template.${hint}`,
    );
  });
}

function addressAll(requests: readonly ValueRequest[], form: EnvelopeForm, path: string): readonly Addressed[] {
  const found = requests.map((request, index) => {
    const fields = fieldsAt(form, request.subject, request.key);
    if (fields.length === 0) throw unknownAddress(request, form, `${path}values[${index}]`);
    return { request, path: `${path}values[${index}]`, fields };
  });
  return found.map((value) => {
    const writable = value.fields.filter(({ type }) => !unwritableTypes.includes(type));
    if (writable.length > 0) return { ...value, fields: writable };
    const types = [...new Set(value.fields.map(({ type }) => type))].join(', ');
    throw new Refusal(
      'value_not_writable',
      `${value.path}.key "${value.request.key}" names only fields that a caller may not fill (${types}).`,
    );
  });
}

function unknownAddress({ subject, key }: ValueRequest, form: EnvelopeForm, path: string): Refusal {
  const whose = subject === null ? 'without a subject' : `of the subject "${subject}"`;
  const known = form.fields.flatMap((field) =>
    field.data_key === null || field.subject !== subject ? [] : field.data_key,
  );
  const elsewhere = form.fields.find((field) => field.data_key === key);
  const hint =
    elsewhere === undefined
      ? suggestion(key, [...new Set(known)])
      : ` ${elsewhere.subject === null ? 'It has no subject' : `Its subject is "${elsewhere.subject}"`}.`;
  return new Refusal('value_address_unknown', `${path}.key "${key}" ${whose} names no field of the template.${hint}`);
}

function refuseUnlockable({ request, path, fields }: Addressed): void {
  const barred = fields.find(({ type }) => unlockableTypes.includes(type));
  if (!request.locked || barred === undefined) return;
  throw new Refusal('value_not_lockable', `${path}.locked: the answer to a ${barred.type} field cannot be locked.`);
}

function refuseShape({ request, path, fields }: Addressed): void {
  for (const field of fields) {
    if (field.question_id !== null) continue;
    const result = fit(field, request.value);
    if (result.kind !== 'shape') continue;
    throw new Refusal(
      'invalid_request',
      `${path}.value ${result.message}: "${nameOf(field)}" is a ${field.type} field.`,
    );
  }
}

function answersOf({ request, fields }: Addressed): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  const { ticked } = choose(inQuestions(fields), request.value);
  for (const field of fields) {
    const value = field.question_id === null ? plainAnswer(field, request) : ticked.includes(field.id);
    if (request.locked || !isEmpty(value)) answers[field.id] = { value, locked: request.locked };
  }
  return answers;
}

function plainAnswer(field: FormField, { value }: ValueRequest): string | boolean {
  const result = fit(field, value);
  if (result.kind === 'answer') return result.value;
  return typeof value === 'string' ? value : '';
}

function refuseLockedMissing({ request, path, fields }: Addressed, form: EnvelopeForm, answers: Answers): void {
  if (!request.locked) return;
  for (const field of fields) {
    if (field.question_id === null && field.required && isEmpty(request.value)) {
      throw new Refusal(
        'locked_answer_missing',
        `${path}.value is locked and empty, and "${nameOf(field)}" is required.`,
      );
    }
  }
  for (const question of questionsAt(fields, form)) {
    if (countTicked(form, question, answers).possible >= question.min_selected || hasUnknown(fields, request)) continue;
    throw new Refusal(
      'locked_answer_missing',
      `${path}.value is locked with too few answers: the question takes at least ${question.min_selected}.`,
    );
  }
}

function refuseLockedUnusable({ request, path, fields }: Addressed): void {
  if (!request.locked) return;
  for (const field of fields) {
    if (field.question_id !== null) continue;
    const result = fit(field, request.value);
    if (result.kind === 'answer') continue;
    throw new Refusal('locked_answer_unusable', `${path}.value ${result.message} ("${nameOf(field)}").`);
  }
  const boxes = inQuestions(fields);
  const unknown = choose(boxes, request.value).unknown[0];
  if (boxes.length === 0 || unknown === undefined) return;
  const hint = suggestion(unknown, optionsOf(boxes));
  throw new Refusal('locked_answer_unusable', `${path}.value "${unknown}" is no option of the question.${hint}`);
}

/** Locked or not: the question has no room for so many answers (Errors, locked_answer_unusable). */
function refuseTooMany(values: readonly Addressed[], form: EnvelopeForm, answers: Answers): void {
  for (const { path, fields } of values) {
    for (const question of questionsAt(fields, form)) {
      if (countTicked(form, question, answers).ticked <= question.max_selected) continue;
      throw new Refusal(
        'locked_answer_unusable',
        `${path}.value answers the question more often than its maximum of ${question.max_selected}.`,
      );
    }
  }
}

const inQuestions = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ question_id: id }) => id !== null);

const hasUnknown = (fields: readonly FormField[], { value }: ValueRequest): boolean =>
  choose(inQuestions(fields), value).unknown.length > 0;

const questionsAt = (fields: readonly FormField[], form: EnvelopeForm) =>
  form.questions.filter(({ id }) => boxesOf(form, id).some((box) => fields.some((field) => field.id === box.id)));
