import { Option } from 'commander';
import type { Schema } from '../../contract/schema.js';
import type { Node } from '../../contract/structure.js';

/** Creates flags from a contract row: choices and limits are those of the property. */
export function optionFor(flags: string, about: string, schema: Schema | null | undefined, property: string): Option {
  const found = propertyOf(schema, property);
  if (found === null) throw new RangeError(`the row has no property ${property}`);
  const words = wordsOf(found);
  const option = new Option(flags, words.limit === null ? about : `${about} (${words.limit})`);
  return words.choices === null ? option : option.choices(words.choices);
}

interface Words {
  readonly choices: readonly string[] | null;
  readonly limit: string | null;
}

function propertyOf(schema: Schema | null | undefined, property: string): Node | null {
  let node = (schema ?? null) as Node | null;
  for (const name of property.split('.')) {
    node = node === null ? null : (unwrap(node).entries?.[name] ?? null);
  }
  return node;
}

/** Unwraps `optional`, `nullable` and arrays. */
function unwrap(node: Node): Node {
  if (node.wrapped !== undefined) return unwrap(node.wrapped);
  return node.type === 'array' && node.item !== undefined ? unwrap(node.item) : node;
}

function wordsOf(property: Node): Words {
  const node = unwrap(property);
  const choices = node.type === 'picklist' ? (node.options ?? []).filter((name) => typeof name === 'string') : null;
  const max = (node.pipe ?? [])
    .map(({ message }) =>
      typeof message === 'string' ? /^must be (at most \d+ characters)$/.exec(message)?.[1] : undefined,
    )
    .find((limit) => limit !== undefined);
  return { choices, limit: max ?? null };
}

const collectors = new WeakSet<object>();

/** For a repeatable flag: adds a value to the previous ones. */
export const collect = <T>(parse: (text: string) => T): Collector<T> => collectAll((text) => [parse(text)]);

/** The same where each value is a list with commas. */
export const collectList = <T>(parse: (text: string) => T): Collector<T> =>
  collectAll((text) => text.split(',').map((each) => parse(each.trim())));

type Collector<T> = (text: string, before: readonly T[] | undefined) => readonly T[];

function collectAll<T>(parse: (text: string) => readonly T[]): Collector<T> {
  const add: Collector<T> = (text, before) => [...(before ?? []), ...parse(text)];
  collectors.add(add);
  return add;
}

/** Whether a flag may be given more than once. */
export const isRepeatable = ({ variadic, parseArg }: Option): boolean =>
  variadic || (parseArg !== undefined && collectors.has(parseArg));
