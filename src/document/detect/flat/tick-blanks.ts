import type { Area } from '../../engine/page-glyphs.js';
import type { Leader, Phrase } from '../text-lines.js';
import { isAnswer } from './answer-words.js';
import { heightOf, inOneRow, widthOf } from './place.js';

/** In points. */
const WIDEST = 50;
const ALIKE = 3;
const APART = 0.5;
/** Shares of the height of the words: closer to their blank than by a space, and by a space. */
const TOUCHES = 0.12;
const SPACE = 0.6;
/** Letters. */
const LONGEST = 40;
/** A name or a number, and neither a unit nor a part of a sentence. */
const OPTION = /^[\p{Lu}\d].*[^:?,]$|^\d$/u;

/** A blank with the words of its row around it, the nearest ones. */
interface Blank {
  readonly blank: Leader;
  readonly before: Phrase | undefined;
  readonly after: Phrase | undefined;
}

/**
 * The short blanks of a page that are ticked and not written on: several in a row or a column, each with the words of
 * its option closer after it than others are before it, as in "Class: ___Tech ___General".
 */
export function tickBlanks(leaders: readonly Leader[], phrases: readonly Phrase[]): readonly Leader[] {
  const short = leaders
    .filter((leader) => leader.character === '_' && widthOf(leader) <= WIDEST)
    .map((blank): Blank => {
      const row = phrases.filter((phrase) => inOneRow(phrase, blank)).toSorted((a, b) => a.left - b.left);
      const isBefore = ({ left }: Area): boolean => left < blank.left;
      return { blank, before: row.findLast(isBefore), after: row.find((phrase) => !isBefore(phrase)) };
    })
    .filter((each) => isBeforeOption(each, leaders));
  return short
    .filter((each) => short.some((other) => isNext(each, other) || isNext(other, each) || isUnder(each, other)))
    .map(({ blank }) => blank);
}

function isBeforeOption({ blank, before, after }: Blank, leaders: readonly Leader[]): boolean {
  if (after === undefined || !OPTION.test(after.text.trim()) || after.text.length > LONGEST) return false;
  const gap = after.left - blank.right;
  if (gap > (isAnswer(after.text) ? SPACE : TOUCHES) * heightOf(after)) return false;
  // Words that blanks touch on both sides are an answer that is printed already.
  if (leaders.some((other) => inOneRow(other, after) && Math.abs(other.left - after.right) < APART)) return false;
  return before === undefined || /[:?)]$/u.test(before.text.trim()) || blank.left - before.right > gap + APART;
}

/** Whether only the option of one blank stands between it and the other. */
const isNext = ({ blank, after }: Blank, { blank: next, before }: Blank): boolean =>
  after === before && blank.left < next.left;

const isUnder = (one: Blank, other: Blank): boolean =>
  one !== other &&
  [one, other].every(({ blank, before }) => before === undefined || blank.left - before.right > ALIKE * 3) &&
  Math.abs(one.blank.left - other.blank.left) < ALIKE &&
  Math.abs(widthOf(one.blank) - widthOf(other.blank)) < ALIKE;
