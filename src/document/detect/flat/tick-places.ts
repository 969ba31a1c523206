import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Outline } from '../../engine/page-paths.js';
import type { PageFacts } from '../page-facts.js';
import { isAnswer } from './answer-words.js';
import { heightOf, inOneRow, overlapShare, widthOf } from './place.js';
import { lightAt } from './ruling.js';

const SIDE = { min: 5, max: 20 };
const ROUND = { min: 6, max: 18 };
const DARK = 0.5;
const MOST = 4_000;
/** Of a box that is wider than high. */
const [LOWEST, WIDEST, REACH] = [9, 44, 34];

/**
 * The places to tick on a page, printed or drawn, each once. `cells` are closed areas that no comb has taken. The black
 * squares by which scanners find a page are left out.
 */
export function tickPlaces(page: PageFacts, cells: readonly Area[]): readonly Area[] {
  const { outlines } = page.paths;
  const filled = outlines.filter(({ light }) => light !== null);
  const isDark = ({ left, right, top, bottom }: Area): boolean =>
    lightAt(filled, (left + right) / 2, (top + bottom) / 2) < DARK;
  const answers = page.phrases.filter(({ text }) => isAnswer(text));
  const wide = [...cells, ...outlines].filter((area) => answers.some((answer) => isBefore(area, answer)));
  const closed = cells.filter((cell) => isSquare(cell));
  const candidates = [
    ...page.ticks,
    ...outlines.filter(isDrawnBox),
    ...[...closed, ...wide].filter((each) => !isDark(each)),
  ];
  const found: Area[] = [];
  for (const { left, top, right, bottom } of candidates.slice(0, MOST)) {
    const area = { left, top, right, bottom };
    if (found.some((known) => overlapShare(known, area) > 0.4)) continue;
    if (!page.ticks.includes(area) && holdsText(area, page)) continue;
    found.push(area);
  }
  return found;
}

/** A box wider than high is one to tick where an answer follows it. */
function isBefore(area: Area, answer: Area): boolean {
  const [width, height] = [widthOf(area), heightOf(area)];
  const gap = answer.left - area.right;
  const isLow = height >= LOWEST && height <= SIDE.max && width <= WIDEST && width > height;
  return isLow && gap > 0 && gap < REACH && inOneRow(area, answer, 0.2);
}

function isDrawnBox(outline: Outline): boolean {
  if (outline.light !== null && outline.light < DARK) return false;
  if (outline.shape === 'rectangle') return (outline.stroked || outline.light !== null) && isSquare(outline);
  const side = Math.max(widthOf(outline), heightOf(outline));
  return outline.stroked && side >= ROUND.min && side <= ROUND.max;
}

export function isSquare(area: Area): boolean {
  const [width, height] = [widthOf(area), heightOf(area)];
  const [least, most] = [Math.min(width, height), Math.max(width, height)];
  return least >= SIDE.min && most <= SIDE.max && most / least <= 1.35;
}

function holdsText(area: Area, page: PageFacts): boolean {
  return page.lines.some((line) => line.phrases.some((phrase) => holdsAny(area, phrase)));
}

/** Text of which a letter stands in the box, be the text longer than the box or not. */
function holdsAny(area: Area, phrase: Area): boolean {
  const inset = { left: area.left + 1, right: area.right - 1, top: area.top, bottom: area.bottom };
  const across = Math.min(inset.right, phrase.right) - Math.max(inset.left, phrase.left);
  return across > 1.5 && holds(inset, { ...phrase, left: inset.left, right: inset.right });
}
