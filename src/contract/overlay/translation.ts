import { isInstant } from '../schema.js';

/** How a service writes an instant, other than as ISO 8601 text. */
export const instantFormats = ['unix_seconds', 'unix_milliseconds'] as const;
export type InstantFormat = (typeof instantFormats)[number];

/** What a property is called on the wire, and how its value is written there. */
interface PropertyWords {
  readonly to: string | null;
  /** Our values to the service's. */
  readonly values: Readonly<Record<string, string>>;
  readonly format: InstantFormat | null;
  readonly inside: Translation;
}

/** Properties that the service writes otherwise, as a tree along the bodies that hold them. */
export interface Translation {
  readonly [property: string]: PropertyWords;
}

/** Without a prototype: `constructor` is a property like any other. */
export const emptyTranslation = (): Translation => Object.create(null) as Translation;

const noWords = (): PropertyWords => ({ to: null, values: {}, format: null, inside: emptyTranslation() });

/**
 * Changes one property of a tree that is being made; `recipients[].email` is a path. False, and nothing is changed, when
 * a neighbour has its new name already, or another value the service's word.
 */
export function changeWords(
  tree: Translation,
  path: string,
  change:
    | { readonly to: string }
    | { readonly format: InstantFormat }
    | { readonly value: string; readonly as: string },
): boolean {
  const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
  const own = tree[first] ?? noWords();
  const put = (words: PropertyWords): boolean => {
    (tree as Record<string, PropertyWords>)[first] = words;
    return true;
  };
  if (rest.length > 0) return changeWords(own.inside, rest.join('.'), change) && put(own);
  if ('format' in change) return put({ ...own, format: change.format });
  if ('value' in change) {
    const taken = Object.entries(own.values).some(([value, as]) => value !== change.value && as === change.as);
    if (taken) return false;
    const values = Object.assign(Object.create(null), own.values, { [change.value]: change.as }) as typeof own.values;
    return put({ ...own, values });
  }
  const taken = Object.entries(tree).some(([name, other]) => name !== first && other.to === change.to);
  return !taken && put({ ...own, to: change.to });
}

/** The tree with a format for the instants at these paths, but for those that have one: it is changed in place. */
export function withInstants(tree: Translation, paths: readonly string[], format: InstantFormat): Translation {
  for (const path of paths) {
    if (formatAt(tree, path) === null) changeWords(tree, path, { format });
  }
  return tree;
}

function formatAt(tree: Translation, path: string): InstantFormat | null {
  const steps = path.replaceAll('[]', '').split('.');
  const above = steps
    .slice(0, -1)
    .reduce<Translation>((found, step) => found[step]?.inside ?? emptyTranslation(), tree);
  return above[steps.at(-1) ?? '']?.format ?? null;
}

/** `to` the service's words, or `from` them. */
export type Direction = 'to' | 'from';

/**
 * A value in the other's words: names of properties, enumerated values and instants. Arrays are looked into; the order
 * of the properties stays, and the value itself is left as it is.
 */
export function translated(value: unknown, tree: Translation | undefined, direction: Direction): unknown {
  if (tree === undefined || typeof value !== 'object' || value === null || Object.keys(tree).length === 0) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => translated(item, tree, direction));
  const ours = new Map(Object.entries(tree).map(([property, { to }]) => [to ?? property, property]));
  const known = Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, unknown][] => {
    const property = direction === 'to' ? key : (ours.get(key) ?? key);
    const words = tree[property];
    if (words === undefined) return [[key, item]];
    // Under both names: the corrected one is meant.
    if (direction === 'from' && words.to !== null && key !== words.to) return [];
    return [[direction === 'to' ? (words.to ?? key) : property, translatedValue(item, words, direction)]];
  });
  return Object.fromEntries(known);
}

function translatedValue(item: unknown, words: PropertyWords, direction: Direction): unknown {
  if (Array.isArray(item)) return item.map((one: unknown) => translatedValue(one, words, direction));
  if (typeof item === 'object') return translated(item, words.inside, direction);
  if (words.format !== null) return translatedInstant(item, words.format, direction);
  return typeof item === 'string' ? translatedWord(item, words.values, direction) : item;
}

function translatedWord(word: string, values: PropertyWords['values'], direction: Direction): string {
  const pairs = Object.entries(values);
  const found =
    direction === 'to' ? pairs.find(([ours]) => ours === word)?.[1] : pairs.find(([, as]) => as === word)?.[0];
  return found ?? word;
}

/** An invalid instant stays unchanged, so that its reader refuses it. */
function translatedInstant(item: unknown, format: InstantFormat, direction: Direction): unknown {
  const unit = format === 'unix_seconds' ? 1000 : 1;
  if (direction === 'to') {
    return typeof item === 'string' && isInstant(item) ? Math.floor(Date.parse(item) / unit) : item;
  }
  if (typeof item !== 'number' || !Number.isFinite(item) || Math.abs(item * unit) > 8.64e15) return item;
  return new Date(item * unit).toISOString();
}

/** A path such as `recipients[0].email` in the other's words; a step that the tree does not know stays. */
export function translatedPath(path: string, tree: Translation, direction: Direction): string {
  let inside: Translation = tree;
  const steps = path.split('.').map((step) => {
    const [, key = '', index = ''] = /^([^[]*)(.*)$/s.exec(step) ?? [];
    const property =
      direction === 'to' ? key : (Object.entries(inside).find(([name, { to }]) => (to ?? name) === key)?.[0] ?? key);
    const words = inside[property];
    inside = words?.inside ?? emptyTranslation();
    return `${direction === 'to' ? (words?.to ?? key) : property}${index}`;
  });
  return steps.join('.');
}
