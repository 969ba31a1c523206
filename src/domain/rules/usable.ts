import { boxesByQuestion, type Form } from './template-form.js';
import type { FormProblem } from './problem.js';

/**
 * Why no envelope can be made from a form: it has no fields, or some that can never be filled (Errors,
 * template_has_no_fields, template_unusable).
 */
export function usableProblems(form: Form): readonly FormProblem[] {
  if (form.fields.length === 0) {
    const says = 'The template has no fields, so nobody could sign anything.';
    return [{ code: 'template_has_no_fields', path: '', says }];
  }
  const signing = new Set(form.roles.flatMap(({ name, routing_type: type }) => (type === 'sign' ? name : [])));
  const fields = form.fields.flatMap((field) => {
    const name = field.label ?? field.id;
    const empty = field.type === 'dropdown' && field.required && (field.options ?? []).length === 0;
    const signs = signing.has(field.role);
    return [
      ...(empty ? [unusable(`the dropdown "${name}" is required and offers no options`)] : []),
      ...(signs ? [] : [unusable(`the field "${name}" belongs to "${field.role}", which does not sign`)]),
    ];
  });
  const boxesOf = boxesByQuestion(form);
  const questions = form.questions.flatMap((question) => {
    const boxes = boxesOf.get(question.id)?.length ?? 0;
    if (question.min_selected <= Math.min(boxes, question.max_selected)) return [];
    return [unusable(`the question "${question.label ?? question.id}" asks for more answers than it takes`)];
  });
  return [...fields, ...questions];
}

const unusable = (why: string): FormProblem => ({
  code: 'template_unusable',
  path: '',
  says: `The template cannot produce an envelope: ${why}.`,
});
