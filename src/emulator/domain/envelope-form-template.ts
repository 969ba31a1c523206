import type { EnvelopeForm, FormQuestion } from './envelope-form.js';
import { Refusal } from './refusal.js';
import type { TemplateQuestion, TemplateState } from './template.js';

/** Freezes what an envelope needs of a template; documents are told by their 1-based position in the pack. */
export function formOf(template: Omit<TemplateState, 'archived'>): EnvelopeForm {
  const positions = new Map(template.documents.map(({ id }, index) => [id, index + 1]));
  return {
    roles: template.roles.map(({ name, routing_type: routing }) => ({ name, routing_type: routing })),
    subjects: template.subjects.map(({ key }) => key),
    questions: template.questions.flatMap((question) => questionOf(template, question) ?? []),
    fields: template.fields.map((field) => ({
      id: field.id,
      type: field.type,
      label: field.label,
      required: field.required,
      role: field.role,
      document: positions.get(field.document_id) ?? 1,
      page: field.page,
      rect: field.rect,
      subject: field.subject,
      data_key: field.data_key,
      question_id: field.question_id,
      option_value: field.option_value,
      options: field.options,
      multiline: field.multiline,
      cells: field.cells ?? null,
      continuations: field.continuations ?? null,
    })),
  };
}

/** A question belongs to the role of its boxes. */
function questionOf(template: Pick<TemplateState, 'fields'>, question: TemplateQuestion): FormQuestion | null {
  const box = template.fields.find(({ question_id: id }) => id === question.id);
  if (box === undefined) return null;
  return {
    id: question.id,
    label: question.label,
    role: box.role,
    min_selected: question.min_selected,
    max_selected: question.max_selected,
  };
}

/**
 * Refuses a form that no envelope can be made from: without fields, or with a field that can never be filled (Errors,
 * template_has_no_fields, template_unusable).
 */
export function checkUsable(form: EnvelopeForm): void {
  if (form.fields.length === 0) {
    throw new Refusal('template_has_no_fields', 'The template has no fields, so nobody could sign anything.');
  }
  for (const field of form.fields) {
    if (field.type === 'dropdown' && field.required && (field.options ?? []).length === 0) {
      throw unusable(`the dropdown "${field.label ?? field.id}" is required and offers no options`);
    }
    if (form.roles.find(({ name }) => name === field.role)?.routing_type !== 'sign') {
      throw unusable(`the field "${field.label ?? field.id}" belongs to "${field.role}", which does not sign`);
    }
  }
  for (const question of form.questions) {
    const boxes = form.fields.filter(({ question_id: id }) => id === question.id).length;
    if (question.min_selected > Math.min(boxes, question.max_selected)) {
      throw unusable(`the question "${question.label ?? question.id}" asks for more answers than it takes`);
    }
  }
}

const unusable = (why: string): Refusal =>
  new Refusal('template_unusable', `The template cannot produce an envelope: ${why}.`);
