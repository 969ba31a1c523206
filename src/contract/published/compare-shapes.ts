import type { Names } from '../names.js';
import { namesAlike } from './alike.js';
import { differs, type Direction, type Found } from './difference.js';
import type { Property, Shape } from './shape.js';

/** Where a value stands, and what its properties are called there by a correction. */
export interface Place {
  /** The operation that a correction is for. */
  readonly operation: string;
  /** `body.recipients[]`. */
  readonly path: string;
  readonly direction: Direction;
  readonly names: Names | undefined;
}

/** What differs between two descriptions of one value, in the order of our properties. */
export function compareShapes(ours: Shape, theirs: Shape, place: Place): readonly Found[] {
  return [
    ...compareTypes(ours, theirs, place),
    ...compareValues(ours, theirs, place),
    ...compareProperties(ours, theirs, place),
    ...(ours.item === null || theirs.item === null
      ? []
      : compareShapes(ours.item(), theirs.item(), { ...place, path: `${place.path}[]` })),
  ];
}

/** A description that does not say what a value is differs from nothing. */
function compareTypes(ours: Shape, theirs: Shape, { path, direction }: Place): readonly Found[] {
  if (ours.types.size === 0 || theirs.types.size === 0) return [];
  const words = [typeWords(ours.types), typeWords(theirs.types)] as const;
  if (words[0] === words[1]) return [];
  const [giving, taking] = direction === 'sent' ? [ours.types, theirs.types] : [theirs.types, ours.types];
  const fits = [...giving].every((type) => taking.has(type) || (type === 'integer' && taking.has('number')));
  return [differs('type', path, words, !fits)];
}

const typeWords = (types: ReadonlySet<string>): string => [...types].toSorted().join(' or ');

function compareValues(ours: Shape, theirs: Shape, { path, direction }: Place): readonly Found[] {
  if (theirs.values === null) {
    return ours.values === null ? [] : [differs('enum', path, [listed(ours.values), null], false)];
  }
  // Where we take any text, what may come is no difference; what may be sent is one.
  if (ours.values === null) {
    return direction === 'received' ? [] : [differs('enum', path, [null, listed(theirs.values)], true)];
  }
  const { values } = ours;
  const missing = [...values].filter((value) => theirs.values?.has(value) === false);
  const further = [...theirs.values].filter((value) => !values.has(value));
  return [
    ...missing.map((value) => differs('enum', path, [value, null], direction === 'sent')),
    ...further.map((value) => differs('enum', path, [null, value], direction === 'received')),
  ];
}

const listed = (values: ReadonlySet<string>): string => [...values].join(', ');

function compareProperties(ours: Shape, theirs: Shape, place: Place): readonly Found[] {
  if (ours.properties.size === 0 || (theirs.properties.size === 0 && theirs.types.size === 0)) return [];
  const { path, names, direction } = place;
  const at = (name: string): string => `${path}.${name}`;
  const called = (name: string): string => names?.[name]?.to ?? name;
  const known = new Set([...ours.properties.keys()].map(called));
  const further = [...theirs.properties].filter(([name]) => !known.has(name));
  const claimed = new Set<string>();
  const found: Found[] = [];
  for (const [name, property] of ours.properties) {
    const other = theirs.properties.get(called(name));
    if (other === undefined) {
      const free = further.filter(([one]) => !claimed.has(one) && !ours.properties.has(one));
      const to = likelyName(name, property, free);
      if (to !== null) claimed.add(to);
      const breaks = direction === 'sent' || property.required;
      const correction = to === null ? null : { name: `${place.operation}.${at(name)}`, value: to };
      found.push(differs('property', at(name), [called(name), null], breaks, correction));
      continue;
    }
    found.push(...compareRequired(property, other, at(name), direction));
    const inside = { ...place, path: at(name), names: names?.[name]?.inside };
    // One by one: a list of any length cannot be handed over as arguments.
    for (const one of compareShapes(property.shape(), other.shape(), inside)) found.push(one);
  }
  for (const [name, { required }] of further) {
    found.push(differs('property', at(name), [null, name], direction === 'sent' && required));
  }
  return found;
}

function compareRequired(ours: Property, theirs: Property, path: string, direction: Direction): readonly Found[] {
  if (ours.required === theirs.required) return [];
  const words = (required: boolean): string => (required ? 'required' : 'optional');
  const breaks = direction === 'sent' ? theirs.required : ours.required;
  return [differs('required', path, [words(ours.required), words(theirs.required)], breaks)];
}

/**
 * The service's name of a property that is missing there: the only one of the same kind whose name is like it. What
 * merely is left over may be anything, and a correction would send the value under a name that means something else.
 */
function likelyName(
  name: string,
  property: Property,
  further: readonly (readonly [string, Property])[],
): string | null {
  const kind = typeWords(property.shape().types);
  const alike = further.filter(([other, its]) => namesAlike(name, other) && typeWords(its.shape().types) === kind);
  const [only] = alike;
  return only !== undefined && alike.length === 1 ? only[0] : null;
}
