import type { Field, Person, Presence, Template } from '../../contract/resources/template.js';
import { unwritableTypes } from '../../contract/resources/template.js';
import { type Decision, decisionOf, takesFiller } from '../../contract/decision.js';

/** What a rename can set on a field (PATCH …/fields/{fieldId}); null is a name that is not there. */
export interface FieldNames {
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly label: string | null;
}

export const fieldProperties = ['subject', 'data_key', 'label'] as const;

/** A decision about a person as it stands, or as the service proposes it; all null while nothing is decided. */
export interface PersonNames {
  readonly decision: Decision | null;
  readonly subject_key: string | null;
  readonly subject_label: string | null;
  readonly role_name: string | null;
  readonly presence: Presence | null;
  readonly filled_by: 'current' | 'own' | null;
}

export const personProperties = ['subject_key', 'subject_label', 'role_name', 'presence', 'filled_by'] as const;

export interface NamedPerson {
  readonly id: string;
  readonly heading: string;
  readonly page: number;
  readonly reason: string;
  readonly offered: readonly Decision[];
  readonly names: PersonNames;
  readonly proposed: PersonNames;
  readonly fieldIds: readonly string[];
}

export interface NamedField {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  /** Position of its document in the pack, and page of that document; both from 1. */
  readonly document: number;
  readonly page: number;
  /** x, y, w, h as fractions of the page, to four digits. */
  readonly at: readonly number[];
  /** The words of the form around it. */
  readonly context: string;
  readonly option: string | null;
  readonly inQuestion: boolean;
  readonly questionId: string | null;
  readonly names: FieldNames;
}

/** Everything about a template that has to do with its names, from one state of it. */
export interface TemplateNames {
  readonly templateId: string;
  readonly name: string;
  readonly etag: string;
  readonly people: readonly NamedPerson[];
  readonly subjects: readonly { readonly key: string; readonly label: string }[];
  readonly roles: readonly string[];
  readonly fields: readonly NamedField[];
}

/** Puts a template and its people together (Template; Person). Both must be of one state of it, named by `etag`. */
export function namesOf(template: Template, people: readonly Person[], etag: string): TemplateNames {
  const positions = new Map(template.documents.map(({ id }, index) => [id, index + 1]));
  return {
    templateId: template.id,
    name: template.name,
    etag,
    people: people.map((person) => namedPerson(template, person)),
    subjects: template.subjects.map(({ key, label }) => ({ key, label })),
    roles: template.roles.map(({ name }) => name),
    fields: template.fields.map((field) => namedField(field, positions.get(field.document_id) ?? 1)),
  };
}

function namedPerson(template: Template, person: Person): NamedPerson {
  const { id, heading, page, reason, offered, proposed } = person;
  return {
    id,
    heading,
    page,
    reason,
    offered,
    names: decided(template, person),
    proposed: { ...proposed, filled_by: null },
    fieldIds: person.fields.map((field) => field.id),
  };
}

/**
 * A person's decision is not answered as such: it is read from the subject and role that exist for the person. What they
 * leave open is taken from the proposal where that agrees with them, since a decision stands as the proposal.
 */
function decided(template: Template, { current, proposed, fields }: Person): PersonNames {
  const { subject_key, role_name } = current;
  if (subject_key === null && role_name === null) return nothingDecided;
  const agrees = proposed.subject_key === subject_key && proposed.role_name === role_name;
  const role = template.roles.find(({ name }) => name === role_name);
  const seen = decisionOf(current, role?.presign_hint === true);
  const decision = agrees && proposed.decision !== null ? proposed.decision : seen;
  const label = template.subjects.find(({ key }) => key === subject_key)?.label ?? proposed.subject_label;
  return {
    decision,
    subject_key,
    subject_label: subject_key === null ? null : label,
    role_name,
    presence: agrees ? proposed.presence : null,
    filled_by:
      decision !== null && takesFiller(decision)
        ? filledBy(template, role_name, new Set(fields.map(({ id }) => id)))
        : null,
  };
}

export const nothingDecided: PersonNames = {
  decision: null,
  subject_key: null,
  subject_label: null,
  role_name: null,
  presence: null,
  filled_by: null,
};

function filledBy(template: Template, role: string | null, ids: ReadonlySet<string>): 'current' | 'own' {
  const details = template.fields.filter(({ id, type }) => ids.has(id) && !isOfSigner(type));
  return details.length > 0 && details.every((field) => field.role === role) ? 'own' : 'current';
}

/** Types that nobody may fill beforehand, whose names but the label therefore never change. */
export const isOfSigner = (type: string): boolean => (unwritableTypes as readonly string[]).includes(type);

function namedField(field: Field, document: number): NamedField {
  const { id, type, role, page, rect, option_value, question_id, subject, data_key, label } = field;
  return {
    id,
    type,
    role,
    document,
    page,
    at: [rect.x, rect.y, rect.w, rect.h].map((part) => Math.round(part * 10_000) / 10_000),
    context: contextOf(field.context),
    option: option_value ?? null,
    inQuestion: question_id !== null,
    questionId: question_id,
    names: { subject, data_key, label },
  };
}

function contextOf({ section, row, column, label, option }: Field['context']): string {
  const parts = [section, row, column, label, option].filter((part) => part !== null && part.trim() !== '');
  return [...new Set(parts)].join(' › ');
}

/** A field as a person knows it: `“Full name” on page 2`. */
export function fieldWords({ names, context, type, page }: NamedField): string {
  const words = names.label ?? (context === '' ? type : context);
  return `“${words.length > 60 ? `${words.slice(0, 59)}…` : words}” on page ${page}`;
}

/** A decision in one line: `both, subject tenant “The tenant”, role “Tenant”`. */
export function decisionWords(names: Partial<PersonNames>): string {
  if (names.decision === null || names.decision === undefined) return 'undecided';
  const label = names.subject_label == null ? '' : ` “${names.subject_label}”`;
  return [
    names.decision,
    ...(names.subject_key == null ? [] : [`subject ${names.subject_key}${label}`]),
    ...(names.role_name == null ? [] : [`role “${names.role_name}”`]),
    ...(names.presence == null ? [] : [names.presence]),
    ...(names.filled_by === 'own' ? ['details filled by the person’s own role'] : []),
  ].join(', ');
}
