import type { Field, Person } from '../../contract/resources/template.js';
import {
  decisionNow,
  decisionWords,
  type FieldNames,
  fieldProperties,
  fieldWords,
  type PersonNames,
  personProperties,
  type WholeTemplate,
} from './names.js';
import type { Entry, NamesFile } from './read.js';

/** Who moved away from the base: the file, the service, or both, to different values. */
export type Side = 'file' | 'service' | 'both';

interface Difference {
  readonly id: string;
  /** What it is, for a person: `“Full name” on page 2`. */
  readonly what: string;
  readonly side: Side;
}

export interface FieldChange extends Difference {
  readonly kind: 'field';
  /** `role` differs only on the service's side: it follows from decisions. */
  readonly property: keyof FieldNames | 'role';
  readonly base: string | null;
  readonly file: string | null;
  readonly service: string | null;
}

/** A decision is compared as a whole: parts of two decisions do not make a valid one. */
export interface PersonChange extends Difference {
  readonly kind: 'person';
  readonly property: 'decision';
  readonly base: Partial<PersonNames>;
  readonly file: Partial<PersonNames>;
  readonly service: PersonNames;
}

export type Change = FieldChange | PersonChange;

/**
 * The three-way comparison of a file with the service, over the base that the file keeps. What both changed to the
 * same is not a difference. What a decision of the file itself puts on its fields is not taken for a change by
 * somebody else, so that a push that was cut short after a decision continues where it stopped.
 */
export function compareNames(file: NamesFile, service: WholeTemplate): readonly Change[] {
  const people = file.people.flatMap((entry) => {
    const person = service.people.find(({ id }) => id === entry.id);
    return person === undefined ? [] : personChange(file, entry, person, decisionNow(service.body, person));
  });
  const entries = new Map(file.fields.map((entry) => [entry.id, entry]));
  const fields = service.body.fields.flatMap((field) => fieldChanges(file, entries.get(field.id), field, service));
  return [...people, ...fields];
}

function personChange(
  file: NamesFile,
  entry: Entry<PersonNames>,
  person: Person,
  names: PersonNames,
): readonly PersonChange[] {
  const base = file.base.people.get(entry.id) ?? {};
  const wanted = entry.names.decision === undefined ? base : entry.names;
  if (satisfies(names, wanted)) return [];
  // Who fills the details is not answered, but seen in the fields: another person's decision may change it.
  const { filled_by: _seen, ...before } = base;
  const { filled_by: _now, ...now } = names;
  const moved = !satisfies(now, before) || !satisfies(before, now);
  const side = isSaid(base, wanted) ? 'service' : moved ? 'both' : 'file';
  const what = `“${person.heading}” on page ${person.page}`;
  return [{ kind: 'person', id: entry.id, what, property: 'decision', side, base, file: wanted, service: names }];
}

/** Whether a decision is what another one asks for; what that leaves open may be anything. */
export function satisfies(names: Partial<PersonNames>, wanted: Partial<PersonNames>): boolean {
  if ((names.decision ?? null) !== (wanted.decision ?? null)) return false;
  if (wanted.decision == null) return true;
  return personProperties.every((name) => {
    const asked = wanted[name] ?? null;
    // The default, which leaves every field with the person who fills it.
    return asked === null || (name === 'filled_by' && asked === 'current') || names[name] === asked;
  });
}

/** Whether the base says everything that is wanted, so that the file asks for nothing new. */
const isSaid = satisfies;

/** What an entry newly asks for without a decision that it would belong to: nothing can be written of it. */
export function withoutDecision(
  base: Partial<PersonNames>,
  names: Partial<PersonNames>,
): (typeof personProperties)[number] | undefined {
  if (names.decision != null) return undefined;
  return personProperties.find((name) => names[name] != null && names[name] !== base[name]);
}

function fieldChanges(
  file: NamesFile,
  entry: Entry<FieldNames> | undefined,
  field: Field,
  service: WholeTemplate,
): readonly FieldChange[] {
  const base = file.base.fields.get(field.id);
  if (entry === undefined || base === undefined) return [];
  const change = (property: FieldChange['property'], side: Side, values: Three): FieldChange => ({
    kind: 'field',
    id: field.id,
    what: fieldWords(field),
    property,
    side,
    ...values,
  });
  const changes = fieldProperties.flatMap((property) => {
    const before = base.names[property] ?? null;
    const wanted = entry.names[property];
    const values = { base: before, file: wanted === undefined ? before : wanted, service: field[property] };
    if (values.file === values.service) return [];
    const moved = values.service !== before && !(property === 'subject' && isOwnDoing(file, service, field));
    const side = values.file === before ? 'service' : moved ? 'both' : 'file';
    return [change(property, side, values)];
  });
  if (base.role === null || base.role === field.role) return changes;
  return [...changes, change('role', 'service', { base: base.role, file: base.role, service: field.role })];
}

interface Three {
  readonly base: string | null;
  readonly file: string | null;
  readonly service: string | null;
}

/** Whether a field has its subject from a decision that the file asks for and that is taken by now. */
function isOwnDoing(file: NamesFile, service: WholeTemplate, field: Field): boolean {
  return service.people.some((person) => {
    if (!person.fields.some(({ id }) => id === field.id)) return false;
    const wanted = file.people.find(({ id }) => id === person.id)?.names;
    const isAsked = wanted?.decision != null && !isSaid(file.base.people.get(person.id) ?? {}, wanted);
    const isTaken = isAsked && satisfies(decisionNow(service.body, person), wanted);
    return isTaken && (wanted.subject_key ?? null) === field.subject;
  });
}

/** One difference in words, with both values where both sides changed it. */
export function changeWords(change: Change): string {
  const { what, property, side } = change;
  const [base, file, service] = [change.base, change.file, change.service].map(shown);
  const which = property === 'decision' ? what : `${what}: ${property}`;
  switch (side) {
    case 'file':
      return `${which}: ${service} → ${file}`;
    case 'service':
      return `${which}: ${base} → ${service}`;
    case 'both':
      return `${which}: was ${base}; ${file} in the file, ${service} on the service`;
  }
}

function shown(value: string | null | Partial<PersonNames>): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? `“${value}”` : decisionWords(value);
}

/** Whether somebody edited the file since it was written. */
export function isEdited(file: NamesFile): boolean {
  if (!file.base.isWhole) return true;
  const isNew = ({ id, names }: Entry<FieldNames>): boolean => {
    const base = file.base.fields.get(id)?.names ?? {};
    return fieldProperties.some((name) => names[name] !== undefined && names[name] !== (base[name] ?? null));
  };
  const isDecided = ({ id, names }: Entry<PersonNames>): boolean => {
    const base = file.base.people.get(id) ?? {};
    return withoutDecision(base, names) !== undefined || (names.decision !== undefined && !isSaid(base, names));
  };
  return file.fields.some(isNew) || file.people.some(isDecided);
}
