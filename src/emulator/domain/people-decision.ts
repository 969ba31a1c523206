import type { FilledBodyOf } from '../../contract/operations.js';
import { isOfSigner } from './field-kind.js';
import { labelFromKey, natureOf, refuseConflict, type RoleNature } from './people-names.js';
import { takesFiller, takesRole, takesSubject } from '../../contract/decision.js';
import { Refusal } from './refusal.js';
import type {
  PersonDecision,
  TemplateField,
  TemplatePerson,
  TemplateRole,
  TemplateState,
  TemplateSubject,
} from './template.js';

/** Reads the body of a decision; throws invalid_request for a property that this decision does not use (A14). */
export function readDecision(
  template: TemplateState,
  person: TemplatePerson,
  body: FilledBodyOf<'decideTemplatePerson'>,
): PersonDecision {
  const { decision, filled_by } = body;
  const subjectKey = body.subject_key ?? null;
  const roleName = body.role_name ?? null;
  const label = body.subject_label ?? body.subject_name ?? null;
  if (label !== null && body.subject_name != null && body.subject_name !== label) {
    throw new Refusal(
      'invalid_request',
      'subject_name and subject_label are the same property but have different values.',
    );
  }
  if (!takesRole(decision) && roleName !== null) {
    throw new Refusal('invalid_request', 'role_name is not allowed for the decision subject.');
  }
  if (!takesSubject(decision) && subjectKey !== null) {
    throw new Refusal('invalid_request', 'subject_key is only allowed for the decisions subject, both and witness.');
  }
  if (label !== null && subjectKey === null) {
    throw new Refusal('invalid_request', 'subject_label requires subject_key.');
  }
  if (filled_by === 'own' && !takesFiller(decision)) {
    throw new Refusal('invalid_request', 'filled_by is only allowed for the decision both.');
  }
  if (!person.offered.includes(decision)) {
    const offered = person.offered.join(', ');
    throw new Refusal('invalid_request', `decision must be one of those offered for this person: ${offered}.`);
  }
  return {
    decision,
    subject_key: subjectKey,
    subject_label: subjectKey === null ? null : (label ?? labelFor(template, person, subjectKey)),
    presence: body.presence ?? null,
    role_name: roleName,
    filled_by,
  };
}

/** An existing subject keeps its name; a new one takes the proposed name, else one made from its key. */
function labelFor(template: TemplateState, person: TemplatePerson, key: string): string {
  const known = template.subjects.find((subject) => subject.key === key)?.label;
  const proposed = person.proposed.subject_key === key ? person.proposed.subject_label : null;
  return known ?? proposed ?? labelFromKey(key);
}

/**
 * Decides about one person: creates the needed subject and role, assigns the fields of the person's part (never
 * changing a key), and removes a subject or role of an earlier decision about this person that is no longer used (PUT
 * …/people/{personId}). Throws witness_is_permanent, and invalid_request for a name that another decision uses with
 * another meaning.
 */
export function decidePerson(template: TemplateState, person: TemplatePerson, decision: PersonDecision): TemplateState {
  refuseSavedWitness(person);
  refuseConflict(template, person, decision);
  const own = new Set(person.field_ids);
  const people = template.people.map((each) => (each.id === person.id ? { ...each, decided: decision } : each));
  const fields = template.fields.map((field) => (own.has(field.id) ? assign(field, person.decided, decision) : field));
  const next = { ...template, people, fields };
  return { ...next, subjects: subjectsOf(next, person, decision), roles: rolesOf(next, person, decision) };
}

/** Throws witness_is_permanent for a person who is saved as a witness. */
export function refuseSavedWitness({ heading, decided }: TemplatePerson): void {
  if (decided?.decision !== 'witness') return;
  throw new Refusal('witness_is_permanent', `"${heading}" is saved as a witness, which cannot be changed.`);
}

