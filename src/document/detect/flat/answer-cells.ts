import type { Area } from '../../engine/page-glyphs.js';
import { isAnswer } from './answer-words.js';
import type { Cell } from './cell-blanks.js';
import { cellsOn, wordsOf } from './cell-blanks.js';
import { heightOf } from './place.js';

/** In points. */
const SIDE = 12;
const INSET = 2;
const LEAST_SIDE = 6;

/** A cell to tick in. */
export interface AnswerCell {
  readonly cell: Cell;
  readonly tick: Area;
}

/** The empty cells in the columns of a table that are headed side by side by answers such as "Yes" and "No". */
export function answerCells(cells: readonly Cell[]): readonly AnswerCell[] {
  const heads = cells.filter((cell) => cell.phrases.length > 0 && isAnswer(wordsOf(cell)));
  const isBeside = (head: Cell): boolean =>
    (['left', 'right'] as const).some((side) => {
      const [next] = cellsOn(head, cells, side, 1);
      return next !== undefined && heads.includes(next);
    });
  return heads
    .filter(isBeside)
    .flatMap((head) => {
      const under = cellsOn(head, cells, 'below');
      const end = under.findIndex(({ phrases }) => phrases.length > 0);
      return under.slice(0, end < 0 ? under.length : end);
    })
    .map((cell) => ({ cell, tick: tickIn(cell) }))
    .filter(({ tick }) => heightOf(tick) >= LEAST_SIDE);
}

function tickIn({ left, top, right, bottom }: Area): Area {
  const half = Math.min(SIDE, right - left - 2 * INSET, bottom - top - 2 * INSET) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}
