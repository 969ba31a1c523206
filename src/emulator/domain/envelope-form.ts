import type { Continuation, Rect } from '../../document/read-document.js';
import type { Form, FormField, FormQuestion } from '../../domain/rules/template-form.js';
import type { TemplateQuestion, TemplateState } from './template.js';

/** The template at the time of creation: a later rename does not change an envelope. */
export type EnvelopeForm = Form<EnvelopeField>;

/** A field with its position on the pages. */
export interface EnvelopeField extends FormField {
  /** 1-based position of the document. */
  readonly document: number;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  readonly multiline: boolean;
  /** One rectangle for each letter of a comb. */
  readonly cells: readonly Rect[] | null;
  /** Where a long answer continues. */
  readonly continuations: readonly Continuation[] | null;
  /** The content in the uploaded document, which is the initial value without another one. */
  readonly start: string | boolean | null;
}

/** Copies what an envelope needs of a template; documents are identified by their 1-based position. */
export function formOf(template: Omit<TemplateState, 'archived'>): EnvelopeForm {
  const roles = new Map<string, string>();
  for (const { question_id: id, role } of template.fields) if (id !== null && !roles.has(id)) roles.set(id, role);
  const positions = new Map(template.documents.map(({ id }, index) => [id, index + 1]));
  return {
    roles: template.roles.map(({ name, routing_type: routing }) => ({ name, routing_type: routing })),
    subjects: template.subjects.map(({ key }) => key),
    questions: template.questions.flatMap((question) => questionOf(question, roles.get(question.id))),
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
      cells: field.cells,
      continuations: field.continuations,
      start: field.start,
    })),
  };
}

/** A question belongs to the role of its boxes; one without any is left out. */
function questionOf(question: TemplateQuestion, role: string | undefined): readonly FormQuestion[] {
  if (role === undefined) return [];
  const { id, label, min_selected, max_selected } = question;
  return [{ id, label, role, min_selected, max_selected }];
}
