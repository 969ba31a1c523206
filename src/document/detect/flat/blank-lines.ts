import type { Area } from '../../engine/page-glyphs.js';
import { isCurrency, SIGN_HERE } from '../caption-words.js';
import { understood } from '../dictionary/in-english.js';
import type { Phrase } from '../text-lines.js';
import { heightOf, type PageContext, type Place, placeAt, shared, widthOf } from './place.js';
import { isWholeDate } from '../../date-hint.js';
import type { Rule } from './ruling.js';
import { hasWordsBeside, isLedToBy, isUnder, leadsTo } from './rule-words.js';

const SHORTEST = 14;
const ROOM = { min: 8, max: 15 };
const MOST_HEADROOM = 12;
/** A line longer than this share of the page may as well part two sections. */
const LONG = 0.62;
const EDGE_OF_PAGE = 0.045;
const FOOT = 0.82;
/** How much larger than most text the words of a title are. */
const TITLE = 1.3;

/** The ruled lines to write on: those that are not a border and underline nothing. */
export function ruledBlanks(
  surroundings: PageContext,
  rules: readonly Rule[],
  cells: readonly Area[],
): readonly Place[] {
  const single = rules.filter((rule) => !isBorder(rule, cells) && !isOrnament(rule, surroundings));
  const open = single.filter((rule) => !isDoubled(rule, rules, surroundings));
  return open.flatMap((rule) => ruledBlank(rule, { open, all: rules }, surroundings));
}

/** A line to write on whose free room above ends at `ceiling`. */
export function linePlace(area: Area, seenAs: Place['seenAs'], ceiling: number): Place {
  const headroom = Math.min(Math.max(area.top - ceiling, 0), MOST_HEADROOM);
  return placeAt(area, seenAs, { headroom });
}

function ruledBlank(
  rule: Rule,
  rules: { readonly open: readonly Rule[]; readonly all: readonly Rule[] },
  surroundings: PageContext,
): readonly Place[] {
  if (rule.to - rule.from < SHORTEST) return [];
  const free = freePart(rule, surroundings);
  if (free === null || free.to - free.from < SHORTEST) return [];
  if (parts(free, rules.open, surroundings)) return [];
  return splitByCaptions(free, surroundings).map((part) => {
    const ceiling = ceilingOver(part, rules.all, surroundings);
    return linePlace(roomUnder(ceiling, part), 'line', ceiling);
  });
}

const LEAST_PART = 24;
/** A caption at the very end of a line is set flush with it, be there more room or not. */
const LAST_PART = 60;

/** One line with several captions under it asks for each of them: "City, State, Zip" and, far from it, "Telephone". */
function splitByCaptions(rule: Rule, { phrases, captions: possible, body }: PageContext): readonly Rule[] {
  const under = possible.filter((phrase) => isUnder(phrase, rule, body));
  const first = under.reduce((min, { top }) => Math.min(min, top), Infinity);
  const captions = under.filter((phrase) => phrase.top - first < 3).sort((a, b) => a.left - b.left);
  const own = leadsTo(rule, phrases) ? captions : captions.slice(1);
  const cuts = own
    .filter(({ left }) => left > rule.from + LEAST_PART)
    .map(({ left }, index, all) => (index === all.length - 1 ? Math.min(left - 3, rule.to - LAST_PART) : left - 3));
  const bounds = [rule.from, ...cuts, rule.to];
  const pieces = bounds.slice(1).map((to, index) => ({ at: rule.at, from: bounds[index] ?? to, to }));
  return pieces.every(({ from, to }) => to - from >= LEAST_PART) ? pieces : [rule];
}

