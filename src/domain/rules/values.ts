import type { FilledBodyOf } from '../../contract/operations.js';
import { unlockableTypes, unwritableTypes } from '../../contract/resources/template.js';
import { addressBook, boxesByQuestion, type Form, type FormField, type FormQuestion, nameOf } from './template-form.js';
import { suggestion } from '../../core/platform/nearest.js';
import type { FormProblem } from './problem.js';
import { fit, isEmpty, type WireValue } from './values-fit.js';

export type ValueRequest = FilledBodyOf<'createEnvelope'>['values'][number];

/** What values come to: the answers they start an envelope with, and every reason to refuse them. */
export interface CheckedValues {
  /** Mean something only when there is no problem. */
  readonly answers: Answers;
  /** In the order in which the service comes upon them: it refuses with the first. */
  readonly problems: readonly FormProblem[];
}

/** A value with the boxes at its address that a caller may fill, and its path in the request. */
interface Addressed {
  readonly request: ValueRequest;
  readonly path: string;
  readonly fields: readonly FormField[];
}

/**
 * Judges the values of a creation, in this order over all of them: an address named twice, an undeclared subject, an
 * address without a field, fields nobody may fill, a lock on a title or company, a value of the wrong kind, a lock
 * without an answer, a locked answer that the field rejects, a question answered too often (Errors, `value_*`,
 * `locked_answer_*`). An unlocked answer that a field would reject is kept for the signer to correct. A null stands for
 * a value that is malformed and already reported; `path` is the path before `values`.
 */
export function checkValues(requests: readonly (ValueRequest | null)[], form: Form, path = ''): CheckedValues {
  if (requests.length === 0) return { answers: {}, problems: [] };
  const fieldsAt = addressBook(form);
  const questions = questionsOf(form);
  const subjects = new Set(form.subjects);
  const given = requests.flatMap((request, index) => {
    if (request === null) return [];
    return [{ request, path: `${path}values[${index}]`, fields: fieldsAt(request.subject, request.key) }];
  });
  const isDeclared = ({ request: { subject } }: Addressed): boolean => subject === null || subjects.has(subject);
  const declared = given.filter(isDeclared);
  const found = declared.filter(({ fields }) => fields.length > 0);
  const addressed = found
    .map((value) => ({ ...value, fields: value.fields.filter(({ type }) => !unwritableTypes.includes(type)) }))
    .filter(({ fields }) => fields.length > 0);
  const shapes = new Map(addressed.map((value) => [value, wrongShape(value)]));
  const shaped = addressed.filter((value) => shapes.get(value)?.length === 0);
  const answers = Object.assign({}, ...shaped.map(answersOf)) as Record<string, Answer>;
  const problems = [
    ...repeated(given),
    ...given.filter((value) => !isDeclared(value)).map((value) => unknownSubject(value, form)),
    ...declared.filter(({ fields }) => fields.length === 0).map((value) => unknownAddress(value, form)),
    ...found.flatMap(notWritable),
    ...addressed.flatMap(notLockable),
    ...[...shapes.values()].flat(),
    ...shaped.flatMap((value) => lockedMissing(value, questions, answers)),
    ...shaped.flatMap(lockedUnusable),
    ...shaped.flatMap((value) => tooMany(value, questions, answers)),
  ];
  return { answers, problems };
}

function repeated(values: readonly Addressed[]): readonly FormProblem[] {
  const first = new Map<string, string>();
  return values.flatMap(({ request: { subject, key }, path }) => {
    const address = JSON.stringify([subject, key]);
    const earlier = first.get(address);
    first.set(address, earlier ?? path);
    if (earlier === undefined) return [];
    const place = earlier.slice(earlier.lastIndexOf('values['));
    return [{ code: 'invalid_request', path, says: `names the same address as ${place}.` }];
  });
}

function unknownSubject({ request: { subject }, path }: Addressed, form: Form): FormProblem {
  const hint = suggestion(subject ?? '', form.subjects);
  const says = `"${subject}" is not declared on the template.${hint}`;
  return { code: 'value_subject_unknown', path: `${path}.subject`, says };
}

function unknownAddress({ request: { subject, key }, path }: Addressed, form: Form): FormProblem {
  const whose = subject === null ? 'without a subject' : `of the subject "${subject}"`;
  const known = form.fields.flatMap((field) =>
    field.data_key === null || field.subject !== subject ? [] : field.data_key,
  );
  const elsewhere = form.fields.find((field) => field.data_key === key);
  const hint =
    elsewhere === undefined
      ? suggestion(key, [...new Set(known)])
      : ` ${elsewhere.subject === null ? 'It has no subject' : `Its subject is "${elsewhere.subject}"`}.`;
  const says = `"${key}" ${whose} names no field of the template.${hint}`;
  return { code: 'value_address_unknown', path: `${path}.key`, says };
}

function notWritable({ request, path, fields }: Addressed): readonly FormProblem[] {
  if (fields.some(({ type }) => !unwritableTypes.includes(type))) return [];
  const types = [...new Set(fields.map(({ type }) => type))].join(', ');
  const says = `"${request.key}" names only fields that a caller may not fill (${types}).`;
  return [{ code: 'value_not_writable', path: `${path}.key`, says }];
}

function notLockable({ request, path, fields }: Addressed): readonly FormProblem[] {
  const barred = fields.find(({ type }) => unlockableTypes.includes(type));
  if (!request.locked || barred === undefined) return [];
  const says = `may not be true: the answer to a ${barred.type} field cannot be locked.`;
  return [{ code: 'value_not_lockable', path: `${path}.locked`, says }];
}

