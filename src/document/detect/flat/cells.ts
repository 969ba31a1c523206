import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { tidied } from '../caption-words.js';
import { heightOf, shared, widthOf } from './place.js';
import type { Rule, Ruling } from './ruling.js';

const TOUCH = 2.5;
const LEAST_SIDE = 4.5;
const MOST_CELLS = 3_000;
const SAME_END = 3;

/** The smallest areas that ruled lines close on all four sides, row by row. Tables with open sides are closed first. */
export function readCells(ruling: Pick<Ruling, 'across' | 'down'>): readonly Area[] {
  const down = [...ruling.down, ...openSides(ruling)].sort((a, b) => a.at - b.at);
  const cells: Area[] = [];
  for (const [index, top] of ruling.across.entries()) {
    if (cells.length >= MOST_CELLS) break;
    const sides = down.filter((rule) => crosses(top, rule) && rule.to > top.at + LEAST_SIDE);
    for (const [place, left] of sides.entries()) {
      const cell = smallestCell(top, left, sides.slice(place + 1), ruling.across, index);
      if (cell !== null) cells.push(cell);
    }
  }
  return cells;
}

/** The cell whose top left corner is where `top` meets `left`. */
function smallestCell(
  top: Rule,
  left: Rule,
  rights: readonly Rule[],
  across: readonly Rule[],
  index: number,
): Area | null {
  for (const right of rights) {
    if (right.at - left.at < LEAST_SIDE) continue;
    const reach = Math.min(left.to, right.to) + TOUCH;
    for (let next = index + 1; next < across.length; next++) {
      const bottom = across[next];
      if (bottom === undefined || bottom.at > reach) break;
      if (bottom.at - top.at < LEAST_SIDE) continue;
      if (bottom.from <= left.at + TOUCH && bottom.to >= right.at - TOUCH) {
        return { left: left.at, top: top.at, right: right.at, bottom: bottom.at };
      }
    }
  }
  return null;
}

function crosses(across: Rule, down: Rule): boolean {
  return (
    down.from <= across.at + TOUCH &&
    down.to >= across.at - TOUCH &&
    across.from <= down.at + TOUCH &&
    across.to >= down.at - TOUCH
  );
}

/** The sides that a reader adds to a table whose lines all begin and end at one place but are not closed there. */
function openSides({ across, down }: Pick<Ruling, 'across' | 'down'>): readonly Rule[] {
  const sides: Rule[] = [];
  for (const [index, rule] of across.entries()) {
    const next = across.slice(index + 1).find((other) => sameReach(rule, other));
    if (next === undefined) continue;
    const spans = (side: Rule): boolean => side.from <= rule.at + TOUCH && side.to >= next.at - TOUCH;
    const divided = down.some((side) => spans(side) && side.at > rule.from + 5 && side.at < rule.to - 5);
    if (!divided) continue;
    for (const at of [rule.from, rule.to]) {
      const closed = down.some((side) => spans(side) && Math.abs(side.at - at) <= TOUCH);
      if (!closed) sides.push({ at, from: rule.at, to: next.at });
    }
  }
  return sides;
}

function sameReach(a: Rule, b: Rule): boolean {
  return b.at - a.at >= LEAST_SIDE && Math.abs(a.from - b.from) <= SAME_END && Math.abs(a.to - b.to) <= SAME_END;
}

/** A closed area with the words inside it. */
export interface Cell extends Area {
  readonly phrases: readonly Phrase[];
  /** Its words in the order of reading. */
  readonly words: string;
  /** Whether something is to be answered in it: its words are about that, and head no other cell. */
  readonly asks: boolean;
  /** The cells beside it that were looked for so far: a table asks for them again and again. */
  readonly near: Map<Side, Cell | null>;
}

export type Side = 'left' | 'right' | 'above' | 'below';

/** The cells with the words in them, before anyone has asked what these are. */
export function withPhrases(cells: readonly Area[], phrases: readonly Phrase[]): readonly Cell[] {
  return cells.map((cell) => {
    const within = phrases.filter((phrase) => holds(cell, phrase));
    return { ...cell, phrases: within, words: inOrder(within), asks: false, near: new Map() };
  });
}

/** In points. */
export const NEXT_TO = 4;
/** How far off the head of a row or column may be, in cells. */
const MOST_STEPS = 100;

/** The cells on that side, the nearest first. */
export function cellsOn(cell: Cell, cells: readonly Cell[], side: Side, most = MOST_STEPS): readonly Cell[] {
  const found: Cell[] = [];
  for (let at = neighbour(cell, cells, side); at !== null && found.length < most;) {
    found.push(at);
    at = neighbour(at, cells, side);
  }
  return found;
}

/** The cell on that side; of several one with words. */
export function neighbour(cell: Cell, cells: readonly Cell[], side: Side): Cell | null {
  const known = cell.near.get(side);
  if (known !== undefined) return known;
  let found: Cell | null = null;
  const across = side === 'left' || side === 'right';
  for (const other of cells) {
    if (Math.abs(gapOn(side, cell, other)) > NEXT_TO || other === cell) continue;
    const common = across
      ? shared(cell.top, cell.bottom, other.top, other.bottom) / Math.min(heightOf(cell), heightOf(other))
      : shared(cell.left, cell.right, other.left, other.right) / Math.min(widthOf(cell), widthOf(other));
    if (common >= 0.7 && (found === null || other.phrases.length > found.phrases.length)) found = other;
  }
  cell.near.set(side, found);
  return found;
}

function gapOn(side: Side, cell: Area, other: Area): number {
  switch (side) {
    case 'left':
      return cell.left - other.right;
    case 'right':
      return other.left - cell.right;
    case 'above':
      return cell.top - other.bottom;
    case 'below':
      return other.top - cell.bottom;
  }
}

function inOrder(phrases: readonly Phrase[]): string {
  const ordered = phrases.toSorted((a, b) => (Math.abs(a.top - b.top) < 3 ? a.left - b.left : a.top - b.top));
  return tidied(ordered.map(({ text }) => text).join(' '));
}
