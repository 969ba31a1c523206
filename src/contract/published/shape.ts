import { isObject } from '../../core/platform/json.js';
import { DescriptionUnreadable, type Json, type PublishedDocument } from './document.js';

/** What a JSON schema lets a value be, as far as two descriptions are compared. */
export interface Shape {
  /** `null` among them when the value may be null; empty when the schema does not say. */
  readonly types: ReadonlySet<string>;
  /** The values that it may have; null when it does not say. */
  readonly values: ReadonlySet<string> | null;
  readonly properties: ReadonlyMap<string, Property>;
  readonly item: (() => Shape) | null;
  /** `date-time`, `uuid`; null when it does not say. */
  readonly format: string | null;
  /** The bounds of a text's length, a list's or a number; null when it does not say. */
  readonly min: number | null;
  readonly max: number | null;
}

export interface Property {
  readonly required: boolean;
  readonly shape: () => Shape;
}

export const anything: Shape = {
  types: new Set(),
  values: null,
  properties: new Map(),
  item: null,
  format: null,
  min: null,
  max: null,
};

const deepest = 12;
const maxParts = 100;

/** Reads a schema; what refers to itself is read on demand, one level at a time. */
export function readShape(document: PublishedDocument, schema: unknown, depth = 0): Shape {
  const found = depth > deepest ? null : document.resolve(schema);
  if (found === null) return anything;
  const parts = [own(document, found)];
  for (const part of partsOf(document, found, 'allOf')) parts.push(readShape(document, part, depth + 1));
  for (const name of ['anyOf', 'oneOf']) {
    const choices = partsOf(document, found, name).map((choice) => readShape(document, choice, depth + 1));
    if (choices.length > 0) parts.push(choices.reduce(either));
  }
  return requiring(parts.reduce(both), found['required']);
}

/** Bounded, since joining them costs what they have together, and each property of theirs is joined again. */
function partsOf(document: PublishedDocument, schema: Json, name: string): readonly unknown[] {
  const parts = list(schema[name]);
  if (parts.length > maxParts) throw new DescriptionUnreadable(`it has more than ${maxParts} parts in one \`${name}\``);
  document.count(parts.length);
  return parts;
}

/** What is required may be described by another part than the one that requires it. */
function requiring(shape: Shape, required: unknown): Shape {
  const names = new Set(list(required));
  if (names.size === 0) return shape;
  const properties = [...shape.properties].map(([name, property]): [string, Property] => [
    name,
    names.has(name) ? { ...property, required: true } : property,
  ]);
  return { ...shape, properties: new Map(properties) };
}

function own(document: PublishedDocument, schema: Json): Shape {
  const given = 'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : null;
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  document.count(properties.length + (given?.length ?? 0));
  const types = new Set(typesOf(schema, given));
  if (schema['nullable'] === true && types.size > 0) types.add('null');
  return {
    types,
    values: given === null ? null : new Set(given.filter((value) => value !== null).map(wordOf)),
    properties: new Map(
      properties.map(([name, inside]): [string, Property] => [
        name,
        { required: false, shape: () => readShape(document, inside) },
      ]),
    ),
    item: 'items' in schema ? () => readShape(document, schema['items']) : null,
    format: typeof schema['format'] === 'string' ? schema['format'] : null,
    min: numberIn(schema, ['minLength', 'minItems', 'minimum']),
    max: numberIn(schema, ['maxLength', 'maxItems', 'maximum']),
  };
}

function numberIn(schema: Json, names: readonly string[]): number | null {
  const found = names.map((name) => schema[name]).find((value) => typeof value === 'number');
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** A value that is not plain is never turned into words: it may be nested without end, and bring its own `toString`. */
const wordOf = (value: unknown): string => (typeof value === 'object' ? '{}' : String(value));

function typesOf(schema: Json, given: readonly unknown[] | null): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === 'string');
  if (given !== null) return given.map((value) => (value === null ? 'null' : typeof value));
  if (isObject(schema['properties'])) return ['object'];
  return 'items' in schema ? ['array'] : [];
}

/** A value that one of the two lets be. */
export function either(one: Shape, other: Shape): Shape {
  // A choice that says nothing lets everything be, but for `null`, which says all that it has to say.
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const silent = one.types.size === 0 || other.types.size === 0;
  // `null` has no properties, and a list beside some words does not let every word be.
  const beside = (shape: Shape, types: readonly string[]): boolean =>
    shape.types.size > 0 && [...shape.types].every((type) => types.includes(type));
  const objects = [one, other].filter((shape) => !beside(shape, ['null']));
  const words = objects.filter((shape) => shape.values !== null || !beside(shape, ['null', 'array', 'object']));
  return {
    types: silent ? new Set() : new Set([...one.types, ...other.types]),
    values:
      words.length === 0 || words.some(({ values }) => values === null)
        ? null
        : new Set(words.flatMap(({ values }) => [...(values ?? [])])),
    properties: new Map(
      [...names].map((name): [string, Property] => {
        const found = objects.flatMap(({ properties }) => properties.get(name) ?? []);
        const required = found.length === objects.length && found.every((property) => property.required);
        return [name, { required, shape: () => found.map(({ shape }) => shape()).reduce(either) }];
      }),
    ),
    item: one.item ?? other.item,
    ...boundsOf(objects),
  };
}

/** Of several choices the bounds that hold for each, and the format that all have. */
function boundsOf(shapes: readonly Shape[]): Pick<Shape, 'format' | 'min' | 'max'> {
  const all = <T>(read: (shape: Shape) => T | null): readonly T[] | null => {
    const found = shapes.flatMap((shape) => read(shape) ?? []);
    return found.length === shapes.length && found.length > 0 ? found : null;
  };
  const formats = new Set(all(({ format }) => format));
  const [mins, maxes] = [all(({ min }) => min), all(({ max }) => max)];
  return {
    format: formats.size === 1 ? ([...formats][0] ?? null) : null,
    min: mins === null ? null : Math.min(...mins),
    max: maxes === null ? null : Math.max(...maxes),
  };
}

/** A value that both let be. */
function both(one: Shape, other: Shape): Shape {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const shared = [...one.types].filter((type) => other.types.has(type));
  const { values } = other;
  return {
    types: new Set(one.types.size === 0 ? other.types : other.types.size === 0 ? one.types : shared),
    values:
      one.values === null || values === null
        ? (one.values ?? values)
        : new Set([...one.values].filter((value) => values.has(value))),
    properties: new Map(
      [...names].map((name): [string, Property] => {
        const found = [one, other].flatMap(({ properties }) => properties.get(name) ?? []);
        return [
          name,
          {
            required: found.some(({ required }) => required),
            shape: () => found.map(({ shape }) => shape()).reduce(both),
          },
        ];
      }),
    ),
    item: one.item ?? other.item,
    format: one.format ?? other.format,
    min: one.min ?? other.min,
    max: one.max ?? other.max,
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
