import type { Area } from '../../engine/page-glyphs.js';
import { RIGHT_TO_LEFT, type Phrase } from '../text-lines.js';
import type { Place, PageContext } from './place.js';
import { isUnder } from './rule-words.js';
import { ruleUnder } from './ruling.js';
import { inOneRow, leftEdge, rightEdge, widthOf } from './place.js';

/** Shares of the height of most text: how far below the words the blank may be. */
const NEXT_LINE = 1.3;
const SAME_PARAGRAPH = 0.5;
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
  page: PageContext,
): ReadonlyMap<Place, Phrase> {
  const found = new Map<Place, Phrase>();
  for (const place of places) {
    if (place.seenAs === 'cell' || place.seenAs === 'space' || !beginsLine(place.area, areas, page)) continue;
    const phrase =
      page.phrases.find((words) => leadsDown(words, place.area, areas, page)) ??
      page.phrases.find((words) => runsDown(words, place.area, areas, page));
    if (phrase !== undefined) found.set(place, phrase);
  }
  return found;
}

function beginsLine(area: Area, areas: readonly Area[], { phrases }: PageContext): boolean {
  return ![...areas, ...phrases].some(
    (other) => inOneRow(other, area, 0.4) && other.right <= area.left + 4 && area.left - other.right < BEFORE,
  );
}

function leadsDown(words: Phrase, area: Area, areas: readonly Area[], { phrases, body }: PageContext): boolean {
  const gap = area.top - words.bottom;
  if (gap < -5 || gap > NEXT_LINE * body || words.left < area.left + INDENT) return false;
  return /[:?]$/u.test(words.text.trim()) && endsLine(words, area, areas, phrases);
}

/** Running text whose line had no room left for the blank: "residing at", and the blank begins the next line. */
function runsDown(words: Phrase, area: Area, areas: readonly Area[], page: PageContext): boolean {
  const gap = area.top - words.bottom;
  if (gap < -5 || gap > SAME_PARAGRAPH * page.body || /[.;!]$/u.test(words.text.trim())) return false;
  const margin = rightEdge(page.phrases.filter(({ left }) => left < words.right));
  if (words.right + widthOf(area) < margin || !endsLine(words, area, areas, page.phrases)) return false;
  return !words.bold && !page.captions.some((phrase) => isUnder(phrase, ruleUnder(area), page.body));
}

function endsLine(words: Phrase, area: Area, areas: readonly Area[], phrases: readonly Phrase[]): boolean {
  const row = [...areas, ...phrases].filter((other) => inOneRow(other, words, 0.4));
  const start = leftEdge([words, ...row]);
  // What is read from right to left begins there.
  if (RIGHT_TO_LEFT.test(words.text)) return false;
  const isLast = !row.some((other) => other.left > words.right - 2);
  return isLast && Math.abs(start - area.left) < SAME_EDGE;
}
