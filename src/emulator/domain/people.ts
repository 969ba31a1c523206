import type { Person } from '../../contract/resources/template.js';
import { newDataKeyProblem } from '../../contract/data-key.js';
import { isOfSigner, isPrefillable } from './field-kind.js';
import { proposalFor } from './people-proposal.js';
import { notFound } from './refusal.js';
import type { TemplateField, TemplatePerson, TemplateState } from './template.js';

/** The person of a template with this id. Throws not_found. */
export function personOf(template: TemplateState, id: string): TemplatePerson {
  const person = template.people.find((each) => each.id === id);
  if (person === undefined) throw notFound();
  return person;
}

/** The people of a template in responses, in order of appearance. */
export function peopleBodies(template: TemplateState): readonly Person[] {
  return template.people.map((person) => ({
    id: person.id,
    heading: person.heading,
    kind: person.kind,
    principal: person.principal,
    document_id: person.document_id,
    page: person.page,
    proposed: { ...proposalFor(template, person) },
    // A saved witness is permanent: no other decision is possible.
    offered: person.decided?.decision === 'witness' ? ['witness'] : [...person.offered],
    reason: person.reason,
    fields: partOf(template, person).map((field) => ({
      id: field.id,
      kind: isOfSigner(field.type) ? 'signing' : 'data',
      field_type: field.type,
      data_key: field.data_key,
      suggested_key: suggestedKey(template, field),
    })),
    current: currentOf(template, person),
  }));
}

/** The fields of the person's part of the form. */
function partOf(template: TemplateState, person: TemplatePerson): readonly TemplateField[] {
  const ids = new Set(person.field_ids);
  return template.fields.filter(({ id }) => ids.has(id));
}

/** The subject and role of a person: the decided ones, else those of text tags. */
function currentOf(
  template: TemplateState,
  person: TemplatePerson,
): { readonly subject_key: string | null; readonly role_name: string | null } {
  if (person.decided !== null) {
    return { subject_key: person.decided.subject_key, role_name: person.decided.role_name };
  }
  const part = partOf(template, person).filter(({ origin }) => origin.text_tag);
  return {
    subject_key: theOnly(part.flatMap(({ subject }) => subject ?? [])),
    role_name: theOnly(part.map(({ role }) => role)),
  };
}

/** The key that the form suggests for a field; null if it is not allowed now. */
function suggestedKey(template: TemplateState, field: TemplateField): string | null {
  const { key } = field.suggested;
  if (key === null || !isPrefillable(field.type)) return null;
  if (key === field.data_key) return key;
  return newDataKeyProblem(
    key,
    template.subjects.map((subject) => subject.key),
  ) === null
    ? key
    : null;
}

function theOnly(names: readonly string[]): string | null {
  const [only, ...others] = new Set(names);
  return only !== undefined && others.length === 0 ? only : null;
}
