import type { Area } from '../../engine/page-glyphs.js';
import { SIGN_HERE } from '../captions.js';
import type { Phrase } from '../text-lines.js';
import type { Place, Surroundings } from './place.js';
import { isWholeDate } from './date-hint.js';
import { heightOf, inOneRow, shared, widthOf } from './place.js';
import type { Rule } from './ruling.js';
import { hasCaptionOver, hasWordsOver } from './words-over.js';

const SHORTEST = 14;
const ROOM = { least: 8, most: 15 };
const MOST_HEADROOM = 12;
/** A line longer than this share of the page may as well part two sections. */
const LONG = 0.62;
const EDGE_OF_PAGE = 0.045;
const FOOT = 0.82;

/** The ruled lines to write on: those that are no border and underline nothing. */
export function ruledBlanks(
  surroundings: Surroundings,
  rules: readonly Rule[],
  cells: readonly Area[],
): readonly Place[] {
  const open = rules.filter((rule) => !isBorder(rule, cells));
  return open.flatMap((rule) => ruledBlank(rule, { open, all: rules }, surroundings));
}

/** A line to write on whose free room above ends at `ceiling`. */
export function linePlace(area: Area, seenAs: Place['seenAs'], ceiling: number): Place {
  const headroom = Math.min(Math.max(area.top - ceiling, 0), MOST_HEADROOM);
  return { area, seenAs, cells: null, more: [], multiline: false, headroom, caption: null, row: null, column: null };
}

function ruledBlank(
  rule: Rule,
  rules: { readonly open: readonly Rule[]; readonly all: readonly Rule[] },
  surroundings: Surroundings,
): readonly Place[] {
  if (rule.to - rule.from < SHORTEST) return [];
  const free = freePart(rule, surroundings);
  if (free === null || free.to - free.from < SHORTEST) return [];
  if (isDoubled(rule, rules.all, surroundings) || parts(free, rules.open, surroundings)) return [];
  return splitByCaptions(free, surroundings).map((part) => {
    const ceiling = ceilingOver(part, rules.all, surroundings);
    return linePlace(roomUnder(ceiling, part), 'line', ceiling);
  });
}

const LEAST_PART = 24;
/** A caption at the very end of a line is set flush with it, be there more room or not. */
const LAST_PART = 60;

/** One line with several captions under it asks for each of them: "City, State, Zip" and, far from it, "Telephone". */
function splitByCaptions(rule: Rule, { phrases, captions: possible, body }: Surroundings): readonly Rule[] {
  const under = possible.filter((phrase) => isUnder(phrase, rule, body));
  const first = under.reduce((least, { top }) => Math.min(least, top), Infinity);
  const captions = under.filter((phrase) => phrase.top - first < 3).sort((a, b) => a.left - b.left);
  const own = leadsTo(rule, phrases) ? captions : captions.slice(1);
  const cuts = own
    .filter(({ left }) => left > rule.from + LEAST_PART)
    .map(({ left }, index, all) => (index === all.length - 1 ? Math.min(left - 3, rule.to - LAST_PART) : left - 3));
  const bounds = [rule.from, ...cuts, rule.to];
  const pieces = bounds.slice(1).map((to, index) => ({ at: rule.at, from: bounds[index] ?? to, to }));
  return pieces.every(({ from, to }) => to - from >= LEAST_PART) ? pieces : [rule];
}

function isBorder(rule: Rule, cells: readonly Area[]): boolean {
  let [above, below] = [0, 0];
  for (const cell of cells) {
    const length = Math.max(shared(cell.left, cell.right, rule.from, rule.to), 0);
    if (Math.abs(cell.bottom - rule.at) < 1) above += length;
    if (Math.abs(cell.top - rule.at) < 1) below += length;
  }
  return Math.max(above, below) > 0.5 * (rule.to - rule.from);
}

/** In points: a date that has less is written over the words that say how. */
const ROOM_FOR_DATE = 55;

/** What is left of a line when the words that stand on it are taken off; null when it only underlines them. */
function freePart(rule: Rule, { phrases }: Surroundings): Rule | null {
  const standing = phrases.filter((phrase) => standsOn(phrase, rule));
  const on = standing.filter(({ text }) => !isWholeDate([text]));
  const [pattern] = standing;
  if (on.length === 0 && pattern !== undefined && rule.to - pattern.right > ROOM_FOR_DATE) {
    return { ...rule, from: pattern.right + 2 };
  }
  if (on.length === 0) return rule;
  const [left, right] = [Math.min(...on.map((phrase) => phrase.left)), Math.max(...on.map((phrase) => phrase.right))];
  const after = rule.to - right;
  const before = left - rule.from;
  const last = on.reduce((a, b) => (a.right > b.right ? a : b));
  // Words that a line was drawn under in one go with the blank end like a caption; headings do not.
  const leads = /[:?)]$/u.test(last.text.trim()) || SIGN_HERE.test(last.text.trim());
  if (after >= before && !(leads && after > SHORTEST * 2)) return null;
  if (before > after && before < 0.3 * (rule.to - rule.from)) return null;
  return after >= before ? { ...rule, from: right + 2 } : { ...rule, to: left - 2 };
}

