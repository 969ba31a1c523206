import {
  type Field,
  type Person,
  type Presence,
  type Template,
  unwritableTypes,
} from '../../contract/resources/template.js';
import { type Decision, decisionOf, takesFiller } from '../../contract/decision.js';

export const fieldProperties = ['subject', 'data_key', 'label'] as const;

/** What a rename can set on a field (PATCH …/fields/{fieldId}); null is a name that is not there. */
export type FieldNames = Pick<Field, (typeof fieldProperties)[number]>;

/** The current decision about a person, or the service's proposal; all null while nothing is decided. */
export interface PersonNames {
  readonly decision: Decision | null;
  readonly subject_key: string | null;
  readonly subject_label: string | null;
  readonly role_name: string | null;
  readonly presence: Presence | null;
  readonly filled_by: 'current' | 'own' | null;
}

export const personProperties = ['subject_key', 'subject_label', 'role_name', 'presence', 'filled_by'] as const;

/**
 * A template with its people, as it was read or last shown: what the wizard, the editor, names files, rehearsals and
 * everything last seen work on. `people` is null where they were not read, `etag` undefined where none was answered.
 */
export interface ReadTemplate {
  readonly body: Template;
  readonly etag: string | undefined;
  readonly people: readonly Person[] | null;
}

/** One state of a template, read with its people. */
export interface WholeTemplate extends ReadTemplate {
  readonly etag: string;
  readonly people: readonly Person[];
}

/**
 * A person's decision is not answered as such: it is read from the subject and role that exist for the person. What
 * they leave open is taken from the proposal where that agrees with them, since a decision stands as the proposal.
 */
export function decisionNow(template: Template, { current, proposed, fields }: Person): PersonNames {
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

const nothingDecided: PersonNames = {
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

/** Types that cannot be prefilled, whose names but the label therefore never change. */
export const isOfSigner = (type: string): boolean => (unwritableTypes as readonly string[]).includes(type);

/** What a rename can set, of a field as it is. */
export const namesOf = ({ subject, data_key, label }: Field): FieldNames => ({ subject, data_key, label });

/** The words of the form around a field. */
export function contextOf({ context: { section, row, column, label, option } }: Field): string {
  const parts = [section, row, column, label, option].filter((part) => part !== null && part.trim() !== '');
  return [...new Set(parts)].join(' › ');
}

/** A field as a person knows it: `“Full name” on page 2`. */
export function fieldWords(field: Field): string {
  const words = field.label ?? (contextOf(field) || field.type);
  return `“${words.length > 60 ? `${words.slice(0, 59)}…` : words}” on page ${field.page}`;
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
