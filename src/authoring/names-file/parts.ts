import { captionLikeness, dice, type Features, isSameKind, leadsOf } from './likeness.js';
import { isOfSigner } from './names.js';

/** A pair of fields that stand at the same place in the same part of two forms. */
export interface Standing {
  /** Places in the order of each form. */
  readonly from: number;
  readonly to: number;
  /** How alike the words beside the two are, from 0 to 1. */
  readonly words: number;
  /** By how much other fields of the two parts are less alike than that. */
  readonly lead: number;
  /** From 0 to 1: how much of the two parts stands in the same order. */
  readonly order: number;
  /** Whether the neighbours of the two are a pair too, or both parts end there. */
  readonly isTight: boolean;
  /** Whether the headings alone tell which part of the one form is which of the other. */
  readonly isSurePart: boolean;
}

/** The fields under one heading, by their places in the order of the form. */
interface Part {
  readonly places: readonly number[];
  readonly heading: ReadonlySet<string>;
}

/** A heading is told apart from the others by so much. */
const headingLead = 0.15;
/** Parts in another order must be so much more alike to be paired against the order. */
const againstOrder = 1.15;
/** What a pair is worth for its place alone; alike words add up to 1. */
const forPlace = 0.35;

/**
 * Pairs the fields of two forms by where they stand: first the parts by their headings, their kinds of fields and their
 * order, then the fields of each pair of parts without changing their order. Fields of other kinds are never paired.
 */
export function standings(from: readonly Features[], to: readonly Features[]): readonly Standing[] {
  const [old, fresh] = [partsOf(from), partsOf(to)];
  const worth = (i: number, j: number): number => {
    const [one, other] = [from[i], to[j]];
    return one === undefined || other === undefined || !isSameKind(one, other)
      ? 0
      : forPlace + captionLikeness(one, other);
  };
  const rows = old.map((one) => fresh.map((other) => alignParts(one, other, worth)));
  const headings = old.map((one) => fresh.map((other) => dice(one.heading, other.heading)));
  const lead = leadsOf(headings);
  const alike = rows.map((row, p) => row.map(({ share }, q) => share + (headings[p]?.[q] ?? 0)));
  return pairParts(alike).flatMap(([p, q]) => {
    const found = rows[p]?.[q];
    const isSurePart = (old.length === 1 && fresh.length === 1) || lead(p, q) >= headingLead;
    if (found === undefined) return [];
    const words = (old[p]?.places ?? []).map((i) =>
      (fresh[q]?.places ?? []).map((j) => Math.max(0, worth(i, j) - forPlace)),
    );
    const leads = leadsOf(words);
    const isEdge = (a: number, b: number): boolean => a === words.length && b === (words[0]?.length ?? 0);
    const isPair = (a: number, b: number): boolean =>
      found.pairs.some(([x, y]) => x === a && y === b) || (a === -1 && b === -1) || isEdge(a, b);
    return found.pairs.map(([a, b]) => ({
      from: old[p]?.places[a] ?? 0,
      to: fresh[q]?.places[b] ?? 0,
      words: words[a]?.[b] ?? 0,
      lead: leads(a, b),
      order: found.order,
      isTight: isPair(a - 1, b - 1) && isPair(a + 1, b + 1),
      isSurePart,
    }));
  });
}

function partsOf(features: readonly Features[]): readonly Part[] {
  const parts = new Map<string, { places: number[]; heading: ReadonlySet<string> }>();
  features.forEach(({ field, section }, place) => {
    if (isOfSigner(field.type)) return;
    const name = (field.context.section ?? '').trim().toLowerCase();
    const part = parts.get(name) ?? { places: [], heading: section };
    parts.set(name, { ...part, places: [...part.places, place] });
  });
  return toldApart([...parts.values()]);
}

/** Leaves out of each heading what many of them say, such as `details of the`: it tells no two parts apart. */
function toldApart(parts: readonly Part[]): readonly Part[] {
  const counts = new Map<string, number>();
  for (const { heading } of parts) for (const group of heading) counts.set(group, (counts.get(group) ?? 0) + 1);
  const isCommon = (group: string): boolean => {
    const count = counts.get(group) ?? 0;
    return count > 1 && count > parts.length / 3;
  };
  return parts.map((part) => ({ ...part, heading: new Set([...part.heading].filter((group) => !isCommon(group))) }));
}

interface AlignedParts {
  readonly pairs: readonly Aligned[];
  /** What the pairs are worth, as a share of all fields of the two. */
  readonly share: number;
  /** How many fields have a pair, as a share. */
  readonly order: number;
}

function alignParts(one: Part, other: Part, worth: (i: number, j: number) => number): AlignedParts {
  const worthOf = (a: number, b: number): number => worth(one.places[a] ?? 0, other.places[b] ?? 0);
  const pairs = align(one.places.length, other.places.length, worthOf);
  const both = one.places.length + other.places.length;
  const sum = pairs.reduce((total, [a, b]) => total + worthOf(a, b), 0);
  return { pairs, share: (2 * sum) / both, order: (2 * pairs.length) / both };
}

/** In the order of both forms, unless other pairs are clearly more alike. */
function pairParts(alike: readonly (readonly number[])[]): readonly Aligned[] {
  const ordered = align(alike.length, alike[0]?.length ?? 0, (p, q) => alike[p]?.[q] ?? 0);
  const free: Aligned[] = [];
  const sorted = alike
    .flatMap((row, p) => row.map((score, q) => ({ p, q, score })))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.p - b.p || a.q - b.q);
  for (const { p, q } of sorted) if (!free.some(([one, other]) => one === p || other === q)) free.push([p, q]);
  const worth = (pairs: readonly Aligned[]): number =>
    pairs.reduce((sum, [p, q]) => sum + (alike[p]?.[q] ?? 0) ** 2, 0);
  return worth(free) > againstOrder * worth(ordered) ? free : ordered;
}

/** A pair of places in two sequences that belong together. */
type Aligned = readonly [one: number, other: number];

/**
 * The pairs of two sequences that keep the order of both and are worth the most together (Needleman and Wunsch).
 * `worth(i, j)` is above 0 for a pair that may be made; leaving one out costs nothing. Takes the time of the product of
 * the two lengths.
 */
export function align(one: number, other: number, worth: (i: number, j: number) => number): readonly Aligned[] {
  const width = other + 1;
  const best = new Float64Array((one + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const paired = (i: number, j: number): number => {
    const own = worth(i - 1, j - 1);
    return own > 0 ? at(i - 1, j - 1) + own : -1;
  };
  for (let i = 1; i <= one; i += 1) {
    for (let j = 1; j <= other; j += 1) {
      best[i * width + j] = Math.max(at(i - 1, j), at(i, j - 1), paired(i, j));
    }
  }
  const pairs: Aligned[] = [];
  for (let [i, j] = [one, other]; i > 0 && j > 0;) {
    if (at(i, j) === paired(i, j)) {
      i -= 1;
      j -= 1;
      pairs.push([i, j]);
    } else if (at(i, j) === at(i - 1, j)) i -= 1;
    else j -= 1;
  }
  return pairs.toReversed();
}