function assign(field: TemplateField, before: PersonDecision | null, decision: PersonDecision): TemplateField {
  return { ...field, subject: subjectFor(field, before, decision), role: roleFor(field, before, decision) };
}

function subjectFor(field: TemplateField, before: PersonDecision | null, decision: PersonDecision): string | null {
  if (isOfSigner(field.type)) return field.subject;
  if (decision.subject_key !== null) return decision.subject_key;
  const isFromBefore = before?.subject_key != null && field.subject === before.subject_key;
  return isFromBefore ? field.origin.subject : field.subject;
}

/** The current filler of a field is the previous one, also if that person's role is renamed. */
function roleFor(field: TemplateField, before: PersonDecision | null, decision: PersonDecision): string {
  const wasOwn = before?.role_name != null && field.role === before.role_name;
  if (decision.role_name === null) return wasOwn ? field.origin.role : field.role;
  const becomesOwn = isOfSigner(field.type) || decision.decision === 'witness' || decision.filled_by === 'own';
  return becomesOwn || wasOwn ? decision.role_name : field.role;
}

function subjectsOf(
  template: TemplateState,
  person: TemplatePerson,
  { subject_key: key, subject_label: label }: PersonDecision,
): readonly TemplateSubject[] {
  const used = new Set([
    ...template.fields.map(({ subject }) => subject),
    ...template.people.map(({ decided }) => decided?.subject_key ?? null),
  ]);
  const kept = template.subjects
    .filter((subject) => subject.created_by !== person.id || used.has(subject.key))
    .map((subject) => (subject.key === key && label !== null ? { ...subject, label } : subject));
  if (key === null || kept.some((subject) => subject.key === key)) return kept;
  const made: TemplateSubject = { key, label: label ?? labelFromKey(key), created_by: person.id };
  const rank = ranks(template, (decided) => decided.subject_key);
  return insertByRank(kept, made, (subject) => rank.get(subject.key));
}

function rolesOf(template: TemplateState, person: TemplatePerson, decision: PersonDecision): readonly TemplateRole[] {
  const used = new Set([
    ...template.fields.map(({ role }) => role),
    ...template.people.map(({ decided }) => decided?.role_name ?? null),
  ]);
  const undecided: RoleNature = { kind: 'party', presign_hint: false };
  const natures = new Map<string, RoleNature>(
    template.people.flatMap(({ decided }) =>
      decided?.role_name == null ? [] : [[decided.role_name, natureOf(decided)]],
    ),
  );
  const kept = template.roles
    .filter((role) => role.created_by !== person.id || used.has(role.name))
    .map((role): TemplateRole => ({ ...role, ...(natures.get(role.name) ?? undecided) }));
  const name = decision.role_name;
  if (name === null || kept.some((role) => role.name === name)) return kept;
  const made: TemplateRole = { name, routing_type: 'sign', ...natureOf(decision), created_by: person.id };
  const rank = ranks(template, (decided) => decided.role_name);
  return insertByRank(kept, made, (role) => rank.get(role.name));
}

/** The position of each name in order of appearance of its people, witnesses after the parties. */
function ranks(
  template: TemplateState,
  nameOf: (decided: PersonDecision) => string | null,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, { decided }] of template.people.entries()) {
    const name = decided === null ? null : nameOf(decided);
    if (decided === null || name === null || places.has(name)) continue;
    places.set(name, index + (decided.decision === 'witness' ? template.people.length : 0));
  }
  return places;
}

/** Roles without a decision, such as those of an upload, keep their position. */
function insertByRank<T>(items: readonly T[], made: T, rankOf: (item: T) => number | undefined): readonly T[] {
  const rank = rankOf(made) ?? Infinity;
  const before = items.findLastIndex((item) => (rankOf(item) ?? Infinity) < rank);
  const after = items.findIndex((item) => (rankOf(item) ?? -1) > rank);
  const place = before >= 0 ? before + 1 : after >= 0 ? after : items.length;
  return items.toSpliced(place, 0, made);
}
