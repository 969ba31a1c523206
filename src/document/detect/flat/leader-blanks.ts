import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Leader, Phrase } from '../text-lines.js';
import { ceilingOver, linePlace, roomUnder } from './blank-lines.js';
import type { Place, PageContext } from './place.js';
import { compartments, inOneRow, shared } from './place.js';
import { ruleUnder, type Rule } from './ruling.js';

/** The leaders of a page's text that mark a place to write on; those that `ruled` lines follow are left out. */
export function leaderBlanks(
  leaders: readonly Leader[],
  ruled: readonly Place[],
  surroundings: PageContext,
  rules: readonly Rule[],
  cells: readonly Area[],
): readonly Place[] {
  const lines = [...rules, ...leaders.map(ruleUnder)];
  return leaders
    .flatMap((leader) => leaderBlank(leader, leaders, surroundings, { rules: lines, cells }))
    .filter(({ area }) => !ruled.some((line) => liesOn(area, line.area)));
}

function liesOn(leader: Area, line: Area): boolean {
  return shared(leader.left, leader.right, line.left, line.right) > 0 && Math.abs(leader.bottom - line.bottom) < 5;
}

const LEAST_DOTS = 22;
/** What an answer in letters of the usual size needs, in points; more would part it from the boxes in its row. */
const LINE_HEIGHT = 13.65;
/** In points. */
const RIGHT_AFTER = 4;
/** How much more room the year of a date has than the day and the month. */
const YEAR = 1.55;

/** Underscores mark a place to write on; dots may also lead to a number or to a box further to the right. */
function leaderBlank(
  leader: Leader,
  leaders: readonly Leader[],
  surroundings: PageContext,
  { rules, cells }: { readonly rules: readonly Rule[]; readonly cells: readonly Area[] },
): readonly Place[] {
  const { left, top, bottom } = leader;
  const right = Math.min(leader.right, surroundings.width);
  const dots = leader.character !== '_';
  if (right - left < (dots ? LEAST_DOTS : 9)) return [];
  if (dots && leadsElsewhere(leader, leaders, surroundings, cells)) return [];
  // Without words before them hyphens part what is above from what is below.
  if (/[-–—]/u.test(leader.character) && !surroundings.phrases.some((words) => isRightBefore(words, leader))) return [];
  const rule = { at: bottom - inkOf(leader) * (bottom - top), from: left, to: right };
  const ceiling = ceilingOver(rule, rules, surroundings);
  const room = roomUnder(ceiling, rule, LINE_HEIGHT);
  const area = { ...room, top: Math.min(room.top, top + 0.05 * (bottom - top)) };
  return [{ ...linePlace(area, 'leader', ceiling), cells: dateCells(area, surroundings.phrases) }];
}

/** How far over the foot of its letters a leader is drawn, as a share of their height: an answer stands on it. */
const inkOf = ({ character }: Leader): number => (character === '_' ? 0.1 : '.…'.includes(character) ? 0.2 : 0.45);

const isRightBefore = (words: Phrase, leader: Area): boolean =>
  /[:,]$|^\S{1,3}$/u.test(words.text.trim()) &&
  inOneRow(words, leader, 0.4) &&
  Math.abs(leader.left - words.right) < 3 * RIGHT_AFTER;

/**
 * The compartments of "__/__/____", the last of which takes a year, in the order of an answer; null for other blanks.
 */
function dateCells(area: Area, phrases: readonly Phrase[]): readonly Area[] | null {
  const signs = phrases.filter(({ text, ...sign }) => text.trim() === '/' && holds(area, sign));
  const [first, second, ...more] = signs.sort((a, b) => a.left - b.left);
  if (first === undefined || second === undefined || more.length > 0) return null;
  const spans = [
    { left: area.left, right: first.left },
    { left: first.right, right: second.left },
    { left: second.right, right: area.right },
  ];
  const [day = 0, month = 0, year = 0] = spans.map(({ left, right }) => right - left);
  if (year < YEAR * Math.max(day, month)) return null;
  return spans
    .toReversed()
    .flatMap(({ left, right }, index) => compartments({ ...area, left, right }, index === 0 ? 4 : 2));
}

/** "12", "iv", "23-24, 30a": the pages of a table of contents or an index. */
const PAGES = /^[\divx]+[a-z]?(?:[\s,–-]{1,3}[\divx]+[a-z]?){0,12},?$/iu;

function leadsElsewhere(
  leader: Leader,
  leaders: readonly Leader[],
  { phrases, width }: PageContext,
  cells: readonly Area[],
): boolean {
  const middle = (leader.top + leader.bottom) / 2;
  const boxed = cells.some(
    (cell) =>
      cell.left > leader.right - 6 &&
      cell.left - leader.right < 0.2 * width &&
      cell.top < middle &&
      cell.bottom > middle,
  );
  const inside = cells.some((cell) => holds(cell, leader));
  const next = phrases
    .filter((phrase) => inOneRow(phrase, leader) && phrase.left >= leader.right - 3)
    .sort((a, b) => a.left - b.left)[0];
  if (boxed && !inside) return true;
  // The century of "20......" is followed by a blank of its own, right away.
  const isCentury = leaders.some(
    (other) => next !== undefined && inOneRow(other, next) && Math.abs(other.left - next.right) < RIGHT_AFTER,
  );
  return next !== undefined && PAGES.test(next.text.trim()) && !isCentury;
}
