import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { cellsOfDate, isDateHint, isWholeDate } from '../../date-hint.js';
import { heightOf, holds, widthOf } from './place.js';
import type { Rule, Ruling } from './ruling.js';

/** A row of compartments that take one letter each. */
export interface Comb {
  readonly area: Area;
  readonly cells: readonly Area[];
}

const CELL = { min: 6.5, max: 27, highest: 34 };
const LEAST_CELLS = 3;
const UNEVEN = 0.28;
const TOUCH = 2.5;
const TOOTH = { min: 2, max: 30 };
const LOWEST_ROOM = 10;

/** The combs of a page: rows of touching narrow cells, and lines divided by little uprights that stand on them. */
export function readCombs(cells: readonly Area[], ruling: Ruling, phrases: readonly Phrase[]): readonly Comb[] {
  const words = phrases.filter(({ text }) => !isDateHint(text));
  const closed = rowsOfCells(cells.filter((cell) => isNarrow(cell) && !words.some((phrase) => holds(cell, phrase))));
  const open = ruling.across
    .filter((rule) => !cells.some((cell) => isEdge(cell, rule)))
    .flatMap((rule) => toothed(rule, ruling.down));
  return [...closed, ...open].filter((comb) => takesLetters(comb, phrases)).map((comb) => inOrder(comb, phrases));
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

function isEdge(cell: Area, rule: Rule): boolean {
  const near = Math.abs(rule.at - cell.top) < 1 || Math.abs(rule.at - cell.bottom) < 1;
  return near && rule.from < cell.right - 1 && rule.to > cell.left + 1;
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

/** The compartments between uprights that stand on a line; the ends of the line close the outer ones. */
function toothed(rule: Rule, down: readonly Rule[]): readonly Comb[] {
  const teeth = down.filter((tooth) => {
    const length = tooth.to - tooth.from;
    const isTooth = Math.abs(tooth.to - rule.at) <= TOUCH && length >= TOOTH.min && length <= TOOTH.max;
    return isTooth && tooth.at >= rule.from - TOUCH && tooth.at <= rule.to + TOUCH;
  });
  if (teeth.length < LEAST_CELLS - 1) return [];
  const tallest = Math.max(...teeth.map((tooth) => tooth.to - tooth.from));
  const bounds = withEnds(
    rule,
    teeth.map(({ at }) => at).sort((a, b) => a - b),
  );
  const combs: Comb[] = [];
  let run: number[] = [];
  const finish = (): void => {
    if (run.length > LEAST_CELLS) combs.push(combOf(rule, run, Math.max(tallest, LOWEST_ROOM)));
  };
  for (const at of bounds) {
    const gap = at - (run.at(-1) ?? -Infinity);
    if (gap < CELL.min) continue;
    const previous = run.length < 2 ? gap : (run.at(-1) ?? 0) - (run.at(-2) ?? 0);
    const fits = gap <= CELL.max && Math.abs(gap - previous) <= UNEVEN * previous;
    if (run.length > 0 && !fits) {
      finish();
      run = gap <= CELL.max ? run.slice(-1) : [];
    }
    run.push(at);
  }
  finish();
  return combs;
}

function withEnds(rule: Rule, inner: readonly number[]): readonly number[] {
  const ends = [rule.from, rule.to].filter((end) => !inner.some((at) => Math.abs(at - end) <= TOUCH));
  return [...inner, ...ends].sort((a, b) => a - b);
}

function combOf(rule: Rule, bounds: readonly number[], room: number): Comb {
  const cells = bounds.slice(1).map((right, index) => ({
    left: bounds[index] ?? right,
    top: rule.at - room,
    right,
    bottom: rule.at,
  }));
  return { area: boundsOf(cells), cells };
}
