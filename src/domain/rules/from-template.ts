import { fieldTypes, type FieldType, type Template } from '../../contract/resources/template.js';
import type { Form } from './template-form.js';

type Question = Template['questions'][number];

/**
 * The form of a template as the service answers it (Template, full body). What the answer does not say stays open:
 * whether a box takes several lines. A field of an unknown type counts as text.
 */
export function formFromTemplate(template: Template): Form {
  // That questions list their options is assumed (A0), so a service may leave them out.
  const listed = template.questions.flatMap(({ options: own }: { options?: Question['options'] }) => own ?? []);
  const options = new Map(listed.map(({ value, field_id: id }) => [id, value]));
  return {
    roles: template.roles.map(({ name, routing_type: routing }) => ({
      name,
      routing_type: routing === 'cc' ? 'cc' : 'sign',
    })),
    subjects: template.subjects.map(({ key }) => key),
    questions: template.questions.map(({ id, label, role, min_selected, max_selected }) => ({
      id,
      label,
      role,
      min_selected,
      max_selected,
    })),
    fields: template.fields.map((field) => ({
      id: field.id,
      type: isKnown(field.type) ? field.type : 'text',
      label: field.label,
      required: field.required,
      role: field.role,
      subject: field.subject,
      data_key: field.data_key,
      question_id: field.question_id,
      // The answer to a rename leaves it out, but the questions of a template name their options too (A8).
      option_value: field.option_value === undefined ? (options.get(field.id) ?? null) : field.option_value,
      options: field.options,
      multiline: null,
    })),
  };
}

const isKnown = (type: string): type is FieldType => (fieldTypes as readonly string[]).includes(type);
