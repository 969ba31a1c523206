import { type Area, holds } from '../../engine/page-glyphs.js';
import { understood } from '../dictionary/in-english.js';
import { inOneRow, overlapShare, type PageContext, type Place, placeAt, rightEdge } from './place.js';

/** In points. */
const ROOM = { least: 90, most: 220, above: 3, under: 2 };
const NEAR = { down: 110, across: 20 };
const SIGNS = /^(?:\p{L}+ ){0,3}(?:signature|signed)(?: (?:of|by|van) [\p{L}\d ]{2,40})?$/u;
const BESIDE = /^(?:date|(?:\p{L}+ ){0,3}names?|designation|title|capacity|place)$/u;

/**
 * The free room after "Signature:" where nothing is drawn to sign on, and after "Date:" and "Name:" by it. `taken` is
 * what was found besides, `cells` have their room themselves.
 */
export function freeRoom(page: PageContext, taken: readonly Area[], cells: readonly Area[]): readonly Place[] {
  const { phrases, body } = page;
  const margin = rightEdge(phrases);
  const free = phrases.flatMap((phrase) => {
    const words = phrase.text.trim().endsWith(':') ? understood(phrase.text) : '';
    if (!(SIGNS.test(words) || BESIDE.test(words)) || cells.some((cell) => holds(cell, phrase))) return [];
    const row = { ...phrase, top: phrase.top - ROOM.above, left: phrase.right + 4 };
    const next = [...phrases, ...taken]
      .filter((other) => other.right > row.left + 2 && inOneRow(row, other, 0.2))
      .reduce((min, { left }) => Math.min(min, left - body), Math.min(margin, row.left + ROOM.most));
    const under = { ...row, left: phrase.left, right: next, bottom: phrase.bottom + ROOM.under * body };
    const isMarked = taken.some((other) => overlapShare(under, other) > 0);
    return isMarked || next - row.left < ROOM.least ? [] : [{ words, phrase, area: { ...row, right: next } }];
  });
  const signed = free.filter(({ words }) => SIGNS.test(words));
  const isNear = ({ left, top }: Area): boolean =>
    signed.some(({ phrase }) => {
      const apart = Math.abs(phrase.top - top);
      return apart < body || (apart < NEAR.down && Math.abs(phrase.left - left) < NEAR.across);
    });
  return free
    .filter(({ phrase }) => isNear(phrase))
    .map(({ area: { left, top, right, bottom } }) => placeAt({ left, top, right, bottom }, 'line'));
}
