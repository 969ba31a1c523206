import { boxesOf, nameOf, type FormQuestion } from '../../rules/template-form.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import type { Answers } from '../../rules/answers.js';
import { ownBoxes } from './answers.js';
import { fit, isEmpty, type WireValue } from '../../rules/values-fit.js';
import { countTicked } from '../../rules/values-question.js';

/**
 * Sample values for required fields that are empty or invalid; `given` values stay. `today` is a date such as
 * `2026-12-01`.
 */
export function sampleValues(
  form: EnvelopeForm,
  role: string,
  before: Answers,
  given: ReadonlyMap<string, WireValue>,
  today: string,
): ReadonlyMap<string, WireValue> {
  const values = new Map(given);
  for (const field of ownBoxes(form, role)) {
    if (field.question_id !== null || values.has(field.id) || before[field.id]?.locked === true) continue;
    const value = before[field.id]?.value;
    const usable = isEmpty(value) ? !field.required : fit(field, value ?? null).kind === 'answer';
    if (!usable) values.set(field.id, sampleOf(field, today));
  }
  for (const question of form.questions) {
    if (question.role === role) tickEnough(form, question, before, values);
  }
  return values;
}

function sampleOf(field: EnvelopeField, today: string): WireValue {
  switch (field.type) {
    case 'tickbox':
      return true;
    case 'date':
      return today;
    case 'dropdown':
      return field.options?.[0] ?? '';
    default:
      // A label comes from the document and may contain characters that the sealer cannot draw.
      return `Sample ${nameOf(field).replace(/[^\x20-\x7e\u00a0-\u00ff]+/g, ' ')}`.slice(0, 40).trimEnd();
  }
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
