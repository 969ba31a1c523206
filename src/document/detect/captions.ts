import type { Area } from '../engine/page-glyphs.js';
import { canName, isCurrency, refers, tidied } from './caption-words.js';
import type { Widget } from '../engine/page-widgets.js';
import type { PageFacts } from './page-facts.js';
import type { Phrase } from './text-lines.js';

/** Where a reader looks for the words that name a box. */
export type CaptionSide = 'left' | 'above' | 'below' | 'right' | 'inside';

export interface Caption {
  readonly text: string;
  readonly side: CaptionSide;
}

const REACH: Readonly<Record<CaptionSide, number>> = { left: 160, above: 16, below: 14, right: 40, inside: 0 };
const SLACK = 4;
const REACHES_IN = 5;
const NEARBY_REACH = 60;
const NEAR_AMOUNT = 20;
const RIGHT_BEFORE = 30;
const LONGEST = 200;
/** A higher box takes several lines, and words under it are about what comes next. */
const TALL = 36;
/** The words of a sentence that runs on into a blank, such as "1. On", when the caption stands under the line. */
const SAYS_LITTLE = /^[\s,]*(?:(?:\d+(?:\.\d+)*[.)]?|\p{L}[.)]|i|on|at|to|by|the|a|of|in|and|for|is)(?:[\s,]+|$))+$/iu;

/** Where the words that name an answer may stand; of two sides that both have words, see `preferred`. */
export const ANSWER_SIDES: readonly CaptionSide[] = ['left', 'above', 'below', 'inside', 'right'];

/** The same for a place to tick that stands by itself, as the one of a text tag does. */
export const TICK_SIDES: readonly CaptionSide[] = ['right', 'left', 'above'];

type Candidate = Caption & { readonly gap: number; readonly phrase: Phrase };

/** Where a page puts the captions of its lines; null when it has no habit. */
type CaptionHabit = 'above' | 'below' | null;

/** What the other boxes of a page tell about where captions stand. */
export interface CaptionHabits {
  readonly habit: CaptionHabit;
  /** The phrases that name no box over or under them, such as those that stand right before one. */
  readonly leading: ReadonlySet<Phrase>;
}

/** The words that name a box, from the best of `sides` that has any. */
export function findCaption(
  area: Area,
  page: PageFacts,
  sides: readonly CaptionSide[],
  { habit, leading }: CaptionHabits = { habit: null, leading: new Set() },
): Caption | null {
  const found = sides.flatMap((side) => nearestOn(side, area, page) ?? []);
  const own = found.filter(
    ({ text, side, phrase }) => !refers(text) && (side === 'left' || side === 'inside' || !leading.has(phrase)),
  );
  return preferred(own, habit);
}

/** The phrases that stand right before a box to write in. */
export function wordsBefore(page: PageFacts): ReadonlySet<Phrase> {
  const answers = page.widgets.filter(({ kind }) => kind !== 'checkbox' && kind !== 'radio');
  const before = answers.map((widget) => nearestOn('left', widget, page));
  return new Set(before.flatMap((words) => (words === null || words.gap > RIGHT_BEFORE ? [] : [words.phrase])));
}

/**
 * Where the captions of a page's boxes stand when they do not stand beside them, by the box. In a stack of lines the
 * caption of one line is as close to the next, so that only the boxes with words on just one side can tell: those of its
 * own stack for a box, or else those of the page.
 */
export function captionHabits(page: PageFacts): (widget: Widget) => CaptionHabit {
  const whole: Count = { above: 0, below: 0 };
  const counts = new Map<Widget, Count>();
  const between = new Map<Phrase, Count>();
  for (const widget of page.widgets) {
    if (widget.kind === 'checkbox' || widget.kind === 'radio') continue;
    const [under, over] = [nearestOn('below', widget, page), nearestOn('above', widget, page)];
    const stack = (over === null ? undefined : between.get(over.phrase)) ?? { above: 0, below: 0 };
    counts.set(widget, stack);
    if (under !== null) between.set(under.phrase, stack);
    for (const count of [stack, whole]) {
      // Where the file says the name of a box, the words that say it are its own.
      if (under !== null && over !== null && under.text !== over.text) {
        if (under.text === widget.tooltip) count.below++;
        if (over.text === widget.tooltip) count.above++;
      }
      if (under !== null && over === null) count.below++;
      if (over !== null && under === null) count.above++;
    }
  }
  return (widget) => habitBy(counts.get(widget), 1) ?? habitBy(whole, 2);
}

interface Count {
  above: number;
  below: number;
}

function habitBy({ above, below }: Count = { above: 0, below: 0 }, least: number): CaptionHabit {
  if (Math.max(below, above) < 2 * Math.min(below, above) || Math.max(below, above) < least) return null;
  return below > above ? 'below' : 'above';
}

/**
 * The first side wins, but text far to the left belongs to something else when there is a caption close above or
 * below, and of those two the closer one is the box's own: forms put captions over boxes or under lines.
 */
function preferred(found: readonly Candidate[], habit: CaptionHabit): Caption | null {
  const on = (side: CaptionSide): Candidate | undefined => found.find((candidate) => candidate.side === side);
  const first = found[0] ?? null;
  if (first?.side !== 'left' && first?.side !== 'above') return first;
  const above = on('above');
  const below = on('below');
  const stacked = above !== undefined && below !== undefined ? ofTwo(above, below, habit) : (above ?? below);
  if (first.side === 'above') return stacked ?? first;
  if (below !== undefined && SAYS_LITTLE.test(first.text)) return below;
  return stacked !== undefined && stacked.gap + 12 < first.gap ? stacked : first;
}

