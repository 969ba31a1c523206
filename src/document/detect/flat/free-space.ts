import type { Area } from '../../engine/page-glyphs.js';
import { KNOWN_ANSWERS } from '../key-dictionary.js';
import type { Phrase } from '../text-lines.js';
import { understood } from '../dictionary/in-english.js';
import type { Place, PageContext } from './place.js';
import { AFAR } from './rule-words.js';
import { heightOf, inOneRow, placeAt, rightEdge, shared, widthOf } from './place.js';
import { tidied } from '../caption-words.js';
import type { Rule } from './ruling.js';

const ROOM = { right: 70, down: 1.65, deepest: 160 };
const MOST_WORDS = 5;
/** No tick box is wider, in points. */
const TICK = 24;
const ALSO_ASKED =
  /^(attorney|other|others|signature|signed|date|capacity|designation|remarks|comments|details|reason)s?$/u;

/**
 * Places that nothing marks but a caption with a colon and the room that was left after it or under it; `leading` has
 * a blank.
 */
export function freeSpaces(
  page: PageContext,
  taken: readonly Area[],
  cells: readonly Area[],
  rules: readonly Rule[],
  leading: ReadonlySet<Phrase>,
): readonly Place[] {
  const margin = rightEdge(page.phrases);
  return page.phrases.flatMap((phrase) => {
    if (
      !asks(phrase) ||
      leading.has(phrase) ||
      leadsToBlank(phrase, page, taken) ||
      cells.some((cell) => shared(cell.left, cell.right, phrase.left, phrase.right) > 0 && inside(cell, phrase))
    ) {
      return [];
    }
    const right = freeRight(phrase, page, taken, margin);
    const floor = freeDown(phrase, page, taken, rules, margin);
    const area = freeArea(phrase, right, floor, page, margin);
    return area === null
      ? []
      : [placeAt(area, 'space', { multiline: heightOf(area) >= 2.2 * page.body, caption: tidied(phrase.text) })];
  });
}

/** Whether the next thing on its row is a place to write, as in a column of lines beside one of captions. */
function leadsToBlank(phrase: Phrase, { phrases }: PageContext, taken: readonly Area[]): boolean {
  const after = [...phrases, ...taken].filter((other) => other.left > phrase.right - 2 && inOneRow(other, phrase, 0.3));
  const next = after.reduce<Area | null>((min, other) => (min !== null && min.left <= other.left ? min : other), null);
  return next !== null && taken.includes(next) && widthOf(next) > TICK && next.left - phrase.right < AFAR;
}

function inside(cell: Area, phrase: Phrase): boolean {
  const middle = (phrase.top + phrase.bottom) / 2;
  return middle > cell.top && middle < cell.bottom;
}

/** A caption ends with a colon and is not a heading. */
function asks(phrase: Phrase): boolean {
  const text = phrase.text.trim();
  const letters = text.replace(/[^\p{L}]/gu, '');
  return text.endsWith(':') && letters.length > 2 && !phrase.bold && letters !== letters.toUpperCase();
}

function freeRight(phrase: Phrase, { phrases }: PageContext, taken: readonly Area[], margin: number): number {
  const edges = [...phrases, ...taken].filter((other) => other.left > phrase.right - 2 && inOneRow(other, phrase, 0.3));
  return Math.min(margin, ...edges.map(({ left }) => left - 3));
}

function freeDown(
  phrase: Phrase,
  { phrases, height }: PageContext,
  taken: readonly Area[],
  rules: readonly Rule[],
  margin: number,
): number {
  const below = [...phrases, ...taken].filter(
    (other) =>
      (other.top + other.bottom) / 2 > phrase.bottom && shared(other.left, other.right, phrase.left, margin) > 1,
  );
  const ruled = rules.filter((rule) => rule.at > phrase.bottom && shared(rule.from, rule.to, phrase.left, margin) > 1);
  return Math.min(height * 0.93, ...below.map(({ top }) => top), ...ruled.map(({ at }) => at));
}

function freeArea(phrase: Phrase, right: number, floor: number, { body }: PageContext, margin: number): Area | null {
  const words = understood(phrase.text);
  const short = words.replace(/^\d+ /u, '');
  const isKnown = KNOWN_ANSWERS.some((known) => known.words.test(short)) || ALSO_ASKED.test(short);
  const deep = floor - phrase.bottom >= ROOM.down * body;
  if (right - phrase.right >= ROOM.right && short.split(' ').length <= MOST_WORDS && isKnown) {
    const bottom = deep && right >= margin - 1 ? Math.min(floor - 3, phrase.top + ROOM.deepest) : phrase.bottom;
    const tall = /^(other|others|remarks|comments|details|reason)s?$/u.test(short);
    return { left: phrase.right + 3, top: phrase.top, right, bottom: tall ? bottom : phrase.bottom };
  }
  if (!deep || right < margin - 1 || words.split(' ').length <= 2) return null;
  return {
    left: phrase.left,
    top: phrase.bottom + 1,
    right: margin,
    bottom: Math.min(floor - 2, phrase.bottom + ROOM.deepest),
  };
}
