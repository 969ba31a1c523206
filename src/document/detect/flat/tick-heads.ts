import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { headCell, optionOf } from './cell-blanks.js';
import type { Cell } from './cells.js';
import { inOneRow, type PageContext, shared } from './place.js';

/** The words over ticks: heads of columns, and questions that stand side by side. */

/** How far the words of an option may stand from its box, in points. */
export const OPTION_REACH = 34;
const SLACK = 6;

/**
 * The words over the column of each tick, where a line asks several questions side by side and each of them has a tick
 * right under it; null for all others.
 */
export function headsSideBySide(
  areas: readonly Area[],
  places: readonly Area[],
  page: PageContext,
  asks: (words: string) => boolean,
): (area: Area) => Phrase | null {
  const isOption = (phrase: Phrase): boolean =>
    areas.some(({ right }) => right <= phrase.left + 3 && phrase.left - right < OPTION_REACH);
  const lines: Phrase[][] = [];
  for (const phrase of page.phrases.filter(({ text }) => asks(text)).toSorted((a, b) => a.top - b.top)) {
    if (areas.some((area) => inOneRow(area, phrase, 0.45)) && isOption(phrase)) continue;
    const line = lines.findLast(([first]) => first !== undefined && inOneRow(first, phrase, 0.6));
    if (line === undefined) lines.push([phrase]);
    else line.push(phrase);
  }
  const headIn = (line: readonly Phrase[], { left }: Area): Phrase | null =>
    line.toSorted((a, b) => a.left - b.left).findLast((head) => head.left - SLACK <= left) ?? null;
  const isOver = (line: readonly Phrase[]): boolean =>
    line.length > 1 &&
    line.every(
      (head) =>
        ![...areas, ...places].some((area) => inOneRow(area, head, 0.45)) &&
        areas.some((area) => isRightUnder(area, head, page.body) && headIn(line, area) === head),
    );
  const open = new Set(lines.filter(isOver));
  return (area) => {
    const line = lines.findLast(([first]) => first !== undefined && first.bottom <= area.top + 2);
    return line !== undefined && open.has(line) ? headIn(line, area) : null;
  };
}

const isRightUnder = (area: Area, head: Phrase, body: number): boolean =>
  area.top > head.bottom - 2 && area.top - head.bottom < 3 * body;

interface TableHeads {
  readonly columns: readonly Phrase[] | null;
  /** The words in the cells beside the ticks, where these are their own. */
  readonly options: readonly Phrase[] | null;
  readonly row: Phrase | null;
}

/** The heads of a row of ticks in cells of their own and of its columns; null where a tick has no cell for itself. */
export function headsInTable(
  areas: readonly Area[],
  cells: readonly Cell[],
  phrases: readonly Phrase[],
): TableHeads | null {
  const empty = cells.filter(({ words }) => words === '');
  const own = areas.flatMap((area) => smallestAround(area, empty) ?? []);
  const [first] = own;
  if (first === undefined || own.length < areas.length) return null;
  const options = own.flatMap((cell) => wordsIn(optionOf(cell, cells, phrases)) ?? []);
  if (options.length === areas.length) return { columns: null, options, row: null };
  const columns = own.flatMap((cell) => wordsIn(headCell(cell, cells, 'column')) ?? []);
  const isWhole = areas.length > 1 && new Set(columns.map(({ left }) => left)).size === areas.length;
  return { columns: isWhole ? columns : null, options: null, row: wordsIn(headCell(first, cells, 'row')) };
}

/** The words of a cell as one phrase. */
function wordsIn(cell: Cell | null): Phrase | null {
  const [first] = cell?.phrases ?? [];
  return cell === null || first === undefined ? null : { ...first, text: cell.words };
}

/** The smallest cell around a place that is clearly wider than it; null where there is none. */
export function smallestAround(area: Area, cells: readonly Cell[]): Cell | null {
  let found: Cell | null = null;
  for (const cell of cells) {
    if (!holds(cell, area) || cell.right - cell.left < 1.6 * (area.right - area.left)) continue;
    if (found === null || cell.right - cell.left < found.right - found.left) found = cell;
  }
  return found;
}

const OVER = 8;
const SAME_HEADS = 4;

/** The words at the head of the column of each tick, all in one line; null where one of them has none of its own. */
export function headsOver(areas: readonly Area[], phrases: readonly Phrase[]): readonly Phrase[] | null {
  if (areas.length < 2) return null;
  const heads = areas.map((area) => {
    const over = phrases.filter(
      (phrase) => phrase.bottom < area.top + 2 && shared(phrase.left, phrase.right, area.left, area.right) > 0,
    );
    return over.reduce<Phrase | null>(
      (low, phrase) => (low === null || phrase.bottom > low.bottom ? phrase : low),
      null,
    );
  });
  const found = heads.flatMap((head, index) => {
    const area = areas[index];
    return head !== null && area !== undefined && Math.abs(middleOf(head) - middleOf(area)) < OVER ? [head] : [];
  });
  const [first] = found;
  const inLine = found.every((head) => Math.abs(head.bottom - (first?.bottom ?? 0)) < SAME_HEADS);
  return found.length === areas.length && new Set(found).size === areas.length && inLine ? found : null;
}

const middleOf = ({ left, right }: Area): number => (left + right) / 2;
