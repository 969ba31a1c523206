import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { cellsOfDate, isDateHint, isWholeDate } from '../../date-hint.js';
import { heightOf, widthOf } from './place.js';

/** A row of compartments that take one letter each. */
export interface Comb {
  readonly area: Area;
  readonly cells: readonly Area[];
}

const CELL = { min: 6.5, max: 27, highest: 34 };
const LEAST_CELLS = 3;
const UNEVEN = 0.28;
const TOUCH = 2.5;

/** The combs of a page: rows of touching narrow cells. */
export function readCombs(cells: readonly Area[], phrases: readonly Phrase[]): readonly Comb[] {
  const words = phrases.filter(({ text }) => !isDateHint(text));
  const free = cells.filter((cell) => isNarrow(cell) && !words.some((phrase) => holds(cell, phrase)));
  return rowsOfCells(free)
    .filter((comb) => takesLetters(comb, phrases))
    .map((comb) => inOrder(comb, phrases));
}

/** How far below a comb the letters may stand that say how a date is written in it, in points. */
const UNDER = 12;

/** A comb's cells follow the letters of its answer: where the form wants the day first, the last two come first. */
function inOrder(comb: Comb, phrases: readonly Phrase[]): Comb {
  const { left, top, right, bottom } = comb.area;
  const around = { left, top, right, bottom: bottom + UNDER };
  const hints = phrases
    .filter((phrase) => isDateHint(phrase.text) && holds(around, phrase))
    .sort((a, b) => a.left - b.left);
  const cells = cellsOfDate(
    comb.cells,
    hints.map(({ text }) => text),
  );
  return cells === null ? comb : { ...comb, cells };
}

/** The letters of a date, printed faintly where they go, leave the compartments free; other words do not. */
function takesLetters({ area }: Comb, phrases: readonly Phrase[]): boolean {
  const inside = phrases.filter((phrase) => holds(area, phrase)).sort((a, b) => a.left - b.left);
  return inside.length === 0 || isWholeDate(inside.map(({ text }) => text));
}

function isNarrow(cell: Area): boolean {
  const width = widthOf(cell);
  return width >= CELL.min && width <= CELL.max && heightOf(cell) <= CELL.highest && heightOf(cell) >= 7;
}

function rowsOfCells(cells: readonly Area[]): readonly Comb[] {
  const combs: Comb[] = [];
  let run: Area[] = [];
  const finish = (): void => {
    if (run.length >= LEAST_CELLS) combs.push({ area: boundsOf(run), cells: run });
    run = [];
  };
  // Rows that differ by less than a point are one row.
  const ordered = [...cells].sort((a, b) => Math.round(a.top) - Math.round(b.top) || a.left - b.left);
  for (const cell of ordered) {
    const last = run.at(-1);
    if (last !== undefined && !continues(last, cell)) finish();
    run.push(cell);
  }
  finish();
  return combs;
}

function continues(last: Area, cell: Area): boolean {
  const sameRow = Math.abs(last.top - cell.top) <= 1.5 && Math.abs(last.bottom - cell.bottom) <= 1.5;
  const even = Math.abs(widthOf(last) - widthOf(cell)) <= UNEVEN * Math.max(widthOf(last), widthOf(cell));
  return sameRow && even && Math.abs(cell.left - last.right) <= TOUCH;
}

function boundsOf(cells: readonly Area[]): Area {
  const [first, last] = [cells[0], cells.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a comb has cells');
  return { left: first.left, top: first.top, right: last.right, bottom: first.bottom };
}
