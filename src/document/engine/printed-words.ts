import type { Area, Glyph } from './page-glyphs.js';

/** A word that is printed on a page. */
export interface PrintedWord extends Area {
  readonly text: string;
}

/** What lines to write on are made of: it ends a word, and is part of none. */
const LEADER = /[_.…‥․·]/u;

/** The words of a page, from its characters in the order in which the file draws them. */
export function printedWords(glyphs: readonly Glyph[]): readonly PrintedWord[] {
  const words: PrintedWord[] = [];
  let isOver = true;
  for (const { character, afterSpace, left, top, right, bottom } of glyphs) {
    const last = words.at(-1);
    const goesOn = !afterSpace && !isOver;
    isOver = LEADER.test(character);
    if (isOver) continue;
    const isOnLine = last !== undefined && top < last.bottom && bottom > last.top && left >= last.left;
    if (isOnLine && goesOn) {
      const whole = { top: Math.min(last.top, top), bottom: Math.max(last.bottom, bottom) };
      words[words.length - 1] = {
        ...whole,
        left: last.left,
        right: Math.max(last.right, right),
        text: last.text + character,
      };
    } else {
      words.push({ left, top, right, bottom, text: character });
    }
  }
  return words;
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
