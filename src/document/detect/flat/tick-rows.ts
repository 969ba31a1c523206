import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import type { Cell } from './cells.js';
import { heightOf, inOneRow, leftEdge, type PageContext, rightEdge, widthOf } from './place.js';
import { isAnswer } from './answer-words.js';
import { canBeOption, canName, tidied } from '../caption-words.js';
import { headsInTable, headsOver, headsSideBySide, OPTION_REACH, smallestAround } from './tick-heads.js';
import { type Beside, type WordsSide, wordsSide } from './tick-sides.js';
import type { Tick } from './tick-questions.js';

/** The ticks of one row with the words of their options. */
export interface TickRow {
  readonly ticks: readonly Tick[];
  /** The words before the first tick. */
  readonly lead: Phrase | null;
  readonly cell: Cell | null;
  /** The words over its column, where several questions stand side by side. */
  readonly head: Phrase | null;
  /** Whether the words of its options stand at the heads of columns, where those of other rows are the same. */
  readonly isUnderHeads: boolean;
  /** Whether the row goes on with the line above it, in which the margin broke off an option. */
  readonly runsOn: boolean;
  /** The words with which its last option goes on in the next line. */
  readonly more: Phrase | null;
  /** Every phrase that is of an option, and so names nothing else. */
  readonly words: readonly Phrase[];
}

interface Row {
  readonly areas: Area[];
  readonly cell: Cell | null;
  readonly head: Phrase | null;
}

const LEADS = 12;
const QUESTION_REACH = 200;

/**
 * The ticks of a page row by row, each row from left to right; `places` are other ones, `asks` tells which words ask
 * something, and `known` on which side all have their words, where that is known.
 */
export function tickRows(
  areas: readonly Area[],
  places: readonly Area[],
  cells: readonly Cell[],
  page: PageContext,
  asks: (words: string) => boolean,
  known: WordsSide | null = null,
): readonly TickRow[] {
  const blocks = [...areas, ...places];
  const broken = new Set<Phrase>();
  const heads = headsSideBySide(areas, places, page, asks);
  const rows = rowsOf(areas, cells, heads).map((row) => besideRow(row, blocks, page, cells));
  // Words that begin the next line stand after the last box of the row all the same.
  const sides = rows.map(
    (row) => known ?? wordsSide({ ...row, after: [...row.after.slice(0, -1), row.after.at(-1) ?? row.wrapped] }),
  );
  const habit = mostly(sides.filter((side) => side !== null));
  return rows.map((row, index) => readRow(row, sides[index] ?? habit, blocks, broken));
}

/** The side that most of the clear rows of a page have their words on, which the others then have too. */
function mostly(sides: readonly WordsSide[]): WordsSide | null {
  const before = sides.filter((side) => side === 'before').length;
  if (2 * before === sides.length) return null;
  return 2 * before > sides.length ? 'before' : 'after';
}

function rowsOf(areas: readonly Area[], cells: readonly Cell[], heads: (area: Area) => Phrase | null): readonly Row[] {
  const rows: Row[] = [];
  const ordered = [...areas].sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left);
  for (const area of ordered) {
    // A cell that holds no word is one of a row of answers, whose words stand at the heads of the columns.
    const cell = smallestAround(
      area,
      cells.filter(({ phrases }) => phrases.length > 0),
    );
    const head = heads(area);
    const row = rows.findLast(
      (known) => known.cell === cell && known.head === head && known.areas.every((other) => inOneRow(other, area, 0.6)),
    );
    if (row === undefined) rows.push({ areas: [area], cell, head });
    else row.areas.push(area);
  }
  for (const row of rows) row.areas.sort((a, b) => a.left - b.left);
  return rows;
}

interface BesideRow extends Beside {
  readonly cell: Cell | null;
  readonly head: Phrase | null;
  readonly phrases: readonly Phrase[];
  readonly wrapped: Phrase | null;
  /** The words of its options stand at the heads of columns, above this row or others like it. */
  readonly isUnderHeads: boolean;
  /** The words in the cell at the head of the row. */
  readonly row: Phrase | null;
}

function besideRow(
  { areas, cell, head }: Row,
  blocks: readonly Area[],
  page: PageContext,
  cells: readonly Cell[],
): BesideRow {
  const phrases = page.phrases.filter((phrase) => cell === null || holds(cell, phrase));
  const right = areas.map((area) => phraseBeside(area, 'right', phrases, blocks));
  const left = areas.map((area, index) => {
    // The words of a list may begin at one edge and the boxes stand at another.
    const reach = areas.length === 1 && right[index] === null ? QUESTION_REACH : OPTION_REACH;
    return phraseBeside(area, 'left', phrases, blocks, reach);
  });
  const table = headsInTable(areas, cells, page.phrases);
  const paragraph = areas.length === 1 && table === null ? paragraphBeside(areas[0], left[0], right[0], phrases) : null;
  const [before, after] = paragraph === null ? [left, right] : [[null], [paragraph]];
  const isAlone = [...before, ...after].every((words) => words === null);
  // The walls of a cell part it from the words in the next one.
  const options = table?.options ?? null;
  const heads = options ?? table?.columns ?? (isAlone || table !== null ? headsOver(areas, page.phrases) : null);
  const row = { areas, cell, head, phrases };
  if (heads !== null) {
    const none = areas.map(() => null);
    const isUnderHeads = options === null;
    return { ...row, before: none, after: heads, wrapped: null, isUnderHeads, row: table?.row ?? null };
  }
  const wrapped = wrappedWords(areas, after.at(-1) ?? null, phrases, blocks);
  // The words after the last box that lead to the blank after them are not its own.
  const own = leadsAway(before, after, blocks) ? [...after.slice(0, -1), null] : after;
  return { ...row, before, after: own, wrapped, isUnderHeads: false, row: null };
}

