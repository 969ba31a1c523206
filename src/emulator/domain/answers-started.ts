import type { Answer, Answers } from '../../domain/rules/values.js';
import { boxesByQuestion } from '../../domain/rules/template-form.js';
import type { EnvelopeField, EnvelopeForm } from './envelope-form.js';
import type { Recipient } from './envelope.js';

/** Initial values of fields without a value of the sender. */

/**
 * The sender's answers, and for other fields the recipient's own details (job title, company), or the content of the
 * uploaded form. A question that the sender answered is not also answered by the form.
 */
export function withStarts(form: EnvelopeForm, recipients: readonly Recipient[], answers: Answers): Answers {
  const started: Record<string, Answer> = { ...answers };
  const questions = new Map(form.questions.map((question) => [question.id, question]));
  const boxes = boxesByQuestion(form);
  /** Some forms have more ticked options than a question allows: the first ones count. */
  const mayStart = ({ question_id: id }: EnvelopeField): boolean => {
    const question = id === null ? undefined : questions.get(id);
    if (question === undefined) return true;
    const own = boxes.get(question.id) ?? [];
    const isAnswered = own.some((box) => answers[box.id] !== undefined);
    return !isAnswered && own.filter((box) => started[box.id]?.value === true).length < question.max_selected;
  };
  for (const field of form.fields) {
    if (started[field.id] !== undefined) continue;
    const position = positionOf(field, recipients);
    const value = position ?? (field.start !== null && mayStart(field) ? field.start : null);
    if (value !== null) started[field.id] = { value, locked: false };
  }
  return started;
}

/** The answers without this recipient's job title and company, for a replacement. Locked and changed values stay. */
export function withoutPosition(form: EnvelopeForm, retired: Recipient, answers: Answers): Answers {
  const own = form.fields.filter((field) => {
    const answer = answers[field.id];
    return field.role === retired.role && answer?.locked === false && answer.value === positionOf(field, [retired]);
  });
  const ids = new Set(own.map(({ id }) => id));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.has(id)));
}

function positionOf({ type, role }: EnvelopeField, recipients: readonly Recipient[]): string | null {
  if (type !== 'signer_title' && type !== 'signer_company') return null;
  const holder = recipients.find((recipient) => recipient.role === role);
  return (type === 'signer_title' ? holder?.job_title : holder?.company) ?? null;
}
