import type { Area } from '../../engine/page-glyphs.js';
import { SIGN_HERE } from '../captions.js';
import type { Phrase } from '../text-lines.js';
import { isUnder } from './blank-lines.js';
import type { Place, Surroundings } from './place.js';
import { heightOf, inOneRow, overlapShare, shared, tidied } from './place.js';

const REACH = { left: 170, right: 45, above: 17 };
const LONGEST = 90;
/** The text before a blank within a sentence: only its last words lead to the blank. */
const LAST_WORDS = 8;

interface Candidate {
  readonly phrase: Phrase;
  readonly gap: number;
}

/** The words that name a place: its own caption, its row and column, or the best of the words around it. */
export function captionOf(place: Place, places: readonly Area[], surroundings: Surroundings): string | null {
  if (place.caption !== null) return place.caption;
  const { row, column } = place;
  if (row !== null && column !== null) return `${row}, ${column}`;
  return column ?? row ?? shortened(around(place, places, surroundings));
}

function shortened(text: string | null): string | null {
  const words = text === null ? '' : tidied(text);
  if (words === '') return null;
  if (words.length <= LONGEST && !/[.;] /u.test(words)) return words;
  const clause = words.split(/[.;:] /u).at(-1) ?? words;
  return clause.split(' ').slice(-LAST_WORDS).join(' ');
}

function around(place: Place, places: readonly Area[], surroundings: Surroundings): string | null {
  const { area } = place;
  const free = (phrase: Phrase): boolean => !places.some((other) => stands(other, area, phrase));
  const left = nearest(surroundings.phrases, (phrase) => gapLeft(area, phrase), REACH.left, free);
  const right = nearest(surroundings.phrases, (phrase) => gapRight(area, phrase), REACH.right, free);
  const above = nearest(surroundings.phrases, (phrase) => gapAbove(area, phrase), REACH.above, free);
  const under = nearest(surroundings.captions, (phrase) => gapUnder(area, phrase, surroundings), Infinity, free);
  if (right !== null && right.gap < 12 && right.phrase.text.trim().startsWith('(')) return right.phrase.text;
  if (place.seenAs === 'line' || place.seenAs === 'comb') {
    const smaller = under !== null && (left === null || heightOf(under.phrase) < 0.93 * heightOf(left.phrase));
    if (under !== null && (smaller || left === null || left.gap > 30)) return under.phrase.text;
  }
  if (left !== null && right !== null && right.gap < 14 && namesTheBlankBefore(left.phrase, places, surroundings)) {
    return right.phrase.text;
  }
  if (left !== null && (left.gap < 40 || above === null)) return leading(left.phrase, surroundings);
  const found =
    above ?? left ?? right ?? under ?? nearest(surroundings.captions, flushUnder(area, surroundings), 20, free);
  return found?.phrase.text ?? null;
}

/** In "____ Judicial District ____ County" the words follow their blanks. */
function namesTheBlankBefore(phrase: Phrase, places: readonly Area[], { phrases }: Surroundings): boolean {
  const blank = places.find((other) => inOneRow(other, phrase, 0.4) && Math.abs(phrase.left - other.right) < 14);
  return blank !== undefined && !phrases.some((other) => (gapLeft(blank, other) ?? REACH.left) < REACH.left);
}

/** A phrase of one sign or number, as "R" before an amount, says little without the words before it. */
function leading(phrase: Phrase, { phrases }: Surroundings): string {
  if (/\p{L}{2}/u.test(phrase.text)) return phrase.text;
  if (/^(19|20)$/u.test(phrase.text.trim())) return 'year';
  const before = nearest(
    phrases,
    (other) => gapLeft(phrase, other),
    REACH.left,
    (other) => other !== phrase,
  );
  return before === null ? phrase.text : `${before.phrase.text} ${phrase.text}`;
}

function nearest(
  phrases: readonly Phrase[],
  gapOf: (phrase: Phrase) => number | null,
  reach: number,
  free: (phrase: Phrase) => boolean,
): Candidate | null {
  let best: Candidate | null = null;
  for (const phrase of phrases) {
    const gap = gapOf(phrase);
    if (gap === null || gap > reach || (best !== null && gap >= best.gap)) continue;
    if (isWords(phrase.text) && free(phrase)) best = { phrase, gap };
  }
  return best;
}

/** Marks where to sign name nothing. */
function isWords(text: string): boolean {
  return tidied(text) !== '' && !SIGN_HERE.test(text.trim());
}

function gapLeft(area: Area, phrase: Area): number | null {
  if (!inOneRow(area, phrase, 0.4) || phrase.right > area.left + 4) return null;
  return Math.max(area.left - phrase.right, 0);
}

function gapRight(area: Area, phrase: Area): number | null {
  if (!inOneRow(area, phrase, 0.4) || phrase.left < area.right - 4) return null;
  return Math.max(phrase.left - area.right, 0);
}

function gapAbove(area: Area, phrase: Area): number | null {
  const aligned = phrase.left < area.right && phrase.right > area.left - 2 && phrase.left > area.left - 30;
  return aligned && phrase.bottom <= area.top + 5 ? Math.max(area.top - phrase.bottom, 0) : null;
}

function gapUnder(area: Area, phrase: Phrase, { body }: Surroundings): number | null {
  const rule = { at: area.bottom, from: area.left, to: area.right };
  return isUnder(phrase, rule, body) ? Math.max(phrase.top - area.bottom, 0) : null;
}

/** Words some way under a line that begin where it begins. */
function flushUnder(area: Area, { body }: Surroundings): (phrase: Phrase) => number | null {
  return (phrase) => {
    const flush = Math.abs(phrase.left - area.left) < 12 && phrase.right < area.right + 12 && phrase.text.length <= 40;
    const gap = phrase.top - area.bottom;
    return flush && gap > -4 && gap < 1.6 * body ? gap : null;
  };
}

/** Whether another place stands between a place and a phrase, so that the words are about that one. */
function stands(other: Area, area: Area, phrase: Area): boolean {
  if (other === area || overlapShare(other, area) > 0.5) return false;
  const middle = { x: (other.left + other.right) / 2, y: (other.top + other.bottom) / 2 };
  const between = {
    left: Math.min(area.right, phrase.right),
    right: Math.max(area.left, phrase.left),
    top: Math.min(area.bottom, phrase.bottom),
    bottom: Math.max(area.top, phrase.top),
  };
  if (between.right > between.left && inOneRow(area, phrase, 0.2)) {
    const over = shared(other.top, other.bottom, area.top, area.bottom) > 2;
    return over && middle.x > between.left && middle.x < between.right;
  }
  const over = shared(other.left, other.right, area.left, area.right) > 2;
  return over && middle.y > between.top && middle.y < between.bottom;
}
