import { emptyTranslation, instantFormats, type InstantFormat, type Translation } from '../overlay/translation.js';
import { aligned } from './align.js';
import { namesAlike } from './alike.js';
import { differs, type Direction, type Found } from './difference.js';
import type { Property, Shape } from './shape.js';

type PropertyWords = Translation[string];

/** Where a value stands, and what a contract file says of it. */
export interface Place {
  /** The operation that a correction is for. */
  readonly operation: string;
  /** `body.recipients[]`. */
  readonly path: string;
  readonly direction: Direction;
  /** Of its properties. */
  readonly inside: Translation;
  /** Of itself. */
  readonly own: PropertyWords | undefined;
  /** Theirs is what one value shows, not all that a schema allows. */
  readonly isSample?: boolean;
}

/** What differs between two descriptions of one value, in the order of our properties. */
export function compareShapes(ours: Shape, theirs: Shape, place: Place): readonly Found[] {
  const instant = compareInstant(ours, theirs, place);
  if (instant !== null) return instant;
  return [
    ...compareTypes(ours, theirs, place),
    ...compareValues(ours, theirs, place),
    ...compareBounds(ours, theirs, place),
    ...compareProperties(ours, theirs, place),
    ...(ours.item === null || theirs.item === null
      ? []
      : compareShapes(ours.item(), theirs.item(), { ...place, path: `${place.path}[]` })),
  ];
}

/** An instant of ours that is a number there; null where that is not the case. */
function compareInstant(ours: Shape, theirs: Shape, { operation, path, own }: Place): readonly Found[] | null {
  const isNumber = [...theirs.types].some((type) => type === 'integer' || type === 'number');
  if (ours.format !== 'date-time' || !isNumber) return null;
  if (own?.format !== null && own?.format !== undefined) return [];
  const format = formatNamed(theirs.format);
  const line = { name: `${operation}.${path}.format`, value: format ?? '' };
  const found = differs(
    'type',
    path,
    ['an instant as text', theirs.format ?? 'a number'],
    true,
    format === null ? null : line,
  );
  return [format === null ? { ...found, candidates: [...instantFormats] } : found];
}

function formatNamed(format: string | null): InstantFormat | null {
  if (format === null) return null;
  const word = format.toLowerCase().replaceAll('-', '_');
  const exact = instantFormats.find((one) => one === word);
  if (exact !== undefined) return exact;
  if (/milli|_ms$/.test(word)) return 'unix_milliseconds';
  return /^(?:unix|epoch)(?:_?(?:time|timestamp|seconds))?$/.test(word) ? 'unix_seconds' : null;
}

/** A description that does not say what a value is differs from nothing. */
function compareTypes(ours: Shape, theirs: Shape, { path, direction }: Place): readonly Found[] {
  if (ours.types.size === 0 || theirs.types.size === 0) return [];
  const words = [typeWords(ours.types), typeWords(theirs.types)] as const;
  if (words[0] === words[1]) return [];
  const [giving, taking] = direction === 'sent' ? [ours.types, theirs.types] : [theirs.types, ours.types];
  return [differs('type', path, words, !isWithin(giving, taking))];
}

const isWithin = (giving: ReadonlySet<string>, taking: ReadonlySet<string>): boolean =>
  [...giving].every((type) => taking.has(type) || (type === 'integer' && taking.has('number')));

const typeWords = (types: ReadonlySet<string>): string => [...types].toSorted().join(' or ');

function compareValues(ours: Shape, theirs: Shape, { operation, path, direction, own }: Place): readonly Found[] {
  if (theirs.values === null) {
    return ours.values === null ? [] : [differs('enum', path, [listed(ours.values), null], false)];
  }
  // Where we take any text, a narrower answer is not a difference; a narrower request is one.
  if (ours.values === null) {
    return direction === 'received' ? [] : [differs('enum', path, [null, listed(theirs.values)], true)];
  }
  const called = (value: string): string => own?.values[value] ?? value;
  const same = (one: string, other: string): boolean => called(one) === other;
  const [mine, others] = [[...ours.values], [...theirs.values]];
  const guesses = aligned(mine, others, { same, alike: namesAlike, fits: () => true });
  const claimed = new Set([...guesses.values()].map(({ found }) => found));
  return [
    ...[...guesses].map(([value, { found, candidates }]) => {
      const line = found === null ? null : { name: `${operation}.${path}=${value}`, value: found };
      return { ...differs('enum', path, [value, found], direction === 'sent' || found !== null, line), candidates };
    }),
    ...others
      .filter((other) => !claimed.has(other) && !mine.some((one) => same(one, other)))
      .map((value) => differs('enum', path, [null, value], direction === 'received')),
  ];
}

const listed = (values: ReadonlySet<string>): string => [...values].join(', ');

