import type { Answers } from '../../domain/rules/values.js';
import { fieldsOf, nameOf } from '../../domain/rules/template-form.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import type { GivenAnswer } from './shapes.js';

const maxAnswers = 200;
const maxLength = 500;

/** The answers in the fields of a role; a question is answered by the options that are ticked. */
export function givenAnswers(form: EnvelopeForm, answers: Answers, role: string): readonly GivenAnswer[] {
  const given: GivenAnswer[] = [];
  for (const field of fieldsOf(form, role)) {
    const answer = answers[field.id];
    if (answer === undefined || answer.value === false || answer.value === '') continue;
    const question = form.questions.find(({ id }) => id === field.question_id);
    const value = answer.value === true ? (field.option_value ?? 'yes') : answer.value;
    given.push({
      label: question?.label ?? nameOf(field),
      value: value.slice(0, maxLength),
      by_app: answer.locked,
    });
    if (given.length === maxAnswers) break;
  }
  return given;
}