const CLEARLY_CLOSER = 5;

function ofTwo(above: Candidate, below: Candidate, habit: CaptionHabit): Candidate {
  if (habit === 'below' && below.gap < above.gap + CLEARLY_CLOSER) return below;
  if (habit === 'above' && above.gap < below.gap + CLEARLY_CLOSER) return above;
  return below.gap < above.gap - 1 ? below : above;
}

/** Up to five other texts around a box, the nearest first. */
export function findNearby(area: Area, page: PageFacts, caption: string | null): readonly string[] {
  const near: { readonly text: string; readonly distance: number }[] = [];
  for (const phrase of page.phrases) {
    // Most of a page is out of reach, and that can be told without a root.
    if (phrase.top - area.bottom >= NEARBY_REACH || area.top - phrase.bottom >= NEARBY_REACH) continue;
    const away = distance(area, phrase);
    if (away >= NEARBY_REACH) continue;
    const text = tidied(phrase.text);
    if (text !== '' && text !== caption) near.push({ text, distance: away });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ text }) => text);
}

function nearestOn(side: CaptionSide, area: Area, page: PageFacts): Candidate | null {
  let best: Candidate | null = null;
  const reach = side === 'left' ? reachLeft(area, page) : REACH[side];
  for (const phrase of page.phrases) {
    const gap = gapOn(side, area, phrase);
    if (gap === null || gap > reach || (best !== null && gap >= best.gap)) continue;
    if (!canName(phrase.text)) continue;
    if (side !== 'inside' && page.widgets.some((widget) => isBetween(widget, area, phrase))) continue;
    best = { text: tidied(phrase.text).slice(0, LONGEST), side, gap, phrase };
  }
  return best;
}

/** A column of amounts may stand far from the words of its rows: the currency tells that a row reaches so far. */
function reachLeft(area: Area, page: PageFacts): number {
  return isForAmount(area, page) ? page.geometry.width : REACH.left;
}

/** Whether a currency stands right before a box. */
export function isForAmount(area: Area, { phrases }: Pick<PageFacts, 'phrases'>): boolean {
  return phrases.some((phrase) => {
    const gap = isCurrency(phrase.text) ? gapOn('left', area, phrase) : null;
    return gap !== null && gap < NEAR_AMOUNT;
  });
}

/** How far the phrase is from the box on that side; null when it is not on that side at all. */
function gapOn(side: CaptionSide, box: Area, phrase: Area): number | null {
  const sameRow = overlap(box.top, box.bottom, phrase.top, phrase.bottom) >= 0.4;
  const sameColumn = phrase.left < box.right && phrase.right > box.left - 2 && phrase.left > box.left - 24;
  switch (side) {
    case 'left':
      return sameRow && phrase.right <= box.left + SLACK ? Math.max(box.left - phrase.right, 0) : null;
    case 'right':
      return sameRow && phrase.left >= box.right - SLACK ? Math.max(phrase.left - box.right, 0) : null;
    case 'above':
      // The box of a letter is higher than what is seen of it: a caption at the very corner may reach in.
      return sameColumn && phrase.bottom <= box.top + (isAtCorner(box, phrase) ? REACHES_IN : SLACK)
        ? box.top - phrase.bottom
        : null;
    case 'below':
      if (box.bottom - box.top > TALL) return null;
      return sameColumn && phrase.top >= box.bottom - SLACK ? phrase.top - box.bottom : null;
    case 'inside': {
      const within = phrase.left >= box.left - 2 && phrase.right <= box.right + 2 && phrase.top >= box.top - 2;
      return within && phrase.bottom <= box.bottom + 2 ? 0 : null;
    }
  }
}

function isAtCorner(box: Area, phrase: Area): boolean {
  return Math.abs(phrase.left - box.left) < SLACK && (phrase.top + phrase.bottom) / 2 < box.top;
}

function isBetween(widget: Area, box: Area, phrase: Area): boolean {
  if (widget.left === box.left && widget.top === box.top) return false;
  const left = Math.min(box.right, phrase.right);
  const right = Math.max(box.left, phrase.left);
  const top = Math.min(box.bottom, phrase.bottom);
  const bottom = Math.max(box.top, phrase.top);
  if (right > left) {
    const inGap = (widget.left + widget.right) / 2 > left && (widget.left + widget.right) / 2 < right;
    return inGap && overlap(widget.top, widget.bottom, box.top, box.bottom) > 0.3;
  }
  const inGap = (widget.top + widget.bottom) / 2 > top && (widget.top + widget.bottom) / 2 < bottom;
  return inGap && overlap(widget.left, widget.right, box.left, box.right) > 0.3;
}

function overlap(aFrom: number, aTo: number, bFrom: number, bTo: number): number {
  return (Math.min(aTo, bTo) - Math.max(aFrom, bFrom)) / Math.max(Math.min(aTo - aFrom, bTo - bFrom), 0.1);
}

function distance(a: Area, b: Area): number {
  const dx = Math.max(a.left - b.right, b.left - a.right, 0);
  const dy = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  return Math.hypot(dx, dy);
}
