import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import type { Cell } from './cell-blanks.js';
import type { PageContext } from './place.js';
import { holds, inOneRow, tidied } from './place.js';
import type { Tick } from './tick-questions.js';
import { wrappedWords } from './wrapped-row.js';

/** The ticks of one row with the words of their options. */
export interface TickRow {
  readonly ticks: readonly Tick[];
  /** The words before the first tick. */
  readonly lead: Phrase | null;
  readonly cell: Cell | null;
  /** Whether the row goes on with the line above it, in which the margin broke off an option. */
  readonly runsOn: boolean;
  /** The words with which its last option goes on in the next line. */
  readonly more: Phrase | null;
}

interface Row {
  readonly areas: Area[];
  readonly cell: Cell | null;
}

const LEADS = 12;
const OPTION_REACH = 34;
const QUESTION_REACH = 200;

/** The ticks of a page row by row, each row from left to right; `places` are those to write in. */
export function tickRows(
  areas: readonly Area[],
  places: readonly Area[],
  cells: readonly Cell[],
  page: PageContext,
): readonly TickRow[] {
  const blocks = [...areas, ...places];
  const broken = new Set<Phrase>();
  return rowsOf(areas, cells).map((row) => readRow(row, blocks, broken, page));
}

function rowsOf(areas: readonly Area[], cells: readonly Cell[]): readonly Row[] {
  const rows: Row[] = [];
  const ordered = [...areas].sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left);
  for (const area of ordered) {
    const cell = smallestAround(area, cells);
    const row = rows.findLast(
      (known) => known.cell === cell && known.areas.every((other) => inOneRow(other, area, 0.6)),
    );
    if (row === undefined) rows.push({ areas: [area], cell });
    else row.areas.push(area);
  }
  for (const row of rows) row.areas.sort((a, b) => a.left - b.left);
  return rows;
}

function smallestAround(area: Area, cells: readonly Cell[]): Cell | null {
  let found: Cell | null = null;
  for (const cell of cells) {
    if (!holds(cell, area) || cell.right - cell.left < 1.6 * (area.right - area.left)) continue;
    if (found === null || cell.right - cell.left < found.right - found.left) found = cell;
  }
  return found;
}

/**
 * Options stand after their boxes, unless the row ends with a box and every box has words before it. `broken` gathers
 * the words with which a line goes on from the row above it.
 */
function readRow({ areas, cell }: Row, blocks: readonly Area[], broken: Set<Phrase>, page: PageContext): TickRow {
  const phrases = page.phrases.filter((phrase) => cell === null || holds(cell, phrase));
  const after = areas.map((area) => phraseBeside(area, 'right', phrases, blocks));
  const before = areas.map((area) => phraseBeside(area, 'left', phrases, blocks));
  const wrapped = wrappedWords(areas, after.at(-1) ?? null, phrases, blocks);
  const leftHanded =
    wrapped === null && after.at(-1) === null && before.every((phrase) => phrase !== null) && !asksFirst(before);
  if (wrapped !== null) broken.add(wrapped);
  const asked = leftHanded ? apart(before[0] ?? null) : null;
  const isBefore = leftHanded || leadsAway(before, after, blocks);
  const options = asked === null ? (isBefore ? before : after) : [asked.option, ...before.slice(1)];
  const first = areas[0];
  const own = isBefore ? (before[0] ?? null) : null;
  const lead = asked?.question ?? (first === undefined ? null : leadOf(first, own, phrases, blocks));
  const runsOn = phrases.some((phrase) => broken.has(phrase) && phrase !== wrapped && isOnRow(phrase, areas));
  return {
    ticks: areas.map((area, index) => {
      const more = index === areas.length - 1 ? wrapped : null;
      return { area, option: optionText([options[index] ?? null, more]) };
    }),
    lead: runsOn ? null : lead,
    cell,
    runsOn,
    more: wrapped,
  };
}

/** Words that end like a question are none of the options that they stand before. */
function asksFirst(before: readonly (Phrase | null)[]): boolean {
  const [first, ...more] = before.map((phrase) => /[:?]$/u.test(phrase?.text.trim() ?? ''));
  return first === true && !more.every((asks) => asks);
}

/** "Are you a citizen? Yes [ ] No [ ]": the question and its first answer in one phrase. */
function apart(phrase: Phrase | null): { readonly question: Phrase; readonly option: Phrase } | null {
  const [, question, option] = /^(.*\p{L}.*[?:])\s+([^?:]+)$/u.exec(phrase?.text.trim() ?? '') ?? [];
  if (phrase === null || question === undefined || option === undefined) return null;
  return { question: { ...phrase, text: question }, option: { ...phrase, text: option } };
}

/** "Stamp [ ] Verified by ____": the words after a single box belong to the blank after them. */
function leadsAway(
  before: readonly (Phrase | null)[],
  after: readonly (Phrase | null)[],
  blocks: readonly Area[],
): boolean {
  const [own, next] = [before[0] ?? null, after[0] ?? null];
  if (before.length !== 1 || own === null || next === null || /[?:]$/u.test(own.text.trim())) return false;
  return blocks.some(
    (block) => inOneRow(block, next) && block.left > next.right - 3 && block.left - next.right < LEADS,
  );
}

function isOnRow(phrase: Phrase, areas: readonly Area[]): boolean {
  return areas.some((area) => inOneRow(phrase, area, 0.45));
}

function optionText(parts: readonly (Phrase | null)[]): string | null {
  const words = tidied(parts.map((phrase) => phrase?.text ?? '').join(' '));
  return words === '' ? null : words;
}

function leadOf(first: Area, own: Phrase | null, phrases: readonly Phrase[], blocks: readonly Area[]): Phrase | null {
  const lead = phraseBeside(own ?? first, 'left', phrases, blocks, QUESTION_REACH);
  // A number or a letter before a box counts the boxes and asks nothing.
  return lead !== null && /\p{L}{2}/u.test(lead.text) ? lead : null;
}

function phraseBeside(
  area: Area,
  side: 'left' | 'right',
  phrases: readonly Phrase[],
  blocks: readonly Area[],
  reach = OPTION_REACH,
): Phrase | null {
  let best: Phrase | null = null;
  let min = reach;
  for (const phrase of phrases) {
    if (phrase === area || !inOneRow(phrase, area, 0.45)) continue;
    const gap = side === 'right' ? phrase.left - area.right : area.left - phrase.right;
    if (gap < -3 || gap > min || tidied(phrase.text) === '') continue;
    const [from, to] = side === 'right' ? [area.right, phrase.left] : [phrase.right, area.left];
    const blocked = blocks.some(
      (other) => other !== area && inOneRow(other, area, 0.4) && other.left >= from - 2 && other.right <= to + 2,
    );
    if (blocked) continue;
    best = phrase;
    min = gap;
  }
  return best;
}
