import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import type { Place, Surroundings } from './place.js';
import { inOneRow } from './place.js';

/** Shares of the height of most text: how far below the words the blank may be. */
const NEXT_LINE = 1.3;
/** In points: words that begin further to the right than this stand at the end of their line. */
const INDENT = 40;
const SAME_EDGE = 14;
const BEFORE = 170;

/**
 * The words at the end of a line that lead to the blank with which the next line begins, by the blank: "Postal code:"
 * where the line had no room left for its boxes. `areas` are all the places of the page, to write and to tick.
 */
export function leadIns(
  places: readonly Place[],
  areas: readonly Area[],
  page: Surroundings,
): ReadonlyMap<Place, Phrase> {
  const found = new Map<Place, Phrase>();
  for (const place of places) {
    if (place.seenAs === 'cell' || place.seenAs === 'space' || !beginsLine(place.area, areas, page)) continue;
    const phrase = page.captions.find((words) => leadsDown(words, place.area, areas, page));
    if (phrase !== undefined) found.set(place, phrase);
  }
  return found;
}

function beginsLine(area: Area, areas: readonly Area[], { phrases }: Surroundings): boolean {
  return ![...areas, ...phrases].some(
    (other) => inOneRow(other, area, 0.4) && other.right <= area.left + 4 && area.left - other.right < BEFORE,
  );
}

function leadsDown(words: Phrase, area: Area, areas: readonly Area[], { phrases, body }: Surroundings): boolean {
  const gap = area.top - words.bottom;
  if (gap < -5 || gap > NEXT_LINE * body || words.left < area.left + INDENT) return false;
  if (!/[:?]$/u.test(words.text.trim())) return false;
  const row = [...areas, ...phrases].filter((other) => inOneRow(other, words, 0.4));
  const start = Math.min(words.left, ...row.map(({ left }) => left));
  const isLast = !row.some((other) => other.left > words.right - 2);
  return isLast && Math.abs(start - area.left) < SAME_EDGE;
}
