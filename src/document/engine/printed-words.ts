import { askedInBrackets, isChoice, isOtherTag, standIns } from '../../contract/other-tags.js';
import { type Area, type Glyph, holds } from './page-glyphs.js';

/** A word that is printed on a page. */
export interface PrintedWord extends Area {
  readonly text: string;
}

/** A text tag of another service, or words in brackets, printed on a page where an answer may go. */
export interface PrintedTag {
  readonly text: string;
  readonly isTag: boolean;
  /** What is printed before it on its line, after the tag before it. */
  readonly before: string;
  /** Where it is, a line after the other. */
  readonly lines: readonly Area[];
  /** Where its line goes on; null at its end. */
  readonly next: number | null;
}

/** What is printed on a page. */
export interface PrintedPage {
  readonly words: readonly PrintedWord[];
  readonly tags: readonly PrintedTag[];
  /** What lies across the page to write on: drawn lines, and the underscores and dots of others. */
  readonly rules: readonly Area[];
}

/** What lines to write on are made of: it ends a word, and is part of none. */
const LEADER = /[_.…‥․·]/u;

/** The characters that lines to write on are made of. */
export const leaderGlyphs = (glyphs: readonly Glyph[]): readonly Glyph[] =>
  glyphs.filter(({ character }) => LEADER.test(character));

/** The words of a page, from its characters in the order in which the file draws them. */
export function printedWords(glyphs: readonly Glyph[]): readonly PrintedWord[] {
  const words: { left: number; top: number; right: number; bottom: number; text: string }[] = [];
  let isOver = true;
  for (const { character, afterSpace, left, top, right, bottom } of glyphs) {
    const last = words.at(-1);
    const goesOn = !afterSpace && !isOver;
    isOver = LEADER.test(character);
    if (isOver) continue;
    if (goesOn && last !== undefined && top < last.bottom && bottom > last.top && left >= last.left) {
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, bottom);
      last.right = Math.max(last.right, right);
      last.text += character;
    } else {
      words.push({ left, top, right, bottom, text: character });
    }
  }
  return words;
}

/** The text tags of other services and the words in brackets on a page, from its characters in the order in which the file draws them. */
export function printedTags(glyphs: readonly Glyph[]): readonly PrintedTag[] {
  let text = '';
  const at: number[] = [];
  for (const [index, { character, afterSpace }] of glyphs.entries()) {
    const more = afterSpace ? ` ${character}` : character;
    text += more;
    at.push(...Array.from({ length: more.length }, () => index));
  }
  let done = 0;
  return standIns(text).map((found) => {
    const [start, end] = [found.index, found.index + found[0].length];
    const own = glyphs.slice(at[start], (at[end - 1] ?? 0) + 1);
    const [first, last, after] = [own[0], own.at(-1), glyphs[(at[end - 1] ?? 0) + 1]];
    const next = last !== undefined && after !== undefined && isBefore(last, after) ? after.left : null;
    const lead = glyphs.slice(at[done] ?? 0, at[start]);
    const line = lead.slice(lead.findLastIndex((glyph) => first === undefined || !isBefore(glyph, first)) + 1);
    const before = line.map(({ character, afterSpace }) => (afterSpace ? ` ${character}` : character)).join('');
    done = end;
    return { text: found[0], isTag: isOtherTag(found[0]), before: before.trim(), lines: linesOf(own), next };
  });
}

/** Places on the page of the tags, in their unit. */
interface Taken {
  readonly area: Area;
  readonly isTick: boolean;
}

/** Words in brackets that ask for an answer, and that no field takes the place of; nor are they said of tickboxes. */
export const openBrackets = <Tag extends PrintedTag>(tags: readonly Tag[], fields: readonly Taken[]): readonly Tag[] =>
  tags.filter(({ text, lines: [line] }) => {
    if (askedInBrackets(text) === null || line === undefined) return false;
    const { top, bottom } = line;
    const near = isChoice(text) ? 2 * (bottom - top) : 0;
    const isAbout = ({ area, isTick }: Taken): boolean =>
      isTick && near > 0 ? area.top < bottom + near && area.bottom > top : holds(area, line);
    return !fields.some(isAbout);
  });

const isBefore = (one: Area, other: Area): boolean =>
  one.top < other.bottom && one.bottom > other.top && one.left <= other.left;

function linesOf(glyphs: readonly Area[]): readonly Area[] {
  const lines: Area[] = [];
  for (const { left, top, right, bottom } of glyphs) {
    const last = lines.at(-1);
    if (last === undefined || !isBefore(last, { left, top, right, bottom })) {
      lines.push({ left, top, right, bottom });
      continue;
    }
    const whole = { top: Math.min(last.top, top), bottom: Math.max(last.bottom, bottom) };
    lines[lines.length - 1] = { ...whole, left: last.left, right: Math.max(last.right, right) };
  }
  return lines;
}

const FEWEST_LETTERS = 3;
/** Of the height of a field: what is above or below is beside its answer, such as a caption in its corner. */
const EDGE = 0.25;
/** Of its width: what begins later, and is short, is behind most answers, such as a unit. */
const BEHIND = 0.5;

/**
 * The printed words that an answer in a place would be written over; empty for none. Places and words are in one unit,
 * be it points or fractions of the page.
 */
export function printedBeneath({ left, top, right, bottom }: Area, words: readonly PrintedWord[]): string {
  const edge = (bottom - top) * EDGE;
  const beneath = words.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return x > left && x < right && y > top + edge && y < bottom - edge;
  });
  const text = beneath.map((word) => word.text).join(' ');
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const isBehind = beneath.every((word) => word.left > left + (right - left) * BEHIND);
  return letters < FEWEST_LETTERS || isBehind ? '' : text;
}