/** The first box that takes no value of this kind. */
function wrongShape({ request, path, fields }: Addressed): readonly FormProblem[] {
  // A locked one is locked_answer_unusable, of whatever type its field is.
  if (request.locked) return [];
  for (const field of fields) {
    if (field.question_id !== null) continue;
    const result = fit(field, request.value);
    if (result.kind !== 'shape') continue;
    const says = `${result.message}: "${nameOf(field)}" is a ${field.type} field.`;
    return [{ code: 'invalid_request', path: `${path}.value`, says }];
  }
  return [];
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

function lockedMissing(
  { request, path, fields }: Addressed,
  questions: Questions,
  answers: Answers,
): readonly FormProblem[] {
  if (!request.locked) return [];
  const place = { code: 'locked_answer_missing', path: `${path}.value` } as const;
  const empty = fields.filter((field) => field.question_id === null && field.required && isEmpty(request.value));
  const short = hasUnknown(fields, request)
    ? []
    : questionsAt(fields, questions).filter(
        ({ question, boxes }) => countTicked(boxes, answers).possible < question.min_selected,
      );
  return [
    ...empty
      .slice(0, 1)
      .map((field) => ({ ...place, says: `is locked and empty, and "${nameOf(field)}" is required.` })),
    ...short.map(({ question: { min_selected: least } }) => ({
      ...place,
      says: `is locked with too few answers: the question takes at least ${least}.`,
    })),
  ];
}

function lockedUnusable({ request, path, fields }: Addressed): readonly FormProblem[] {
  if (!request.locked) return [];
  const place = { code: 'locked_answer_unusable', path: `${path}.value` } as const;
  for (const field of fields) {
    if (field.question_id !== null) continue;
    const result = fit(field, request.value);
    if (result.kind !== 'answer') return [{ ...place, says: `${result.message} ("${nameOf(field)}").` }];
  }
  const boxes = inQuestions(fields);
  if (boxes.length === 0) return [];
  return choose(boxes, request.value).unknown.map((unknown) => ({
    ...place,
    says: `"${unknown}" is not an option of the question.${suggestion(unknown, optionsOf(boxes))}`,
  }));
}

/** Locked or not: the question has no room for so many answers (Errors, locked_answer_unusable). */
const tooMany = ({ path, fields }: Addressed, questions: Questions, answers: Answers): readonly FormProblem[] =>
  questionsAt(fields, questions)
    .filter(({ question, boxes }) => countTicked(boxes, answers).ticked > question.max_selected)
    .map(({ question: { max_selected: most } }) => ({
      code: 'locked_answer_unusable',
      path: `${path}.value`,
      says: `answers the question more often than its maximum of ${most}.`,
    }));

const inQuestions = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ question_id: id }) => id !== null);

const hasUnknown = (fields: readonly FormField[], { value }: ValueRequest): boolean =>
  choose(inQuestions(fields), value).unknown.length > 0;

/** A question with its boxes, and its place in the form. */
interface Question {
  readonly question: FormQuestion;
  readonly boxes: readonly FormField[];
  readonly at: number;
}

type Questions = ReadonlyMap<string, Question>;

function questionsOf(form: Form): Questions {
  const boxes = boxesByQuestion(form);
  return new Map(
    form.questions.map((question, at) => [question.id, { question, boxes: boxes.get(question.id) ?? [], at }]),
  );
}

/** In the order of the form. */
function questionsAt(fields: readonly FormField[], questions: Questions): readonly Question[] {
  const found = new Set(fields.map(({ question_id: id }) => (id === null ? undefined : questions.get(id))));
  return [...found].filter((each) => each !== undefined).toSorted((one, other) => one.at - other.at);
}

/** What a value ticks among the boxes of one question. */
interface Choice {
  /** Ids of the boxes to tick; the others at the address are left unticked. */
  readonly ticked: readonly string[];
  /** Options without a box at the address. */
  readonly unknown: readonly string[];
}

/** A question takes the name of an option, several of them, or true and false for the box itself. */
export function choose(boxes: readonly FormField[], value: WireValue): Choice {
  if (value === null || value === false) return { ticked: [], unknown: [] };
  if (value === true) return { ticked: boxes.map(({ id }) => id), unknown: [] };
  const wanted = [...new Set(typeof value === 'string' ? [value] : value)].filter((option) => option !== '');
  return {
    ticked: boxes.filter(({ option_value: option }) => option !== null && wanted.includes(option)).map(({ id }) => id),
    unknown: wanted.filter((option) => !boxes.some(({ option_value: known }) => known === option)),
  };
}

/** The options that a question offers, for a message. */
export const optionsOf = (boxes: readonly FormField[]): readonly string[] =>
  boxes.flatMap(({ option_value: option }) => (option === null ? [] : [option]));

/** How many of these boxes of a question are ticked, and how many still could be. */
export function countTicked(boxes: readonly FormField[], answers: Answers): { ticked: number; possible: number } {
  const ticked = boxes.filter(({ id }) => answers[id]?.value === true).length;
  const free = boxes.filter(({ id }) => answers[id]?.value !== true && answers[id]?.locked !== true).length;
  return { ticked, possible: ticked + free };
}

/** By field id. A question is answered by ticking its boxes. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Answer {
  readonly value: string | boolean;
  /** The signer cannot change it. */
  readonly locked: boolean;
}
