import { shellWord } from '../../cli/flags/reach-flags.js';
import { isDecided } from '../../contract/decision.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';

/** What is left to do for the people of a template after one of them was assigned. */
export interface PeopleLeft {
  /** Sentences for a person at a terminal. */
  readonly notes: readonly string[];
  /** Commands to continue with. */
  readonly next: readonly string[];
}

/** Roles with fields that are not named on the form, once a person is assigned, each with its number of fields. */
export function strangersOf({ fields }: Template, people: readonly Person[]): ReadonlyMap<string, number> {
  const known = new Set(people.map(({ current }) => current.role_name).filter((name) => name !== null));
  if (known.size === 0) return new Map();
  const strange = fields.map(({ role }) => role).filter((role) => !known.has(role));
  return new Map([...new Set(strange)].map((role) => [role, strange.filter((name) => name === role).length]));
}

/**
 * Says which fields of the person stay with another role, how to give them to the person, and which person comes next.
 * After the last one, says which roles every envelope needs a recipient for although the form does not name them.
 */
export function peopleLeft(template: Template, people: readonly Person[], personId: string): PeopleLeft {
  const person = people.find(({ id }) => id === personId);
  const open = people.find((each) => !isDecided(each));
  const own = person === undefined ? null : elsewhereNote(template, person);
  const strangers = open === undefined ? [...strangersOf(template, people)] : [];
  return {
    notes: [
      ...(own === null ? [] : [own.note]),
      ...strangers.map(
        ([role, count]) =>
          `${fieldsOf(count)} ${count === 1 ? 'is' : 'are'} assigned to the role ${role}, who is not named on the form. ` +
          'Every envelope needs a recipient with this role.',
      ),
    ],
    next: [
      ...(own === null ? [] : [own.command]),
      ...(strangers.length === 0 ? [] : [`esign template wizard ${template.id}`]),
      open === undefined
        ? `esign template propose ${template.id}`
        : `esign template apply ${template.id} ${open.id.slice(0, 8)}`,
    ],
  };
}

function elsewhereNote(template: Template, person: Person): { readonly note: string; readonly command: string } | null {
  const elsewhere = detailsElsewhere(template, person);
  const [first] = elsewhere?.fields ?? [];
  if (elsewhere === null || first === undefined) return null;
  const { fields, command } = elsewhere;
  return {
    note: `${fieldsOf(fields.length)} of “${person.heading}” ${fields.length === 1 ? 'is' : 'are'} still assigned to the role ${first.role}, not ${person.current.role_name}.`,
    command,
  };
}

/** The details of a person who signs, where another role fills them in, and the command that changes it. */
export function detailsElsewhere(
  { id, fields }: Template,
  person: Person,
): { readonly fields: readonly Field[]; readonly command: string } | null {
  const { role_name: role, subject_key: subject } = person.current;
  if (role === null || subject === null) return null;
  const details = new Set(person.fields.filter(({ kind }) => kind === 'data').map((field) => field.id));
  const elsewhere = fields.filter((field) => details.has(field.id) && field.role !== role);
  if (elsewhere.length === 0 || person.proposed.decision === 'witness') return null;
  return {
    fields: elsewhere,
    command: `esign template decide ${id} ${person.id.slice(0, 8)} --decision both --role-name ${shellWord(role)} --subject-key ${shellWord(subject)} --filled-by own`,
  };
}

const fieldsOf = (count: number): string => (count === 1 ? '1 field' : `${count} fields`);
