import type { Area } from '../engine/page-glyphs.js';
import { findCaption } from './captions.js';
import { cellsOfDate, isDateHint } from '../date-hint.js';
import type { FoundBox } from './found-box.js';
import { understood } from './dictionary/in-english.js';
import { compartments } from './flat/place.js';
import type { PageFacts } from './page-facts.js';
import type { Phrase } from './text-lines.js';
import { around } from './text-lines.js';

const PARTS = 3;
/** In points. */
const WIDEST = 80;
const SAME_ROW = 4;
const HINT_REACH = 14;
const LETTERS: Readonly<Record<string, string>> = {
  day: 'dd',
  month: 'mm',
  year: 'yyyy',
  dag: 'dd',
  maand: 'mm',
  jaar: 'yyyy',
};

/**
 * Three boxes in a row for the day, the month and the year are one date: the words in, over or under each say which
 * part it takes. Its digits stand in the boxes as in the compartments of a comb. `boxes` are in reading order.
 */
export function joinDateParts(boxes: readonly FoundBox[], pages: readonly PageFacts[]): readonly FoundBox[] {
  const joined: FoundBox[] = [];
  for (let index = 0; index < boxes.length; index++) {
    const date = dateOf(boxes.slice(index, index + PARTS), pages);
    const box = date ?? boxes[index];
    if (box !== undefined) joined.push(box);
    if (date !== null) index += PARTS - 1;
  }
  return joined;
}

function dateOf(parts: readonly FoundBox[], pages: readonly PageFacts[]): FoundBox | null {
  const [first] = parts;
  const page = first === undefined ? undefined : pages[first.page - 1];
  if (first === undefined || page === undefined || parts.length < PARTS) return null;
  if (!parts.every((part) => isPart(part) && isOnRow(part, first))) return null;
  const phrases = page.phrases.flatMap((phrase) => {
    const letters = lettersOf(phrase.text);
    return isDateHint(letters) ? [{ ...phrase, text: letters }] : [];
  });
  const hints = parts.map(({ area }) => hintFor(area, phrases));
  const cells = parts.flatMap(({ area }, index) => compartments(area, lettersIn(hints[index] ?? '')));
  const ordered = cellsOfDate(cells, hints);
  if (ordered === null) return null;
  const area = around(parts.map((part) => part.area));
  // The word of a part names no date.
  const own = [first.context.label, first.label].find((words) => words !== null && !isDateHint(lettersOf(words)));
  const label = own ?? findCaption(area, page, ['left', 'above'])?.text ?? null;
  return { ...first, type: 'date', label, context: { ...first.context, label }, area, cells: ordered };
}

const lettersIn = (hint: string): number => hint.replace(/[^\p{L}]/gu, '').length;

const lettersOf = (words: string): string => LETTERS[understood(words)] ?? words;

/** An answer of one line that holds nothing yet. */
function isPart({ type, area, tag, cells, continuations, widget }: FoundBox): boolean {
  const isOpen = (type === 'text' || type === 'date') && tag === null && cells === null && continuations === null;
  return isOpen && area.right - area.left <= WIDEST && (widget === undefined || widget.held === null);
}

function isOnRow(part: FoundBox, first: FoundBox): boolean {
  return part.page === first.page && Math.abs(part.area.top - first.area.top) < SAME_ROW;
}

function hintFor(area: Area, phrases: readonly Phrase[]): string {
  const near = phrases.filter((phrase) => {
    const middle = (phrase.left + phrase.right) / 2;
    const gap = Math.max(area.top - phrase.bottom, phrase.top - area.bottom, 0);
    return middle > area.left - 2 && middle < area.right + 2 && gap < HINT_REACH;
  });
  return near.length === 1 ? (near[0]?.text ?? '') : '';
}
