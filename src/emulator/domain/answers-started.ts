import type { Answer, Answers } from '../../rules/answers.js';
import { boxesOf } from '../../rules/template-form.js';
import type { EnvelopeField, EnvelopeForm } from './envelope-form.js';
import type { Recipient } from './envelope.js';

/** Initial values of fields without a value of the sender. */

/**
 * The sender's answers, and for other fields the recipient's own details (job title, company), or the content of the
 * uploaded form. A question that the sender answered is not also answered by the form.
 */
export function withStarts(form: EnvelopeForm, recipients: readonly Recipient[], answers: Answers): Answers {
  const started: Record<string, Answer> = { ...answers };
  for (const field of form.fields) {
    if (started[field.id] !== undefined) continue;
    const holder = recipients.find(({ role }) => role === field.role);
    const value = positionOf(field, holder) ?? (mayStart(form, field, answers, started) ? field.start : null);
    if (value !== null) started[field.id] = { value, locked: false };
  }
  return started;
}

/** Some forms have more ticked options than a question allows: the first ones count. */
function mayStart(form: EnvelopeForm, field: EnvelopeField, answers: Answers, started: Answers): boolean {
  const question = form.questions.find(({ id }) => id === field.question_id);
  if (question === undefined) return true;
  const boxes = boxesOf(form, question.id);
  const isAnswered = boxes.some(({ id }) => answers[id] !== undefined);
  return !isAnswered && boxes.filter(({ id }) => started[id]?.value === true).length < question.max_selected;
}

/** The answers without this recipient's job title and company, for a replacement. Locked and changed values stay. */
export function withoutPosition(form: EnvelopeForm, retired: Recipient, answers: Answers): Answers {
  const own = form.fields.filter((field) => {
    const answer = answers[field.id];
    return field.role === retired.role && answer?.locked === false && answer.value === positionOf(field, retired);
  });
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !own.some((field) => field.id === id)));
}

function positionOf({ type }: EnvelopeField, holder: Recipient | undefined): string | null {
  if (type === 'signer_title') return holder?.job_title ?? null;
  return type === 'signer_company' ? (holder?.company ?? null) : null;
}
