import type { Field } from '../../contract/resources/template.js';

/**
 * What is compared of a field: the words of the form around it as sets of letter groups, and its place in the order.
 */
export interface Features {
  readonly field: Field;
  readonly words: readonly ReadonlySet<string>[];
  /** The same without what the heading says already, which tells no two fields of a part apart. */
  readonly ownWords: readonly ReadonlySet<string>[];
  readonly section: ReadonlySet<string>;
  readonly place: ReadonlySet<string>;
  readonly nearby: ReadonlySet<string>;
  readonly widget: string | null;
  readonly widgetWords: ReadonlySet<string>;
  /** 0 for the first field of the form, 1 for the last. */
  readonly order: number;
}

/** Reads the features of every field of a form, in the order in which a reader meets them. */
export function featuresOf(fields: readonly Field[]): readonly Features[] {
  return fields.map((field, index) => {
    const { context } = field;
    const texts = [context.label, field.label, context.tooltip].filter((text) => text !== null && text.trim() !== '');
    const words = [...new Set(texts)].map((text) => groups(text));
    const section = groups(context.section);
    return {
      field,
      words,
      ownWords: words.map((one) => new Set([...one].filter((group) => !section.has(group)))),
      section,
      place: groups([context.row, context.column, field.option_value ?? context.option].filter(Boolean).join(' ')),
      nearby: groups(context.nearby.slice(0, 4).join(' ')),
      widget: context.widget_name,
      widgetWords: groups(context.widget_name),
      order: fields.length < 2 ? 0 : index / (fields.length - 1),
    };
  });
}

/**
 * How alike two fields are, from 0 to 1: by the words beside them first, then by the part of the form they stand in,
 * and by their place in it. 0 where they take different kinds of answer.
 */
export function likeness(one: Features, other: Features): number {
  const kinds = kindLikeness(one.field.type, other.field.type);
  if (kinds === 0) return 0;
  const parts: (readonly [weight: number, alike: number])[] = [
    [5, wordLikeness(one, other)],
    [1.5, 1 - Math.min(1, Math.abs(one.order - other.order) * 4)],
  ];
  if (one.section.size + other.section.size > 0) parts.push([2.5, dice(one.section, other.section)]);
  if (one.place.size > 0 && other.place.size > 0) parts.push([1.5, dice(one.place, other.place)]);
  if (one.nearby.size > 0 && other.nearby.size > 0) parts.push([0.7, dice(one.nearby, other.nearby)]);
  if (one.widget !== null && other.widget !== null) {
    // Names such as f17 are given again with each version: the same one says much, another one little.
    parts.push(one.widget === other.widget ? [3, 1] : [0.3, dice(one.widgetWords, other.widgetWords)]);
  }
  const whole = parts.reduce((sum, [weight]) => sum + weight, 0);
  return (kinds * parts.reduce((sum, [weight, alike]) => sum + weight * alike, 0)) / whole;
}

/** Whether both take answers of a like kind. */
export const isSameKind = (one: Features, other: Features): boolean =>
  kindLikeness(one.field.type, other.field.type) > 0;

/** How alike the captions of two fields are, from 0 to 1. */
export const wordLikeness = (one: Features, other: Features): number => bestOf(one.words, other.words);

/** How alike the captions of two fields are, from 0 to 1, the words of their headings left out. */
export const captionLikeness = (one: Features, other: Features): number => bestOf(one.ownWords, other.ownWords);

function kindLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const loose = new Set(['text', 'date', 'dropdown']);
  return loose.has(one) && loose.has(other) ? 0.9 : 0;
}

function bestOf(some: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): number {
  let best = 0;
  for (const one of some) for (const other of others) best = Math.max(best, dice(one, other));
  return best;
}

/** Twice what both have, as a share of what the two have together. */
export function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let both = 0;
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const group of few) if (many.has(group)) both += 1;
  return (2 * both) / (one.size + other.size);
}

/** Groups of three letters, with the edges of words: near spellings share most of theirs. At most 400 letters count. */
export function groups(text: string | null): ReadonlySet<string> {
  const words = (text ?? '')
    .slice(0, 400)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  return new Set(
    words.flatMap((word) => {
      const edged = ` ${word} `;
      return Array.from({ length: Math.max(1, edged.length - 2) }, (_, index) => edged.slice(index, index + 3));
    }),
  );
}

/**
 * Tells by how much a pair is more alike than any other of its row and of its column; below 0 where another one is more
 * alike. Reads the table once.
 */
export function leadsOf(scores: readonly (readonly number[])[]): (i: number, j: number) => number {
  const rows = scores.map(bestTwo);
  const columns = (scores[0] ?? []).map((_, j) => bestTwo(scores.map((row) => row[j] ?? 0)));
  return (i, j) => {
    const own = scores[i]?.[j] ?? 0;
    return own - Math.max(0, rivalOf(rows[i], j), rivalOf(columns[j], i));
  };
}

interface BestTwo {
  readonly at: number;
  readonly first: number;
  readonly second: number;
}

function bestTwo(scores: readonly number[]): BestTwo {
  let best: BestTwo = { at: -1, first: 0, second: 0 };
  scores.forEach((score, at) => {
    if (score > best.first) best = { at, first: score, second: best.first };
    else if (score > best.second) best = { ...best, second: score };
  });
  return best;
}

const rivalOf = (best: BestTwo | undefined, own: number): number =>
  best === undefined ? 0 : best.at === own ? best.second : best.first;