/** Bounds of what is sent: an answer is read whatever its length. */
function compareBounds(ours: Shape, theirs: Shape, { operation, path, direction }: Place): readonly Found[] {
  if (direction === 'received') return [];
  return (['min', 'max'] as const).flatMap((kind) => {
    const [mine, other] = [ours[kind], theirs[kind]];
    if (mine === null || other === null || mine === other) return [];
    const stricter = kind === 'max' ? other < mine : other > mine;
    const line = { name: `${operation}.${path}.${kind}`, value: other };
    return [differs('limit', `${path}.${kind}`, [String(mine), String(other)], stricter, line)];
  });
}

function compareProperties(ours: Shape, theirs: Shape, place: Place): readonly Found[] {
  if (ours.properties.size === 0 || (theirs.properties.size === 0 && theirs.types.size === 0)) return [];
  const { path, inside, direction, operation, isSample = false } = place;
  const at = (name: string): string => `${path}.${name}`;
  const called = (name: string): string => inside[name]?.to ?? name;
  const [mine, others] = [[...ours.properties], [...theirs.properties]];
  const guesses = aligned(mine, others, {
    same: ([name], [other]) => called(name) === other,
    // A name that we have for something else, the service will not mean otherwise.
    alike: ([name], [other]) => !ours.properties.has(other) && namesAlike(name, other),
    fits: ([, property], [other, its]) => !ours.properties.has(other) && sameKind(property, its, isSample),
    stands: ([, property], [other, its]) =>
      !ours.properties.has(other) &&
      sameKind(property, its, isSample) &&
      (direction === 'received' || sameMarks(property, its)),
  });
  const claimed = new Set([...guesses.values()].map(({ found }) => found?.[0]));
  const found: Found[] = [];
  for (const entry of mine) {
    const [name, property] = entry;
    const other = theirs.properties.get(called(name));
    const guess = guesses.get(entry);
    if (other === undefined) {
      const to = guess?.found?.[0] ?? null;
      const breaks = direction === 'sent' || property.required;
      const correction = to === null ? null : { name: `${operation}.${at(name)}`, value: to };
      const candidates = guess?.candidates.map(([candidate]) => candidate) ?? [];
      found.push({ ...differs('property', at(name), [called(name), to], breaks, correction), candidates });
      continue;
    }
    found.push(...compareRequired(property, other, at(name), direction));
    const own = inside[name];
    const within = { ...place, path: at(name), own, inside: own?.inside ?? emptyTranslation() };
    // One by one: a list of any length cannot be handed over as arguments.
    for (const one of compareShapes(property.shape(), other.shape(), within)) found.push(one);
  }
  const known = new Set(mine.map(([name]) => called(name)));
  for (const [name, { required }] of others) {
    if (known.has(name) || claimed.has(name)) continue;
    found.push(differs('property', at(name), [null, name], direction === 'sent' && required));
  }
  return found;
}

/** Whether a value of one could be the other's: what merely is left over may be anything. */
function sameKind(one: Property, other: Property, isSample: boolean): boolean {
  const [ours, theirs] = [one.shape(), other.shape()];
  // Of a value that is null there is nothing else to be seen.
  if (isSample && theirs.types.has('null') && theirs.types.size === 1) return ours.types.has('null');
  const isInstant = ours.format === 'date-time' && [...theirs.types].some((type) => type === 'integer');
  const isTyped = isSample ? isWithin(theirs.types, ours.types) : typeWords(ours.types) === typeWords(theirs.types);
  if (!isTyped && !isInstant) return false;
  if (ours.format !== null && theirs.format !== null && ours.format !== theirs.format && !isInstant) return false;
  if (ours.values !== null && theirs.values !== null && ![...ours.values].some((value) => theirs.values?.has(value))) {
    return false;
  }
  if (ours.properties.size === 0 || theirs.properties.size === 0)
    return ours.properties.size === theirs.properties.size;
  return [...ours.properties.keys()].some((name) => theirs.properties.has(name));
}

/** Whether both have a mark that few values share; what is sent must not go to whatever merely stands in its place. */
function sameMarks(one: Property, other: Property): boolean {
  const [ours, theirs] = [one.shape(), other.shape()];
  const isMarked = ours.format !== null || ours.max !== null || ours.values !== null;
  if (one.required === other.required && shareMost(ours.item?.() ?? ours, theirs.item?.() ?? theirs)) return true;
  return isMarked && ours.format === theirs.format && ours.max === theirs.max && one.required === other.required;
}

function shareMost(ours: Shape, theirs: Shape): boolean {
  const shared = [...ours.properties.keys()].filter((name) => theirs.properties.has(name)).length;
  return shared > 0 && shared * 2 >= Math.max(ours.properties.size, theirs.properties.size);
}

function compareRequired(ours: Property, theirs: Property, path: string, direction: Direction): readonly Found[] {
  if (ours.required === theirs.required) return [];
  const words = (required: boolean): string => (required ? 'required' : 'optional');
  const breaks = direction === 'sent' ? theirs.required : ours.required;
  return [differs('required', path, [words(ours.required), words(theirs.required)], breaks)];
}
