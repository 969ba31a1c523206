import type { Area } from '../../engine/page-glyphs.js';
import { leadsFromAfar } from './blank-lines.js';
import type { Place, Surroundings } from './place.js';
import { inOneRow, shared } from './place.js';

const SPACING = { least: 8, most: 34 };
const SAME_END = 16;
const MOST_LINES = 40;

/**
 * Lines under one another with nothing to say about each are one answer that runs on; `led` are those that the words at
 * the end of the line before lead to.
 */
export function joinRunningLines(
  places: readonly Place[],
  led: ReadonlySet<Place>,
  surroundings: Surroundings,
): readonly Place[] {
  const ordered = [...places].sort((a, b) => a.area.bottom - b.area.bottom || a.area.left - b.area.left);
  const joined = new Set<Place>();
  const unled = ordered.filter((place) => !led.has(place));
  return ordered.flatMap((place) => {
    if (joined.has(place)) return [];
    const more: Area[] = [];
    let last = place.area;
    let next = followerOf(last, place, unled, joined, surroundings);
    while (next !== undefined && more.length < MOST_LINES) {
      joined.add(next);
      more.push(next.area);
      last = next.area;
      next = followerOf(last, place, unled, joined, surroundings);
    }
    return [more.length === 0 ? place : { ...place, more, multiline: true }];
  });
}

function followerOf(
  last: Area,
  head: Place,
  places: readonly Place[],
  taken: ReadonlySet<Place>,
  surroundings: Surroundings,
): Place | undefined {
  const isLine = (place: Place): boolean => place.seenAs === 'line' || place.seenAs === 'leader';
  if (!isLine(head)) return undefined;
  const near = places.filter((place) => {
    const gap = place.area.bottom - last.bottom;
    return (
      gap >= SPACING.least &&
      gap <= SPACING.most &&
      shared(place.area.left, place.area.right, last.left, last.right) > 0
    );
  });
  // Two blanks side by side below are two answers.
  const [next, second] = near.sort((a, b) => a.area.bottom - b.area.bottom);
  if (next === undefined || taken.has(next) || next.seenAs !== head.seenAs) return undefined;
  if (second !== undefined && inOneRow(next.area, second.area)) return undefined;
  const { area } = next;
  if (Math.abs(area.right - last.right) > SAME_END || area.left > last.left + SAME_END) return undefined;
  const beside = places.flatMap((place) => (place !== next && inOneRow(place.area, area) ? [place.area] : []));
  return isUnnamed(area, last, beside, surroundings) ? next : undefined;
}

/** Nothing stands before the line, between it and the one above, or right after it. */
function isUnnamed(area: Area, last: Area, beside: readonly Area[], { phrases, body }: Surroundings): boolean {
  const onRow = phrases.filter(({ top, bottom }) => {
    const middle = (top + bottom) / 2;
    return middle > area.top && middle < area.bottom + 1;
  });
  if (leadsFromAfar(area.left, onRow, [...onRow, ...beside])) return false;
  if (onRow.some(({ left }) => left >= area.right - 4 && left - area.right < 24)) return false;
  return !phrases.some((phrase) => {
    const over = shared(phrase.left, phrase.right, area.left, area.right) > 2;
    return over && phrase.top > last.bottom - 4 && phrase.bottom < area.bottom + 0.5 * body;
  });
}
