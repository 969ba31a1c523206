import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import type { PageContext } from './place.js';
import { heightOf, inOneRow, widthOf } from './place.js';
import type { Rule } from './ruling.js';

/** How far before a blank its caption may stand, as in a column of captions with a column of lines beside it. */
export const AFAR = 170;
const LONGEST_CAPTION = 60;
const NEAR = 60;
/** More room is left over what says who signs. */
const SIGNS = /\b(?:signature|handtekening)\b/iu;

type Span = Pick<Area, 'left' | 'right'>;

/** Words on its row that lead to the line or follow it, or small ones right under it. */
export function hasWordsBeside(rule: Rule, rules: readonly Rule[], { phrases, captions, body }: PageContext): boolean {
  if (captions.some((phrase) => isUnder(phrase, rule, body))) return true;
  const onRow = phrases.filter(
    ({ top, bottom }) => bottom > rule.at - 4 && top < rule.at - 2 && top > rule.at - 2.2 * body,
  );
  const blanks = rules.flatMap((other) =>
    other !== rule && Math.abs(other.at - rule.at) < 6 ? [{ left: other.from, right: other.to }] : [],
  );
  if (leadsFromAfar(rule.from, onRow, [...onRow, ...blanks])) return true;
  return onRow.some(({ left }) => left >= rule.to - 4 && left - rule.to < 24);
}

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

/** Whether words on its row lead to the line, so that a caption far along under it is about the rest. */
export function leadsTo(rule: Rule, phrases: readonly Phrase[]): boolean {
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

/** Whether words right before a line lead to it. */
export function isLedToBy(rule: Rule, phrase: Phrase): boolean {
  return Math.abs(phrase.bottom - rule.at) < 6 && phrase.right <= rule.from + 4 && rule.from - phrase.right < 20;
}

/** Words right after a blank go on with its sentence. */
function goesOnFrom(rule: Rule, phrase: Phrase): boolean {
  return Math.abs(phrase.bottom - rule.at) < 6 && phrase.left >= rule.to - 3 && phrase.left - rule.to < 6;
}

/** Words that are bold, large or all capitals. */
function looksLikeHeading(phrase: Phrase, body: number): boolean {
  const letters = phrase.text.replace(/[^\p{L}]/gu, '');
  return phrase.bold || heightOf(phrase) > body * 1.15 || (letters.length > 3 && letters === letters.toUpperCase());
}

/** A caption under a line is short, close to it and not a heading of what follows. */
export function isUnder(phrase: Phrase, rule: Rule, body: number): boolean {
  const gap = phrase.top - rule.at;
  // The boxes of two lines of tall letters reach into one another.
  const min = -Math.max(4, 0.4 * heightOf(phrase));
  const reach = SIGNS.test(phrase.text) ? body : 0.6 * body;
  if (gap < min || gap > Math.max(7, reach) || phrase.bottom <= rule.at + 2) return false;
  const flush = Math.abs(phrase.left - rule.from) < 6 && phrase.text.length <= 40;
  const until = rule.to + (flush ? 0.5 * (rule.to - rule.from) : 24);
  const within = phrase.left >= rule.from - 18 && phrase.right <= until && phrase.left < rule.to;
  const heading = looksLikeHeading(phrase, body);
  const short = phrase.text.length <= 70 && (flush || widthOf(phrase) < Math.max(rule.to - rule.from, 60));
  const numbered = heading && /^(\d+[.)]|\d+(\.\d+)+)\s*\p{L}/u.test(phrase.text.trim());
  return within && short && !numbered && !(heading && rule.to - rule.from > 300 && !SIGNS.test(phrase.text));
}
