import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Outline, PagePaths, Stroke } from '../../engine/page-paths.js';
import { heightOf, widthOf } from './place.js';

/** A line along one edge of the page: `at` is where it lies, `from` and `to` how far it runs, in points. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The line that an area stands on. */
export function ruleUnder({ left, right, bottom }: Area): Rule {
  return { at: bottom, from: left, to: right };
}

/** The ruled lines of a page, each in one piece however often it was drawn, in order of `at`. */
export interface Ruling {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
  /** Filled areas. */
  readonly shades: readonly Outline[];
  /** Closed outlines of any kind. */
  readonly outlines: readonly Outline[];
}

const SAME_LINE = 1.6;
const SMALL_GAP = 2.2;
const MOST_RULES = 3_000;
const MOST_SHADES = 400;
const CONTRAST = 0.018;

/** Joins strokes that lie on one line, and gives filled areas that stand out from their ground the edges they show. */
export function readRuling({ strokes, outlines }: PagePaths): Ruling {
  const panels = outlines.filter(({ light, shape }) => light !== null && shape === 'rectangle').slice(0, MOST_SHADES);
  const edges = panels.flatMap((panel, index) => (standsOut(panel, panels.slice(0, index)) ? edgesOf(panel) : []));
  const all = [...strokes, ...edges];
  return {
    across: merged(all.filter(({ direction }) => direction === 'across').map(acrossRule)),
    down: merged(all.filter(({ direction }) => direction === 'down').map(downRule)),
    shades: panels,
    outlines,
  };
}

/** How light the ground is at a place: what was painted last counts. */
export function lightAt(shades: readonly Outline[], x: number, y: number): number {
  const place = { left: x, right: x, top: y, bottom: y };
  return shades.findLast((shade) => holds(shade, place))?.light ?? 1;
}

function standsOut(panel: Outline, earlier: readonly Outline[]): boolean {
  const size = 1.05 * widthOf(panel) * heightOf(panel);
  const ground = earlier.findLast((other) => holds(other, panel) && widthOf(other) * heightOf(other) > size);
  return Math.abs((ground?.light ?? 1) - (panel.light ?? 1)) > CONTRAST;
}

function edgesOf({ left, top, right, bottom }: Area): readonly Stroke[] {
  return [
    { direction: 'across', left, right, top, bottom: top },
    { direction: 'across', left, right, top: bottom, bottom },
    { direction: 'down', left, right: left, top, bottom },
    { direction: 'down', left: right, right, top, bottom },
  ];
}

function acrossRule({ left, top, right, bottom }: Area): Rule {
  return { at: (top + bottom) / 2, from: left, to: right };
}

function downRule({ left, top, right, bottom }: Area): Rule {
  return { at: (left + right) / 2, from: top, to: bottom };
}

function merged(rules: readonly Rule[]): readonly Rule[] {
  const lines: { at: number; pieces: Rule[] }[] = [];
  for (const rule of [...rules].sort((a, b) => a.at - b.at)) {
    const line = lines.at(-1);
    if (line !== undefined && rule.at - line.at <= SAME_LINE) line.pieces.push(rule);
    else lines.push({ at: rule.at, pieces: [rule] });
  }
  return lines
    .flatMap(({ pieces }) => inOnePiece(pieces))
    .slice(0, MOST_RULES)
    .sort((a, b) => a.at - b.at);
}

function inOnePiece(pieces: readonly Rule[]): readonly Rule[] {
  const found: { at: number; from: number; to: number }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && piece.from <= last.to + SMALL_GAP) last.to = Math.max(last.to, piece.to);
    else found.push({ ...piece });
  }
  return found;
}