/** A line right under a title belongs to it, and so does one over the number of a page. */
function isOrnament(rule: Rule, { phrases, body, height }: PageContext): boolean {
  if (phrases.some((phrase) => isLedToBy(rule, phrase))) return false;
  return phrases.some((phrase) => {
    const gap = rule.at - phrase.bottom;
    const across = shared(phrase.left, phrase.right, rule.from, rule.to) > 2;
    const isTitle = heightOf(phrase) > TITLE * body && gap > -0.5 * heightOf(phrase) && gap < heightOf(phrase);
    const isNumber = rule.at > FOOT * height && gap < 4 && gap > -20 && /^[-–\s]*\d+[-–\s]*$/u.test(phrase.text);
    return across && (isTitle || isNumber);
  });
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
function freePart(rule: Rule, { phrases }: PageContext): Rule | null {
  const onRule = phrases.filter((phrase) => standsOn(phrase, rule));
  const on = onRule.filter(({ text }) => !isWholeDate([text]));
  const [pattern] = onRule;
  if (on.length === 0 && pattern !== undefined && rule.to - pattern.right > ROOM_FOR_DATE) {
    return { ...rule, from: pattern.right + 2 };
  }
  if (on.length === 0) return rule;
  const [left, right] = [Math.min(...on.map((phrase) => phrase.left)), Math.max(...on.map((phrase) => phrase.right))];
  const after = rule.to - right;
  const before = left - rule.from;
  const last = on.reduce((a, b) => (a.right > b.right ? a : b));
  // Words that a line was drawn under in one go with the blank end like a caption; headings do not.
  const leads = /[:?)]$/u.test(last.text.trim()) || SIGN_HERE.test(last.text.trim()) || isCurrency(last.text);
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
function parts(rule: Rule, rules: readonly Rule[], surroundings: PageContext): boolean {
  const isShort = rule.to - rule.from <= LONG * surroundings.width;
  if (isShort && isFootnoteRule(rule, surroundings)) return true;
  if (hasWordsBeside(rule, rules, surroundings) || isRepeated(rule, rules)) return false;
  return !(isShort && hasWordsOver(rule, surroundings));
}

/** Long lines at the edge of the page or drawn twice are there for the looks. */
function isDoubled(rule: Rule, rules: readonly Rule[], surroundings: PageContext): boolean {
  const { width, height } = surroundings;
  if (rules.some((other) => isTwin(rule, other))) return true;
  if (rule.to - rule.from <= LONG * width) return false;
  return rule.at < height * EDGE_OF_PAGE || rule.at > height * (1 - EDGE_OF_PAGE);
}

function isTwin(rule: Rule, other: Rule): boolean {
  const gap = Math.abs(other.at - rule.at);
  return gap > 0.2 && gap < 5 && shared(rule.from, rule.to, other.from, other.to) > 0.8 * (rule.to - rule.from);
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
function isFootnoteRule(rule: Rule, { phrases, height }: PageContext): boolean {
  if (rule.at < height * 0.6) return false;
  return phrases.some((phrase) => {
    const gap = phrase.top - rule.at;
    return (
      gap > -3 && gap < 14 && Math.abs(phrase.left - rule.from) < 8 && /^[\d¹²³*†‡]{1,2}\s*\p{L}/u.test(phrase.text)
    );
  });
}

/** As much height over the line as a person has to write in. */
export function roomUnder(ceiling: number, rule: Rule, most = ROOM.max): Area {
  const room = Math.min(Math.max(rule.at - ceiling, ROOM.min), most);
  return { left: rule.from, top: rule.at - room, right: rule.to, bottom: rule.at };
}

/** Where the free room over a line ends: at the words or the line above it. */
export function ceilingOver(rule: Rule, rules: readonly Rule[], { phrases }: PageContext): number {
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

/** Shares of the height of most text: how far over a line the words are that name it. */
const REACH = { usual: 3, signature: 5 };

/** Whether words stand over a line, so that it may be theirs: a signature leaves more room than other answers. */
function hasWordsOver(rule: Rule, { phrases, body }: PageContext): boolean {
  return phrases.some((phrase) => {
    const gap = rule.at - phrase.bottom;
    const reach = /\bsign(ed|ature)s?\b/u.test(understood(phrase.text)) ? REACH.signature : REACH.usual;
    return gap >= 3 && gap < reach * body && shared(phrase.left, phrase.right, rule.from, rule.to) > 2;
  });
}
