import { isObject } from '../core/platform/json.js';
import type { Basis } from './error-codes.js';
import type { Schema } from './schema.js';
import { writePath } from './schema.js';

/** A valibot schema, or a step of its pipe, as far as they are looked into and rebuilt; its types declare all of it. */
export interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
  /** The alternatives of a union, or the values of an enumeration. */
  readonly options?: readonly unknown[];
  readonly pipe?: readonly [Node, ...Node[]];
  /** Of a step. */
  readonly kind?: string;
  readonly message?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Of `atMost`. */
  readonly max?: number;
  /** A contract file sets it, so it is described (see `withoutGuesses`). */
  readonly isOfContract?: boolean;
}

/**
 * The path of the first array or object that a described shape has and a value lacks, or null. Without it nothing can
 * be read from an answer; a property that is missing or differs otherwise is only a deviation.
 */
export const brokenStructure = (schema: Schema, value: unknown): string | null =>
  broken(schema as Node, value, { path: [], basis: 'described', judged: 'structure' });

/**
 * The same, and the first number that is missing, number or flag that is something else, or text that is an object:
 * `false` as a text would count as true, and a sentence would hold `NaN`. A text that is a number can still be shown.
 */
export const misreadValue = (schema: Schema, value: unknown): string | null =>
  broken(schema as Node, value, { path: [], basis: 'described', judged: 'all' });

/**
 * The same of what is described and present. What is assumed may be a wrong guess, for which nothing is refused, a
 * missing list of an assumed object neither; `basis` is that of the whole.
 */
export const misreadDescribed = (schema: Schema, value: unknown, basis: Basis): string | null =>
  broken(schema as Node, value, { path: [], basis, judged: 'described' });

function hasOtherType({ type }: Node, value: unknown): boolean {
  switch (type) {
    case 'number':
      return !Number.isFinite(value);
    case 'boolean':
      return value !== undefined && typeof value !== 'boolean';
    case 'string':
      return typeof value === 'object' && value !== null;
    default:
      return false;
  }
}

interface Place {
  readonly path: readonly unknown[];
  readonly basis: Basis;
  /** Whether a schema named it, not only the row. */
  readonly isOwn?: boolean;
  readonly judged: 'structure' | 'described' | 'all';
}

function broken(schema: Node, value: unknown, place: Place): string | null {
  switch (schema.type) {
    case 'optional':
    case 'nullable':
      if (value === undefined ? schema.type === 'optional' : value === null) return null;
      return schema.wrapped === undefined ? null : broken(schema.wrapped, value, inside(schema, place));
    case 'array':
      if (!Array.isArray(value)) return mayLack(schema, value, place) ? null : writePath(place.path);
      return first(
        value.map((item, index) => [index, schema.item, item]),
        inside(schema, place),
      );
    case 'loose_object':
      if (!isObject(value)) return mayLack(schema, value, place) ? null : writePath(place.path);
      return first(
        Object.entries(schema.entries ?? {}).map(([key, entry]) => [key, entry, value[key]]),
        inside(schema, place),
      );
    default:
      return isMisread(schema, value, place) ? writePath(place.path) : null;
  }
}

/** Whether it is missing from an object that is assumed as such: nobody but us expects it there. */
function mayLack(schema: Node, value: unknown, place: Place): boolean {
  const { basis, isOwn, judged } = inside(schema, place);
  return value === undefined && judged === 'described' && basis === 'assumed' && isOwn === true;
}

function isMisread(schema: Node, value: unknown, place: Place): boolean {
  if (place.judged === 'structure' || !hasOtherType(schema, value)) return false;
  return place.judged === 'all' || (value !== undefined && inside(schema, place).basis === 'described');
}

/** The place with the basis that the schema names, if it does. */
function inside(schema: Node, place: Place): Place {
  const named = notesOf(schema).findLast((notes) => 'x-basis' in notes);
  return named === undefined ? place : { ...place, basis: named['x-basis'] as Basis, isOwn: true };
}

function first(parts: readonly (readonly [string | number, Node | undefined, unknown])[], place: Place) {
  for (const [key, schema, value] of parts) {
    const found = schema === undefined ? null : broken(schema, value, { ...place, path: [...place.path, key] });
    if (found !== null) return found;
  }
  return null;
}

/** One property of a schema. */
export interface PropertyFacts {
  /** `recipients[].email`. */
  readonly path: string;
  /** The values that it may have, its items' where it is a list; null for any. */
  readonly values: readonly string[] | null;
  readonly isInstant: boolean;
}

/** A contract file asks for those of one schema hundreds of times: without this, ten lines take 150 ms to read. */
const known = new WeakMap<Schema, readonly PropertyFacts[]>();

/** All properties of a schema, those inside lists too. */
export function propertiesOf(schema: Schema): readonly PropertyFacts[] {
  const found = known.get(schema) ?? propertiesIn(schema as Node, '');
  known.set(schema, found);
  return found;
}

/** Their paths: `recipients`, `recipients[].email`. */
export const propertyPaths = (schema: Schema): readonly string[] => propertiesOf(schema).map(({ path }) => path);

function propertiesIn(schema: Node, before: string): readonly PropertyFacts[] {
  const found = unwrapped(schema);
  if (found?.item !== undefined) return propertiesIn(found.item, `${before}[]`);
  return Object.entries(found?.entries ?? {}).flatMap(([name, entry]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return [factsOf(path, entry), ...propertiesIn(entry, path)];
  });
}

/** The paths of what a shape of our own names, for each of its alternatives. What it leaves open has no paths inside. */
export function fieldPaths(schema: Schema): readonly (readonly string[])[] {
  const { type, options } = schema as Node;
  return (type === 'union' ? (options as readonly Node[]) : [schema as Node]).map((one) => fieldsIn(one, ''));
}

function fieldsIn(schema: Node, before: string): readonly string[] {
  const found = unwrapped(schema);
  if (found?.item !== undefined) return [`${before}[]`, ...fieldsIn(found.item, `${before}[]`)];
  if (found?.type === 'union') return (found.options as readonly Node[]).flatMap((one) => fieldsIn(one, before));
  if (found?.type !== 'object') return [];
  return Object.entries(found.entries ?? {}).flatMap(([name, entry]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return [path, ...fieldsIn(entry, path)];
  });
}

function factsOf(path: string, entry: Node): PropertyFacts {
  const value = unwrapped(entry);
  const inner = unwrapped(value?.item ?? value);
  const notes = inner === undefined ? [] : notesOf(inner);
  const listed = inner?.options ?? notes.map(({ enum: words }) => words).find((words) => Array.isArray(words));
  const words = Array.isArray(listed) ? listed.filter((option): option is string => typeof option === 'string') : [];
  return {
    path,
    values: words.length === 0 ? null : words,
    isInstant: notes.some(({ format }) => format === 'date-time'),
  };
}

/** What a schema says of itself beside its checks; a block with more to say stands inside another pipe. */
export const notesOf = ({ pipe }: Node): readonly Readonly<Record<string, unknown>>[] =>
  (pipe ?? []).flatMap((step) => [...(step.metadata === undefined ? [] : [step.metadata]), ...notesOf(step)]);

function unwrapped(schema: Node | undefined): Node | undefined {
  return schema?.wrapped === undefined ? schema : unwrapped(schema.wrapped);
}
