import { boxesOf, type FormQuestion } from '../../domain/rules/template-form.js';
import type { EnvelopeForm } from './envelope-form.js';
import { type Answers, countTicked } from '../../domain/rules/values.js';
import { ownBoxes } from './answers.js';
import { fit, isEmpty, type WireValue } from '../../domain/rules/values-fit.js';
import { sampleAnswer, type SampleScene } from '../../domain/rules/sample-answer.js';

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
    if (!usable) values.set(field.id, sampleAnswer(field, scene));
  }
  for (const question of form.questions) {
    if (question.role === role) tickEnough(form, question, before, values);
  }
  return values;
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
