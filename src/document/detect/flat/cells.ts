import type { Area } from '../../engine/page-glyphs.js';
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
