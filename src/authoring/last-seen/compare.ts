import { type Facts, fieldKey, type FieldName, fieldNames, type PersonFact, personFacts, personKey } from './facts.js';
import type { ReadTemplate } from '../names-file/names.js';
import type { Overwrite } from './overwrites.js';

/** A value that somebody changed since it was last seen here. `yours`: what a write would put in its place. */
export type SeenChange =
  | {
      readonly kind: 'field' | 'subject' | 'template';
      readonly id: string;
      readonly property: string;
      readonly was: string | null;
      /** Undefined: it is gone. */
      readonly now: string | null | undefined;
      readonly yours?: string | null;
    }
  | {
      readonly kind: 'person';
      readonly id: string;
      readonly property: 'decision';
      readonly was: PersonValues;
      readonly now: PersonValues;
      readonly yours?: PersonValues;
    };

export type PersonValues = Readonly<Partial<Record<PersonFact, string | null>>>;

export interface Comparison {
  /** What the write would overwrite. */
  readonly conflicts: readonly SeenChange[];
  /** What it leaves as it is. */
  readonly others: readonly SeenChange[];
}

/**
 * Compares what was last seen with the template as it is now, value by value. A value that nobody here has seen is
 * not a change, and one that is already what the write asks for does not conflict.
 */
export function compareSeen(
  seen: Facts,
  now: Facts,
  overwrites: readonly Overwrite[],
  current: ReadTemplate,
): Comparison {
  const asked = new Map(overwrites.map(({ key, value }) => [key, value]));
  const isChanged = (key: string): boolean => seen.has(key) && now.has(key) && seen.get(key) !== now.get(key);
  const isLost = (key: string): boolean => isChanged(key) && asked.has(key) && asked.get(key) !== now.get(key);
  const people = (current.people ?? []).flatMap(({ id }) => {
    const changed = personFacts.filter((name) => isChanged(personKey(id, name)));
    const lost = changed.some((name) => isLost(personKey(id, name)));
    const isDecision = decidedIn(seen, id) || decidedIn(now, id);
    if (changed.length === 0 || (!lost && !isDecision)) return [];
    const yours = valuesOf(asked, id);
    const change: SeenChange = {
      kind: 'person',
      id,
      property: 'decision',
      was: valuesOf(seen, id),
      now: valuesOf(now, id),
      ...(lost && yours.decision !== undefined ? { yours } : {}),
    };
    return [{ change, lost }];
  });
  const decidedAnew = new Set(
    (current.people ?? [])
      .filter(({ id }) => people.some(({ change, lost }) => lost && change.id === id))
      .flatMap(({ id, fields }) => fields.map((field) => [field.id, id] as const))
      .map(([field, person]) => `${field} ${person}`),
  );
  /** A subject or role that a field has from a decision which is shown itself. */
  const isShownAlready = (field: string, name: FieldName): boolean =>
    (current.people ?? []).some(
      ({ id, current: { subject_key, role_name } }) =>
        decidedAnew.has(`${field} ${id}`) &&
        ((name === 'subject' && now.get(fieldKey(field, name)) === subject_key) ||
          (name === 'role' && now.get(fieldKey(field, name)) === role_name)),
    );
  const fields = current.body.fields.flatMap(({ id }) =>
    fieldNames
      .filter((name) => isChanged(fieldKey(id, name)) && !isShownAlready(id, name))
      .map((name) => {
        const key = fieldKey(id, name);
        return single(key, { kind: 'field', id, property: name });
      }),
  );
  const rest = [...seen.keys()]
    .filter((key) => key === 'name' || key.startsWith('subject/'))
    .filter((key) => isChanged(key) || !now.has(key))
    .map((key) =>
      key === 'name'
        ? single(key, { kind: 'template', id: current.body.id, property: 'name' })
        : single(key, { kind: 'subject', id: key.split('/').slice(1, -1).join('/'), property: 'label' }),
    );
  const all = [...people, ...fields, ...rest];
  return {
    conflicts: all.filter(({ lost }) => lost).map(({ change }) => change),
    others: all.filter(({ lost }) => !lost).map(({ change }) => change),
  };

  function single(
    key: string,
    about: { readonly kind: 'field' | 'subject' | 'template'; readonly id: string; readonly property: string },
  ): { readonly change: SeenChange; readonly lost: boolean } {
    const lost = isLost(key);
    const yours = asked.get(key);
    const change = { ...about, was: seen.get(key) ?? null, now: now.get(key) };
    return { change: lost && yours !== undefined ? { ...change, yours } : change, lost };
  }
}

/** The values that a change is about, by their keys. */
export function factsOfChange(change: SeenChange, now: Facts): Facts {
  const keys =
    change.kind === 'person'
      ? personFacts.map((name) => personKey(change.id, name))
      : change.kind === 'field'
        ? fieldNames.filter((name) => name === change.property).map((name) => fieldKey(change.id, name))
        : [change.kind === 'subject' ? `subject/${change.id}/label` : 'name'];
  return new Map(keys.flatMap((key) => (now.has(key) ? [[key, now.get(key) ?? null] as const] : [])));
}

const decidedIn = (facts: Facts, id: string): boolean =>
  (facts.get(personKey(id, 'role_name')) ?? null) !== null ||
  (facts.get(personKey(id, 'subject_key')) ?? null) !== null;

function valuesOf(facts: ReadonlyMap<string, string | null | undefined>, id: string): PersonValues {
  const known = personFacts.flatMap((name) => {
    const value = facts.get(personKey(id, name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}
