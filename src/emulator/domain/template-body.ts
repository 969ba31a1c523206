import { createHash } from 'node:crypto';
import type { Template, TemplateSummary } from '../../contract/resources/template.js';
import { coverageOf, tierOf } from './coverage.js';
import type { TemplateField, TemplateRole, TemplateState } from './template.js';

/** A template in the responses of reads, creation, decisions and naming acceptances (Template, full body). */
export function readBody(template: TemplateState): Template {
  return {
    ...head(template),
    roles: template.roles.map((role) => ({ ...plainRole(role), presign_hint: role.presign_hint })),
    subjects: subjects(template),
    questions: questions(template),
    fields: template.fields.map((field) => ({
      ...plainField(field),
      tier: tierOf(field, template),
      option_value: field.option_value,
      cells: field.cells,
      continuations: field.continuations,
    })),
    coverage: { ...coverageOf(template) },
  };
}

/**
 * A template in the response of a rename: without `presign_hint`, `tier`, `option_value`, `cells` and `continuations`
 * (A8).
 */
export function renameBody(template: TemplateState): Template {
  return {
    ...head(template),
    roles: template.roles.map(plainRole),
    subjects: subjects(template),
    questions: questions(template),
    fields: template.fields.map(plainField),
    coverage: { ...coverageOf(template) },
  };
}

/** A template in a list (A6). */
export function summaryBody(template: TemplateState): TemplateSummary {
  const { id, name, created_at, documents, roles, subjects: people, coverage } = readBody(template);
  return { id, name, created_at, documents, roles, subjects: people, coverage };
}

/** The strong validator of a template: the quoted SHA-256 in hex of the exact body of a read. */
export function etagOf(template: TemplateState): string {
  return `"${createHash('sha256')
    .update(JSON.stringify(readBody(template)), 'utf8')
    .digest('hex')}"`;
}

function head({ warnings, id, name, created_at, documents, pages }: TemplateState) {
  return {
    warnings: warnings.map((warning) => ({ ...warning })),
    id,
    name,
    created_at,
    documents: documents.map((document) => ({ ...document })),
    pages: pages.map((page) => ({ ...page })),
  };
}

function subjects(template: TemplateState) {
  return template.subjects.map(({ key, label }) => ({ key, label }));
}

function plainRole({ name, routing_type, kind }: TemplateRole) {
  return { name, routing_type, kind };
}

/** Question items as assumed by A0. A box without an option value is named by its label, else by its number. */
function questions(template: TemplateState) {
  return template.questions.map(({ id, label, required, min_selected, max_selected }) => {
    const boxes = template.fields.filter(({ question_id }) => question_id === id);
    const options = boxes.map((box, index) => ({
      value: box.option_value ?? box.label ?? String(index + 1),
      field_id: box.id,
    }));
    return { id, label, role: boxes[0]?.role ?? '', required, min_selected, max_selected, options };
  });
}

function plainField(field: TemplateField) {
  return {
    id: field.id,
    type: field.type,
    label: field.label,
    required: field.required,
    role: field.role,
    document_id: field.document_id,
    page: field.page,
    subject: field.subject,
    data_key: field.data_key,
    question_id: field.question_id,
    options: field.options === null ? null : [...field.options],
    rect: { ...field.rect },
    context: { ...field.context, nearby: [...field.context.nearby] },
  };
}
