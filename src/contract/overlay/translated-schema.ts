import { isObject } from '../../core/platform/json.js';
import type { Translation } from './translation.js';

type Json = Readonly<Record<string, unknown>>;

/** A JSON Schema of ours in the words of a service: names, enumerated values and how it writes instants. */
export function translatedSchema(schema: Json, words: Translation): Json {
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
