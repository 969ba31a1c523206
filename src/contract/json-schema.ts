import { toJsonSchema } from '@valibot/to-json-schema';
import type { Translation } from './overlay/translation.js';
import { boundKeyword, componentKeyword, type Schema } from './schema.js';
import type { Parameter } from './operation.js';
import { isObject } from '../core/platform/json.js';

/** JSON Schema of what a caller may write, or reads; checks that it cannot say are left to their messages. */

type Json = Readonly<Record<string, unknown>>;

/** Whether the description shows a property; the assumption that it rests on otherwise. */
export interface SchemaBasis {
  readonly basis: 'described' | 'assumed';
  readonly assumption: string | undefined;
}

const bySource: SchemaBasis = { basis: 'described', assumption: undefined };

/** A schema that needs no other one. */
export const schemaOf = (schema: Schema): Json =>
  changed(converted(schema), ({ [componentKeyword]: _name, 'x-basis': _basis, 'x-assumption': _by, ...rest }) => rest);

/** The named schemas of a document, each once; `refer` fills them as it meets them. */
export interface Components {
  readonly schemas: Readonly<Record<string, Json>>;
  /**
   * A schema whose named parts are references; `name` holds the whole of one without a name of its own as a component.
   * Each property says in `x-basis` whether it is described; the ones without a mark of their own are as `basis` says.
   */
  refer(schema: Schema, options?: ReferOptions): Json;
}

interface ReferOptions {
  readonly name?: string;
  readonly basis?: SchemaBasis | null;
  /** What a service writes otherwise. */
  readonly words?: Translation;
}

/** Components whose references start with `place`, such as `#/components/schemas/`; null of `basis`: without the marks. */
export function createComponents(place: string, isTranslated = false): Components {
  const schemas: Record<string, Json> = {};

  /** One resource may be written in two ways by a service, in two places: then each has a name. */
  const freeName = (name: string, schema: Json): string => {
    const known = schemas[name];
    if (known === undefined || JSON.stringify(known) === JSON.stringify(schema)) return name;
    if (!isTranslated) throw new Error(`two schemas have the name ${name}`);
    return freeName(`${name}Otherwise`, schema);
  };

  const put = (name: string, schema: Json): Json => {
    const free = freeName(name, schema);
    schemas[free] = schema;
    return { $ref: `${place}${free}` };
  };

  const hoist = (found: Json, around: SchemaBasis | null): Json => {
    const { [componentKeyword]: name, 'x-basis': basis, 'x-assumption': assumption, ...rest } = found;
    const own: SchemaBasis | null =
      around === null
        ? null
        : basis !== undefined
          ? ({ basis, assumption } as SchemaBasis)
          : // What stands in many places is as the description has it, wherever it stands.
            name === undefined
            ? around
            : bySource;
    const inside = withParts(rest, (part, isProperty) => {
      const made = hoist(part, own);
      if (!isProperty || own === null) return made;
      const { 'x-basis': marked, 'x-assumption': by } = part;
      const of = marked === undefined ? own : ({ basis: marked, assumption: by } as SchemaBasis);
      return { ...made, ...marks(of) };
    });
    return typeof name === 'string' ? put(name, inside) : inside;
  };

  return {
    schemas,
    refer(schema, { name, basis = bySource, words } = {}) {
      const ours = converted(schema);
      const found = words === undefined ? ours : translatedSchema(ours, words);
      if (componentKeyword in found || name === undefined) return hoist(found, basis);
      return hoist({ ...(basis === null ? {} : marks(basis)), ...found, [componentKeyword]: name }, basis);
    },
  };
}

/** The component of a part of an operation that has no name of its own: `CreateEnvelopeRequest`. */
export const componentName = (id: string, kind: 'Request' | 'Query' | 'Response'): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}${kind}`;

/** What a property says of itself. */
const marks = ({ basis, assumption }: SchemaBasis): Json => ({
  'x-basis': basis,
  ...(assumption === undefined ? {} : { 'x-assumption': assumption }),
});

function converted(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  // A note that takes a keyword away says `undefined`.
  return changed(rest, (part) =>
    Object.fromEntries(Object.entries(part).filter(([key, value]) => value !== undefined && key !== boundKeyword)),
  );
}

const changed = (schema: Json, change: (schema: Json) => Json): Json =>
  change(withParts(schema, (part) => changed(part, change)));

/** A schema with the schemas in it replaced. */
function withParts(schema: Json, replace: (part: Json, isProperty: boolean) => Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') {
        const properties = Object.entries(value as Readonly<Record<string, Json>>);
        return [key, Object.fromEntries(properties.map(([name, part]) => [name, replace(part, true)]))];
      }
      if (key === 'anyOf' && value !== undefined)
        return [key, (value as readonly Json[]).map((part) => replace(part, false))];
      if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object')) {
        return [key, replace(value as Json, false)];
      }
      return [key, value];
    }),
  );
}

/** What a path parameter has to look like, as JSON Schema. */
export const parameterSchemas: Readonly<Record<Parameter, Readonly<Record<string, unknown>>>> = {
  uuid: { type: 'string', format: 'uuid' },
  id: { type: 'string', minLength: 1 },
  field_id: { type: 'string', format: 'uuid' },
  person_id: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  position: { type: 'string', pattern: '^[1-9][0-9]*$', description: 'From 1, in one spelling only.' },
};

/** A JSON Schema of ours in the words of a service: names, enumerated values and how it writes instants. */
function translatedSchema(schema: Json, words: Translation): Json {
  if (Object.keys(words).length === 0) return schema;
  const { properties, required, items } = schema;
  return {
    ...schema,
    ...choices(schema, (one) => translatedSchema(one, words)),
    ...(isObject(items) ? { items: translatedSchema(items, words) } : {}),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [
              words[name]?.to ?? name,
              isObject(property) ? translatedProperty(property, words[name]) : property,
            ]),
          ),
        }
      : {}),
    ...(Array.isArray(required) ? { required: required.map((name: unknown) => words[String(name)]?.to ?? name) } : {}),
  };
}

function translatedProperty(property: Json, words: Translation[string] | undefined): Json {
  if (words === undefined) return property;
  const inside = (one: Json): Json => translatedProperty(one, words);
  const { items } = property;
  const own =
    words.format !== null && property['format'] === 'date-time'
      ? { ...property, type: 'integer', format: words.format }
      : null;
  return {
    ...translatedSchema(own ?? property, words.inside),
    ...choices(property, inside),
    ...(isObject(items) ? { items: inside(items) } : {}),
    ...(Array.isArray(property['enum']) ? { enum: property['enum'].map((one: unknown) => wordOf(one, words)) } : {}),
    ...('const' in property ? { const: wordOf(property['const'], words) } : {}),
    ...('default' in property ? { default: wordOf(property['default'], words) } : {}),
  };
}

const wordOf = (value: unknown, { values }: Translation[string]): unknown =>
  typeof value === 'string' ? (values[value] ?? value) : value;

function choices(schema: Json, each: (one: Json) => Json): Json {
  return Object.fromEntries(
    ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
      const list = schema[name];
      return Array.isArray(list) ? [[name, list.map((one: unknown) => (isObject(one) ? each(one) : one))]] : [];
    }),
  );
}