function standsOn(phrase: Phrase, rule: Rule): boolean {
  const height = heightOf(phrase);
  const gap = rule.at - phrase.bottom;
  const over = shared(phrase.left, phrase.right, rule.from, rule.to);
  return gap < 3 && gap > -0.5 * height && over > Math.min(4, 0.3 * widthOf(phrase));
}

/** Whether a line parts two sections rather than asking for something. */
function parts(rule: Rule, rules: readonly Rule[], surroundings: Surroundings): boolean {
  const { width } = surroundings;
  const named = hasWordsBeside(rule, rules, surroundings);
  if (rule.to - rule.from <= LONG * width) {
    return (
      !(named || hasWordsOver(rule, surroundings) || isRepeated(rule, rules)) || isFootnoteRule(rule, surroundings)
    );
  }
  return !(named || isRepeated(rule, rules) || hasCaptionOver(rule, surroundings));
}

/** Long lines at the edge of the page or drawn twice are there for the looks, and so is the line over a running foot. */
function isDoubled(rule: Rule, rules: readonly Rule[], { width, height, phrases }: Surroundings): boolean {
  if (rule.at > height * FOOT && phrases.some((phrase) => isRunningFoot(phrase, rule))) return true;
  if (rule.to - rule.from <= LONG * width) return false;
  const atEdge = rule.at < height * EDGE_OF_PAGE || rule.at > height * (1 - EDGE_OF_PAGE);
  return atEdge || rules.some((other) => other !== rule && isTwin(rule, other));
}

function isRunningFoot(phrase: Phrase, rule: Rule): boolean {
  const gap = phrase.top - rule.at;
  const under = gap > -4 && gap < 12 && shared(phrase.left, phrase.right, rule.from, rule.to) > 2;
  return (
    under &&
    rule.to - rule.from > 250 &&
    /\bpage\s+\d+|^\d+\s*(\/|of)\s*\d+$|\brevis(ed|ion)\b|\bform (no|number)\b|©/iu.test(phrase.text)
  );
}

function isTwin(rule: Rule, other: Rule): boolean {
  const gap = Math.abs(other.at - rule.at);
  return gap > 0.2 && gap < 5 && shared(rule.from, rule.to, other.from, other.to) > 0.8 * (rule.to - rule.from);
}

/** Words on its row that lead to the line or follow it, or small ones right under it. */
function hasWordsBeside(rule: Rule, rules: readonly Rule[], { phrases, captions, body }: Surroundings): boolean {
  if (captions.some((phrase) => isUnder(phrase, rule, body))) return true;
  const onRow = phrases.filter(
    ({ top, bottom }) => bottom > rule.at - 4 && top < rule.at - 2 && top > rule.at - 2.2 * body,
  );
  const blanks = rules.flatMap((other) =>
    other !== rule && Math.abs(other.at - rule.at) < 6 ? [{ left: other.from, right: other.to }] : [],
  );
  if (leadsFromAfar(rule.from, onRow, [...onRow, ...blanks])) return true;
  // "Initials: ____ ____": what leads to a blank leads to the one right after it that is as long.
  const first = blanks.find(
    ({ left, right }) => Math.abs(right - left - (rule.to - rule.from)) < ALIKE && isNextAfter(rule.from, right),
  );
  if (first !== undefined && leadsFromAfar(first.left, onRow, [...onRow, ...blanks])) return true;
  return onRow.some(({ left }) => left >= rule.to - 4 && left - rule.to < 24);
}

function isNextAfter(from: number, right: number): boolean {
  return from > right - 1 && from - right < NEAR;
}

/** How far before a blank its caption may stand, as in a column of captions with a column of lines beside it. */
export const AFAR = 170;
const LONGEST_CAPTION = 60;

/**
 * Whether one of `phrases`, all on the row of a blank that begins at `from`, leads to it: short words with none of
 * `others` between them and the blank.
 */
function leadsFromAfar(from: number, phrases: readonly Phrase[], others: readonly Span[]): boolean {
  return phrases.some((phrase) => {
    const gap = from - phrase.right;
    if (gap < -4 || gap >= AFAR) return false;
    if (gap < NEAR) return true;
    const isFree = !others.some(({ left, right }) => right > phrase.right + 2 && left < from - 2);
    return isFree && phrase.text.length <= LONGEST_CAPTION;
  });
}

