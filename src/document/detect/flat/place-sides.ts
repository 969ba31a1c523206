import type { Area } from '../../engine/page-glyphs.js';
import { RIGHT_TO_LEFT, type Phrase } from '../text-lines.js';
import type { Place, PageContext } from './place.js';
import { inOneRow, isLine, overlapShare, shared } from './place.js';
import { isCurrency, mayName } from '../caption-words.js';
import { isUnder } from './rule-words.js';
import { ruleUnder } from './ruling.js';

/** In points: how far from a place words on that side may stand. */
export const REACH = { left: 170, right: 45, above: 17, farAbove: 36 };
const FAR = 20;

/** Words near a place; `gap` in points. */
export interface Candidate {
  readonly phrase: Phrase;
  readonly gap: number;
}

/** The nearest words on each side of a place that no other place stands between. */
export interface Sides {
  readonly left: Candidate | null;
  readonly right: Candidate | null;
  readonly above: Candidate | null;
  readonly under: Candidate | null;
  /** Words a little further under it that begin where it begins. */
  readonly farUnder: Candidate | null;
  /** Words with room under them that begin where it begins, as those over the line of a signature do. */
  readonly farAbove: Candidate | null;
}

/** Looks around a place; `places` are all that may stand between. */
export function sidesOf(place: Place, places: readonly Area[], surroundings: PageContext): Sides {
  const { area } = place;
  const free = (phrase: Phrase): boolean => !places.some((other) => stands(other, area, phrase));
  const left = nearest(surroundings.phrases, (phrase) => gapLeft(area, phrase), reachLeft(area, surroundings), free);
  const right = nearest(surroundings.phrases, (phrase) => gapRight(area, phrase), REACH.right, free);
  // What is read from right to left leads to a place from its right.
  const isTurned = right !== null && RIGHT_TO_LEFT.test(right.phrase.text);
  return {
    left: isTurned ? right : left,
    right: isTurned ? left : right,
    above: nearest(surroundings.phrases, (phrase) => gapAbove(area, phrase), REACH.above, free),
    under: nearest(surroundings.captions, (phrase) => gapUnder(area, phrase, surroundings), Infinity, free),
    farUnder: nearest(surroundings.captions, flushUnder(area, surroundings), FAR, free),
    farAbove: nearest(surroundings.captions, flushAbove(place), REACH.farAbove, free),
  };
}

/** The nearest of the phrases that have a gap, within `reach` points, and are `free`. */
export function nearest(
  phrases: readonly Phrase[],
  gapOf: (phrase: Phrase) => number | null,
  reach: number,
  free: (phrase: Phrase) => boolean,
): Candidate | null {
  let best: Candidate | null = null;
  for (const phrase of phrases) {
    const gap = gapOf(phrase);
    if (gap === null || gap > reach || (best !== null && gap >= best.gap)) continue;
    if (mayName(phrase.text) && free(phrase)) best = { phrase, gap };
  }
  return best;
}

/** A column of amounts may stand far from the words of its rows: the currency tells that a row reaches so far. */
function reachLeft(area: Area, { phrases, width }: PageContext): number {
  const isAmount = phrases.some((phrase) => isCurrency(phrase.text) && (gapLeft(area, phrase) ?? FAR) < FAR);
  return isAmount ? width : REACH.left;
}

/** Points between an area and words before it in its row; null for other words. */
export function gapLeft(area: Area, phrase: Area): number | null {
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

function gapUnder(area: Area, phrase: Phrase, { body }: PageContext): number | null {
  return isUnder(phrase, ruleUnder(area), body) ? Math.max(phrase.top - area.bottom, 0) : null;
}

/** Words some way under a line that begin where it begins. */
function flushUnder(area: Area, { body }: PageContext): (phrase: Phrase) => number | null {
  return (phrase) => {
    const flush = Math.abs(phrase.left - area.left) < 12 && phrase.right < area.right + 12 && phrase.text.length <= 40;
    const gap = phrase.top - area.bottom;
    return flush && gap > -4 && gap < 1.6 * body ? gap : null;
  };
}

/** Words some way over a line that begin where it begins, be the line ruled or of underscores. */
function flushAbove(place: Place): (phrase: Phrase) => number | null {
  const { area } = place;
  return (phrase) => {
    const flush = Math.abs(phrase.left - area.left) < 12 && /\p{L}{2}/u.test(phrase.text);
    return isLine(place) && flush ? gapAbove(area, phrase) : null;
  };
}

/** Whether another place stands between an area and a phrase, so that the words are about that one. */
export function stands(other: Area, area: Area, phrase: Area): boolean {
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

const MOST_LINES = 4;

/** Words of several lines from their beginning: a line that begins small goes on with the one above it. */
export function wholeWords(last: Phrase, phrases: readonly Phrase[], body: number): string {
  let first = last;
  let { text } = last;
  for (let lines = 1; lines < MOST_LINES && /^[\p{Ll}(]/u.test(first.text); lines++) {
    const over = phrases.find((phrase) => {
      const gap = first.top - phrase.bottom;
      return phrase.top < first.top && Math.abs(gap) < 0.5 * body && Math.abs(phrase.left - first.left) < 3 * body;
    });
    if (over === undefined) break;
    text = `${over.text} ${text}`;
    first = over;
  }
  return text;
}
