import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { heightOf, inOneRow, leftEdge, rightEdge, widthOf } from './place.js';

/** Shares of the height of the words: how close the next line of a paragraph is. */
const SPACING = { min: -0.6, max: 0.75 };
const SAME_EDGE = 14;
const SLACK = 6;

/**
 * The words with which the next line continues where the margin broke off the option of a row's last box; null when the
 * row ends by itself. `last` are the words after that box, if any.
 */
export function wrappedWords(
  row: readonly Area[],
  last: Phrase | null,
  phrases: readonly Phrase[],
  blocks: readonly Area[],
): Phrase | null {
  const tick = row.at(-1);
  if (tick === undefined) return null;
  const onRow = [...phrases, ...blocks].filter((other) => inOneRow(other, tick, 0.45));
  const end = last ?? tick;
  if (onRow.some((other) => other.left > end.right - 2)) return null;
  const start = leftEdge([tick, ...onRow]);
  const margin = rightEdge(phrases.filter(({ left }) => left < end.right));
  const next = phrases.find((phrase) => {
    const gap = (phrase.top - (last ?? phrase).bottom) / heightOf(phrase);
    const isBelow = last === null ? isNextLine(phrase, tick) : gap > SPACING.min && gap < SPACING.max;
    return isBelow && phrase.top > tick.top + 2 && Math.abs(phrase.left - start) < SAME_EDGE;
  });
  if (next === undefined || blocks.some((block) => block.right < next.left + 2 && inOneRow(block, next, 0.4))) {
    return null;
  }
  if (/[:?]$/u.test(next.text.trim()) || end.right + firstWordOf(next) + SLACK < margin) return null;
  // Words that begin small go on; others may only follow where the box would have none at all.
  return last === null || /^[\p{Ll}(]/u.test(next.text.trim()) ? next : null;
}

function isNextLine(phrase: Phrase, tick: Area): boolean {
  const middle = (tick.top + tick.bottom) / 2;
  const distance = (phrase.top + phrase.bottom) / 2 - middle;
  return distance > 0.5 * heightOf(phrase) && distance < (1.5 + SPACING.max) * heightOf(phrase);
}

/** How wide the first word is, in points. */
function firstWordOf(phrase: Phrase): number {
  const [word = ''] = phrase.text.trim().split(/\s/u);
  return (widthOf(phrase) * word.length) / Math.max(phrase.text.length, 1);
}