/** `broken` gathers the words with which a line goes on from the row above it. */
function readRow(row: BesideRow, side: WordsSide | null, blocks: readonly Area[], broken: Set<Phrase>): TickRow {
  const { areas, cell, head, before, after, phrases, isUnderHeads } = row;
  const wrapped = side === 'after' ? row.wrapped : null;
  if (wrapped !== null) broken.add(wrapped);
  const asked = side === 'before' ? apart(before[0] ?? null) : null;
  const words = side === null ? [] : side === 'before' ? before : after;
  const options = asked === null ? words : [asked.option, ...before.slice(1)];
  const first = areas[0];
  const own = side === 'before' ? (before[0] ?? null) : null;
  const lead =
    row.row ??
    asked?.question ??
    (first === undefined ? null : leadOf(own ?? first, phrases, blocks, isUnderHeads ? Infinity : QUESTION_REACH));
  const runsOn = phrases.some((phrase) => broken.has(phrase) && phrase !== wrapped && isOnRow(phrase, areas));
  return {
    ticks: areas.map((area, index) => {
      const more = index === areas.length - 1 ? wrapped : null;
      return { area, option: optionText([options[index] ?? null, more]), isUnclear: side === null };
    }),
    // Beside a column that has a head stand the options of the next one.
    lead: runsOn || head !== null ? null : lead,
    cell,
    head,
    isUnderHeads,
    runsOn,
    more: wrapped,
    words: [...words, wrapped].filter((phrase) => phrase !== null),
  };
}

/** "Are you a citizen? Yes [ ] No [ ]" and "Married Y [ ] N [ ]": the question and its first answer in one phrase. */
function apart(phrase: Phrase | null): { readonly question: Phrase; readonly option: Phrase } | null {
  const text = phrase?.text.trim() ?? '';
  const [, plain = '', answer = ''] = /^(\S.*)\s(\S+)$/u.exec(text) ?? [];
  const parts = /^(.*[?:])\s+(?!\s)([^?:]+)$/u.exec(text) ?? (isAnswer(answer) ? [text, plain, answer] : []);
  const [, question = '', option] = parts;
  if (phrase === null || option === undefined || !/\p{L}/u.test(question)) return null;
  return { question: { ...phrase, text: question }, option: { ...phrase, text: option } };
}

/** "Stamp [ ] Verified by ____": the words after the last box belong to the blank after them. */
function leadsAway(
  before: readonly (Phrase | null)[],
  after: readonly (Phrase | null)[],
  blocks: readonly Area[],
): boolean {
  const [own, next] = [before[0] ?? null, after.at(-1) ?? null];
  if (own === null || next === null || /[?:]$/u.test(own.text.trim())) return false;
  if (before.length > 1 && !/^\p{L}+:?$/u.test(next.text.trim())) return false;
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

function leadOf(
  first: Area | Phrase,
  phrases: readonly Phrase[],
  blocks: readonly Area[],
  reach: number,
): Phrase | null {
  const lead = phraseBeside(first, 'left', phrases, blocks, reach);
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
    if (gap < -3 || gap > min || !canBeOption(phrase.text)) continue;
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

const PARAGRAPH_REACH = 60;
const LONGEST_BEGINNING = 90;
const BEGINS = /^(?:\(?\w{1,2}[.)]\s*)?\p{Lu}.*\p{L}{2}/u;

/** The beginning of the paragraph after a tick that has no words of its own, or only its number before it. */
function paragraphBeside(
  tick: Area | undefined,
  before: Phrase | null = null,
  after: Phrase | null = null,
  phrases: readonly Phrase[],
): Phrase | null {
  const isNumbered = before !== null && !canName(before.text);
  if (tick === undefined || (!isNumbered && (before !== null || after !== null))) return null;
  const [first = null] = phrases
    .filter(({ left, top, bottom, text }) => {
      const gap = left - tick.right;
      return gap > -3 && gap < PARAGRAPH_REACH && bottom > tick.top && top < tick.bottom && BEGINS.test(text.trim());
    })
    .toSorted((a, b) => a.top - b.top);
  if (first === null || first.text.length <= LONGEST_BEGINNING) return first;
  return { ...first, text: first.text.slice(0, LONGEST_BEGINNING).replace(/\s\S*$/u, '') };
}

/** Shares of the height of the words: how close the next line of a paragraph is. */
const SPACING = { min: -0.6, max: 0.75 };
const SAME_EDGE = 14;
const SLACK = 6;

/**
 * The words with which the next line continues where the margin broke off the option of a row's last box; null when the
 * row ends by itself. `last` are the words after that box, if any.
 */
function wrappedWords(
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
