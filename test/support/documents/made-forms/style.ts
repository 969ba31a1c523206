import type { Making, Naming } from './sheet.js';
import { OF_MONEY, OF_PERSONS } from './words.js';

type Language = 'en' | 'af';
/** How a form's author names its fields: well, not at all, or as another form's fields were called. */
type NamesAre = 'good' | 'made up' | 'left behind';

/** The choices of one form: all from its seed. */
export interface Style {
  readonly random: () => number;
  /** A number that the form has not had before. */
  readonly next: () => number;
  readonly language: Language;
  readonly making: Making;
  readonly namesAre: NamesAre;
  readonly tooltips: 'none' | 'caption' | 'undefined';
  readonly size: number;
  /** Where places to tick stand: after the words of their options, or before them. */
  readonly ticks: 'after' | 'before';
  readonly captions: 'left' | 'above' | 'under';
  readonly numbered: boolean;
}

/** What the author of this form called a field with these names and this caption. */
export function naming({ namesAre, tooltips, random, next }: Style, names: readonly string[], caption: string): Naming {
  const tooltip = tooltips === 'none' ? null : tooltips === 'caption' ? caption : 'undefined';
  if (namesAre === 'made up') return { name: null, tooltip };
  const other = pick(
    random,
    [...OF_PERSONS, ...OF_MONEY].flatMap((field) => field.names),
  );
  const base = namesAre === 'good' ? (names[0] ?? '') : other;
  return { name: `${base}_${next()}`, tooltip };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of several. */
export function pick<T>(random: () => number, all: readonly T[]): T {
  const found = all[Math.floor(random() * all.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** All of them in another order. */
export function shuffled<T>(random: () => number, all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
