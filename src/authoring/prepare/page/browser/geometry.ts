import type { Rect } from '../../../../document/read-document.js';
import type { PreparePage } from '../shapes.js';

/** Where fields are, in fractions of their page; steps and sizes are in points. */

/** Points: a field that is smaller cannot be hit. */
const leastSize = 4;

/** The same size within the page. */
export function within({ x, y, w, h }: Rect): Rect {
  const [width, height] = [Math.min(w, 1), Math.min(h, 1)];
  return { x: clamp(x, 0, 1 - width), y: clamp(y, 0, 1 - height), w: width, h: height };
}

/** The fields moved together, none of them off its page. */
export function moved(rects: readonly Rect[], dx: number, dy: number): readonly Rect[] {
  const right = clamp(
    dx,
    -least(rects, (rect) => rect.x),
    least(rects, (rect) => 1 - rect.x - rect.w),
  );
  const down = clamp(
    dy,
    -least(rects, (rect) => rect.y),
    least(rects, (rect) => 1 - rect.y - rect.h),
  );
  return rects.map((rect) => ({ ...rect, x: rect.x + right, y: rect.y + down }));
}

const least = (rects: readonly Rect[], of: (rect: Rect) => number): number => Math.min(...rects.map(of));

/** Which edges a drag moves. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se';
export const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

/** With a corner dragged by a part of the page; a corner never passes the opposite one. */
export function resized(rect: Rect, corner: Corner, by: { readonly x: number; readonly y: number }, page: PreparePage) {
  const [w, h] = [leastSize / page.width, leastSize / page.height];
  const [left, top] = [rect.x, rect.y];
  const [right, bottom] = [rect.x + rect.w, rect.y + rect.h];
  const [isWest, isNorth] = [corner.endsWith('w'), corner.startsWith('n')];
  return between(
    isWest ? clamp(left + by.x, 0, right - w) : left,
    isNorth ? clamp(top + by.y, 0, bottom - h) : top,
    isWest ? right : clamp(right + by.x, left + w, 1),
    isNorth ? bottom : clamp(bottom + by.y, top + h, 1),
  );
}

const between = (left: number, top: number, right: number, bottom: number): Rect => ({
  x: left,
  y: top,
  w: right - left,
  h: bottom - top,
});

/** The rectangle between two points of a page, in any order. */
export function spanned(one: Point, other: Point): Rect {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return between(clamp(left, 0, 1), clamp(top, 0, 1), clamp(right, 0, 1), clamp(bottom, 0, 1));
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const touches = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** What fields around them make of a move. */
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  /** Lines of the page that edges now lie on; null for none. */
  readonly x: number | null;
  readonly y: number | null;
}

/** A move by which an edge comes to lie on that of another field, where it is close to one. */
export function snapped(
  edges: { readonly x: readonly number[]; readonly y: readonly number[] },
  others: readonly Rect[],
  by: Point,
  reach: Point,
): Snapped {
  const x = nearest(
    edges.x,
    others.flatMap(({ x: left, w }) => [left, left + w]),
    by.x,
    reach.x,
  );
  const y = nearest(
    edges.y,
    others.flatMap(({ y: top, h }) => [top, top + h]),
    by.y,
    reach.y,
  );
  return { dx: x?.by ?? by.x, dy: y?.by ?? by.y, x: x?.line ?? null, y: y?.line ?? null };
}

function nearest(edges: readonly number[], lines: readonly number[], by: number, reach: number) {
  let best: { readonly by: number; readonly line: number } | null = null;
  for (const edge of edges) {
    for (const line of lines) {
      const needed = line - edge;
      if (Math.abs(needed - by) <= Math.min(reach, Math.abs((best?.by ?? Infinity) - by))) best = { by: needed, line };
    }
  }
  return best;
}

/** The edges of fields that are moved together. */
export const edgesOf = (rects: readonly Rect[]) => ({
  x: rects.flatMap(({ x, w }) => [x, x + w]),
  y: rects.flatMap(({ y, h }) => [y, y + h]),
});

/** The page at the middle of what is in view, 1-based, and the point of it there. */
export function middleOf(room: HTMLElement): {
  readonly page: number;
  readonly at: Point;
} {
  const outer = room.getBoundingClientRect();
  const y = outer.top + outer.height / 2;
  const figures = [...room.querySelectorAll<HTMLElement>('[data-page]')];
  const figure = figures.find((each) => each.getBoundingClientRect().bottom > y) ?? figures.at(-1);
  const box = figure?.getBoundingClientRect() ?? outer;
  const at = { x: (outer.left + outer.width / 2 - box.left) / box.width, y: (y - box.top) / box.height };
  return { page: Number(figure?.dataset['page'] ?? 1), at: { x: clamp(at.x, 0, 1), y: clamp(at.y, 0, 1) } };
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));
