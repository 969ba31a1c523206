import type { Person, Template } from '../../contract/resources/template.js';
import type { ReadTemplate } from '../names-file/names.js';

/**
 * A template as single values that one person can change while another one looks at them, by keys such as
 * `field/<id>/label`, `person/<id>/presence`, `subject/<key>/label` and `name`. Null is a value that is not set.
 */
export type Facts = ReadonlyMap<string, string | null>;

export const fieldNames = ['subject', 'data_key', 'label', 'role'] as const;
export type FieldName = (typeof fieldNames)[number];

export const personFacts = [
  'subject_key',
  'role_name',
  'decision',
  'subject_label',
  'presence',
  'proposed_subject_key',
  'proposed_role_name',
] as const;
export type PersonFact = (typeof personFacts)[number];

export const fieldKey = (id: string, name: FieldName): string => `field/${id.toLowerCase()}/${name}`;
export const personKey = (id: string, name: PersonFact): string => `person/${id}/${name}`;
export const subjectKey = (key: string): string => `subject/${key}/label`;

/** Set on a copy of a template that `template clone` completed. */
export const completedKey = 'clone/completed';

type FieldFacts = { readonly id: string } & Readonly<Record<FieldName, string | null>>;

type PersonLike = Pick<Person, 'id' | 'current' | 'proposed'>;

type Named = Pick<Template, 'name' | 'created_at' | 'subjects' | 'fields'>;

/** What a template itself holds: everything that its ETag covers and that can be written. */
export function factsOfTemplate({ name, created_at, subjects, fields }: Named): Facts {
  return new Map<string, string | null>([
    ['created_at', created_at],
    ['name', name],
    ...subjects.map(({ key, label }) => [subjectKey(key), label] as const),
    ...factsOfFields(fields),
  ]);
}

export const factsOfFields = (fields: readonly FieldFacts[]): Facts =>
  new Map(fields.flatMap((field) => fieldNames.map((name) => [fieldKey(field.id, name), field[name]] as const)));

/** What the list of people says about decisions. The ETag of the template does not cover all of it, such as presence. */
export function factsOfPeople(people: readonly PersonLike[]): Facts {
  return new Map(
    people.flatMap(({ id, current, proposed }) => {
      const values: Readonly<Record<PersonFact, string | null>> = {
        subject_key: current.subject_key,
        role_name: current.role_name,
        decision: proposed.decision,
        subject_label: proposed.subject_label,
        presence: proposed.presence,
        proposed_subject_key: proposed.subject_key,
        proposed_role_name: proposed.role_name,
      };
      return personFacts.map((name) => [personKey(id, name), values[name]] as const);
    }),
  );
}

/** The facts of a template and of its people. */
export const factsOf = ({ body, people }: Pick<ReadTemplate, 'body' | 'people'>): Facts =>
  new Map([...factsOfTemplate(body), ...factsOfPeople(people ?? [])]);

/** The facts in `after` that are new, or differ from `before`. */
export const changedFacts = (before: Facts, after: Facts): Facts =>
  new Map([...after].filter(([key, value]) => before.get(key) !== value));

/**
 * What is remembered after another look. `shown` replaces what was seen before; `read` only adds what was not known yet,
 * since nobody has looked at it. What is gone from a list that was shown as a whole is forgotten.
 */
export function afterLook(seen: Facts, shown: Facts, read: Facts): Facts {
  const listed = new Set([...shown.keys()].map(kindOf));
  const kept = [...seen].filter(([key]) => read.has(key) || shown.has(key) || !listed.has(kindOf(key)));
  return new Map([...read, ...kept, ...shown]);
}

const kindOf = (key: string): string => key.slice(0, key.indexOf('/') + 1);
