import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { AFAR } from './rule-words.js';
import type { Place, PageContext } from './place.js';
import { inOneRow, isLine, shared } from './place.js';

const SPACING = { min: 8, max: 34 };
const SAME_END = 16;
/** How far apart, in points, words begin or end that stand under one another. */
const SAME_COLUMN = 14;
/** In points. */
const OVER = 17;
const MOST_LINES = 40;

/**
 * Lines under one another with nothing to say about each are one answer that runs on; `led` are those that the words at
 * the end of the line before lead to.
 */
export function joinRunningLines(
  places: readonly Place[],
  led: ReadonlySet<Place>,
  surroundings: PageContext,
): readonly Place[] {
  const ordered = [...places].sort((a, b) => a.area.bottom - b.area.bottom || a.area.left - b.area.left);
  const joined = new Set<Place>();
  // Rows of lines side by side are those of a table.
  const isAlone = ({ area }: Place): boolean =>
    !ordered.some((other) => isLine(other) && other.area !== area && inOneRow(other.area, area));
  const unled = ordered.filter((place) => !led.has(place));
  return ordered.flatMap((place) => {
    if (joined.has(place)) return [];
    const more: Area[] = [];
    let last = place.area;
    const own = isAlone(place) ? unled : unled.filter(isAlone);
    let next = followerOf(last, place, own, joined, surroundings);
    while (next !== undefined && more.length < MOST_LINES) {
      joined.add(next);
      more.push(next.area);
      last = next.area;
      next = followerOf(last, place, own, joined, surroundings);
    }
    return [more.length === 0 ? place : { ...place, more, multiline: true }];
  });
}

function followerOf(
  last: Area,
  head: Place,
  places: readonly Place[],
  taken: ReadonlySet<Place>,
  surroundings: PageContext,
): Place | undefined {
  if (!isLine(head)) return undefined;
  const near = places.filter((place) => {
    const gap = place.area.bottom - last.bottom;
    return (
      gap >= SPACING.min && gap <= SPACING.max && shared(place.area.left, place.area.right, last.left, last.right) > 0
    );
  });
  // Two blanks side by side below are two answers.
  const [next, second] = near.sort((a, b) => a.area.bottom - b.area.bottom);
  if (next === undefined || taken.has(next) || next.seenAs !== head.seenAs) return undefined;
  if (second !== undefined && inOneRow(next.area, second.area)) return undefined;
  const { area } = next;
  if (Math.abs(area.right - last.right) > SAME_END || area.left > last.left + SAME_END) return undefined;
  return isUnnamed(area, last, surroundings) && !isLedLike(area, head.area, surroundings) ? next : undefined;
}

/** Whether words lead to a line from the column of words that leads to the first one, far as that is from both. */
function isLedLike(area: Area, head: Area, { phrases }: PageContext): boolean {
  const [before, first] = [wordsBefore(area, phrases), wordsBefore(head, phrases)];
  if (before === undefined || first === undefined || phrases.some((phrase) => isOver(phrase, head))) return false;
  return Math.abs(before.left - first.left) < SAME_COLUMN || Math.abs(before.right - first.right) < SAME_COLUMN;
}

/** Words right over a line that begin with it are its caption; what stands far before it then is about something else. */
function isOver(phrase: Phrase, { left, top }: Area): boolean {
  const gap = top - phrase.bottom;
  return gap > -5 && gap < OVER && Math.abs(phrase.left - left) < SAME_COLUMN;
}

function wordsBefore(area: Area, phrases: readonly Phrase[]): Phrase | undefined {
  const leading = phrases.filter(
    (phrase) => isOnRow(phrase, area) && phrase.right <= area.left + 4 && area.left - phrase.right < AFAR,
  );
  return leading.toSorted((a, b) => b.right - a.right)[0];
}

function isOnRow(phrase: Phrase, area: Area): boolean {
  const middle = (phrase.top + phrase.bottom) / 2;
  return middle > area.top && middle < area.bottom + 1;
}

/** Nothing stands before the line, between it and the one above, or right after it. */
function isUnnamed(area: Area, last: Area, { phrases, body }: PageContext): boolean {
  return !phrases.some((phrase) => {
    const over = shared(phrase.left, phrase.right, area.left, area.right) > 2;
    const between = over && phrase.top > last.bottom - 4 && phrase.bottom < area.bottom + 0.5 * body;
    const onRow = isOnRow(phrase, area);
    const before = onRow && phrase.right <= area.left + 4 && area.left - phrase.right < 90;
    const after = onRow && phrase.left >= area.right - 4 && phrase.left - area.right < 24;
    return between || before || after;
  });
}