type Span = Pick<Area, 'left' | 'right'>;
const NEAR = 60;
const ALIKE = 4;

/** Whether words on its row lead to the line, so that a caption far along under it is about the rest. */
function leadsTo(rule: Rule, phrases: readonly Phrase[]): boolean {
  return phrases.some((phrase) => phrase.text.trim().endsWith(':') && isLedToBy(rule, phrase));
}

/** The phrases that are not followed by a box or a line of their own, and follow none. */
export function leadingNowhere(
  phrases: readonly Phrase[],
  rules: readonly Rule[],
  cells: readonly Area[],
): readonly Phrase[] {
  return phrases.filter((phrase) => {
    const boxed = cells.some(
      (cell) => cell.left > phrase.right - 2 && cell.left < phrase.right + 40 && inOneRow(cell, phrase),
    );
    return !boxed && !rules.some((rule) => isLedToBy(rule, phrase) || goesOnFrom(rule, phrase));
  });
}

function isLedToBy(rule: Rule, phrase: Phrase): boolean {
  return Math.abs(phrase.bottom - rule.at) < 6 && phrase.right <= rule.from + 4 && rule.from - phrase.right < 20;
}

/** Words right after a blank go on with its sentence. */
function goesOnFrom(rule: Rule, phrase: Phrase): boolean {
  return Math.abs(phrase.bottom - rule.at) < 6 && phrase.left >= rule.to - 3 && phrase.left - rule.to < 6;
}

/** A caption under a line is short, close to it and no heading of what comes next. */
export function isUnder(phrase: Phrase, rule: Rule, body: number): boolean {
  const gap = phrase.top - rule.at;
  // The boxes of two lines of tall letters reach into one another.
  const least = -Math.max(4, 0.4 * heightOf(phrase));
  if (gap < least || gap > Math.max(7, 0.6 * body) || phrase.bottom <= rule.at + 2) return false;
  const flush = Math.abs(phrase.left - rule.from) < 6 && phrase.text.length <= 40;
  const until = rule.to + (flush ? 0.5 * (rule.to - rule.from) : 24);
  const within = phrase.left >= rule.from - 18 && phrase.right <= until && phrase.left < rule.to;
  const letters = phrase.text.replace(/[^\p{L}]/gu, '');
  const heading =
    phrase.bold || heightOf(phrase) > body * 1.15 || (letters.length > 3 && letters === letters.toUpperCase());
  const short = phrase.text.length <= 70 && (flush || widthOf(phrase) < Math.max(rule.to - rule.from, 60));
  const numbered = heading && /^(\d+[.)]|\d+(\.\d+)+)\s*\p{L}/u.test(phrase.text.trim());
  return within && short && !numbered && !(heading && rule.to - rule.from > 300);
}

/** One of several lines of the same reach at a writing distance. */
function isRepeated(rule: Rule, rules: readonly Rule[]): boolean {
  return rules.some((other) => {
    const gap = Math.abs(other.at - rule.at);
    if (gap <= 9 || gap >= 34 || Math.abs(other.to - rule.to) >= 14) return false;
    return Math.abs(other.from - rule.from) < 14 || (other.at < rule.at && rule.from < other.from);
  });
}

/** The short line over footnotes begins at the margin, and what stands under it begins with a mark. */
function isFootnoteRule(rule: Rule, { phrases, height }: Surroundings): boolean {
  if (rule.at < height * 0.6) return false;
  return phrases.some((phrase) => {
    const gap = phrase.top - rule.at;
    return (
      gap > -3 && gap < 14 && Math.abs(phrase.left - rule.from) < 8 && /^[\d¹²³*†‡]{1,2}\s*\p{L}/u.test(phrase.text)
    );
  });
}

/** As much height over the line as a person has to write in. */
function roomUnder(ceiling: number, rule: Rule): Area {
  const room = Math.min(Math.max(rule.at - ceiling, ROOM.least), ROOM.most);
  return { left: rule.from, top: rule.at - room, right: rule.to, bottom: rule.at };
}

/** Where the free room over a line ends: at the words or the line above it. */
export function ceilingOver(rule: Rule, rules: readonly Rule[], { phrases }: Surroundings): number {
  let ceiling = -Infinity;
  for (const phrase of phrases) {
    const over = shared(phrase.left, phrase.right, rule.from, rule.to) > 2 && !isWholeDate([phrase.text]);
    const height = heightOf(phrase);
    if (over && phrase.bottom < rule.at - 4 + 0.25 * height) ceiling = Math.max(ceiling, phrase.bottom - 0.15 * height);
  }
  for (const other of rules) {
    const over = other.at < rule.at - 4 && shared(other.from, other.to, rule.from, rule.to) > 2;
    if (over) ceiling = Math.max(ceiling, other.at + 0.5);
  }
  return ceiling;
}
