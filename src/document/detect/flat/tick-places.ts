import type { Area } from '../../engine/page-glyphs.js';
import type { Outline } from '../../engine/page-paths.js';
import type { PageFacts } from '../page-facts.js';
import { heightOf, holds, overlapShare, widthOf } from './place.js';
import { lightAt } from './ruling.js';

const SIDE = { min: 5, max: 20 };
const ROUND = { min: 6, max: 18 };
const DARK = 0.5;
const MOST = 4_000;

/**
 * The places to tick on a page, printed or drawn, each once. `cells` are closed areas that no comb has taken. The black
 * squares by which scanners find a page are left out.
 */
export function tickPlaces(page: PageFacts, cells: readonly Area[]): readonly Area[] {
  const { outlines } = page.paths;
  const filled = outlines.filter(({ light }) => light !== null);
  const isDark = ({ left, right, top, bottom }: Area): boolean =>
    lightAt(filled, (left + right) / 2, (top + bottom) / 2) < DARK;
  const closed = cells.filter((cell) => isSquare(cell) && !isDark(cell));
  const candidates = [...page.ticks, ...outlines.filter(isDrawnBox), ...closed];
  const found: Area[] = [];
  for (const { left, top, right, bottom } of candidates.slice(0, MOST)) {
    const area = { left, top, right, bottom };
    if (found.some((known) => overlapShare(known, area) > 0.4)) continue;
    if (!page.ticks.includes(area) && holdsText(area, page)) continue;
    found.push(area);
  }
  return found;
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
