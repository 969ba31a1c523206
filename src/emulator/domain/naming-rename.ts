import { checkedBefore, newDataKeyProblem } from '../../contract/data-key.js';
import type { Rename } from '../../contract/operations/templates.js';
import { isPrefillable } from './field-kind.js';
import { suggestion } from '../../core/platform/nearest.js';
import { Refusal } from './refusal.js';
import type { TemplateField, TemplateState } from './template.js';

/** New names for one field. A missing property stays unchanged. */
export interface FieldRename {
  readonly id: string;
  readonly names: Rename;
  /** The prefix of a property in messages: `fields[0].`, or nothing for a single rename. */
  readonly path: string;
}

/** Whether all sent names are already stored: a retry of a successful rename (PATCH …/fields/{fieldId}). */
export function isAlreadyNamed(template: TemplateState, renames: readonly FieldRename[]): boolean {
  return renames.every(({ id, names }) => {
    const field = template.fields.find((each) => each.id === id);
    return field !== undefined && isNamed(field, names);
  });
}

/**
 * Renames fields, all or none. Throws field_unknown for an ID that is not a field of the template, and invalid_request
 * for a name that is not allowed; an existing name may always stay.
 */
export function renameFields(template: TemplateState, renames: readonly FieldRename[]): TemplateState {
  const byId = new Map<string, FieldRename>();
  for (const rename of renames) {
    const field = template.fields.find(({ id }) => id === rename.id);
    if (field === undefined) {
      throw new Refusal('field_unknown', `${rename.path}id: the template has no field ${quoted(rename.id)}.`);
    }
    check(template, field, rename);
    byId.set(field.id, rename);
  }
  const fields = template.fields.map((field) => {
    const rename = byId.get(field.id);
    return rename === undefined || isNamed(field, rename.names) ? field : withNames(field, rename.names);
  });
  return { ...template, fields };
}

function isNamed(field: TemplateField, { data_key, label, subject }: Rename): boolean {
  return (
    (data_key === undefined || data_key === field.data_key) &&
    (label === undefined || label === field.label) &&
    (subject === undefined || subject === field.subject)
  );
}

function withNames(field: TemplateField, { data_key, label, subject }: Rename): TemplateField {
  return {
    ...field,
    data_key: data_key === undefined ? field.data_key : data_key,
    label: label === undefined ? field.label : label,
    subject: subject === undefined ? field.subject : subject,
  };
}

function check(template: TemplateState, field: TemplateField, { names, path }: FieldRename): void {
  const { data_key: key, subject } = names;
  const refuse = (property: string, why: string): never => {
    throw new Refusal('invalid_request', `${path}${property} ${why}.`);
  };
  if (key !== undefined && key !== field.data_key) {
    if (!isPrefillable(field.type))
      refuse('data_key', `is not allowed for a field of type ${field.type}, which cannot be prefilled`);
    if (field.question_id !== null) refuse('data_key', 'is not allowed for a field of a question');
    const problem =
      key === null
        ? null
        : newDataKeyProblem(
            key,
            template.subjects.map((each) => each.key),
            checkedBefore,
            { subject: subject === undefined ? field.subject : subject, fields: template.fields },
          );
    if (problem !== null) refuse('data_key', problem);
  }
  if (subject === undefined || subject === field.subject) return;
  if (!isPrefillable(field.type)) {
    refuse('subject', `cannot be changed for a field of type ${field.type}, which cannot be prefilled`);
  }
  const declared = template.subjects.map((each) => each.key);
  if (subject !== null && !declared.includes(subject)) {
    const hint = suggestion(subject, declared);
    throw new Refusal('invalid_request', `${path}subject ${quoted(subject)} is not a subject of the template.${hint}`);
  }
}

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
