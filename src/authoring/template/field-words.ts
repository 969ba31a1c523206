import type { Field, Template } from '../../contract/resources/template.js';

type Form = Pick<Template, 'fields' | 'questions'>;

/** The label of a field for people. A box of a question gets the label of the question. */
export function labelOf(field: Field, form: Form): string {
  if (field.question_id === null) return ownLabel(field);
  const label = form.questions.find(({ id }) => id === field.question_id)?.label ?? '';
  return label.trim() === '' ? optionsOf(field, form).join(' / ') : label;
}

const ownLabel = ({ label, context, option_value, type }: Field): string =>
  label ?? context.label ?? option_value ?? context.widget_name ?? type.replaceAll('_', ' ');

/** What the boxes of a question are called; none for a field that stands alone. */
export function optionsOf({ question_id: question }: Field, { fields }: Pick<Template, 'fields'>): readonly string[] {
  if (question === null) return [];
  return [...new Set(fields.filter(({ question_id: id }) => id === question).map(ownLabel))];
}
