import type { BoxType, Rect } from '../../../../document/read-document.js';
import { type Point as PagePoint, touchedPoint } from '../../../page/browser/view.js';
import type { PreparePage, Saved } from '../shapes.js';
import { type DrawnField, usualRect } from './drawn-form.js';
import { follow } from './follow.js';
import { type Corner, edgesOf, moved, type Point, resized, snapped, spanned, touches } from './geometry.js';

/** How a field is chosen: alone, or beside those that are. */
type Choosing = 'alone' | 'beside';

export interface CanvasProps {
  readonly pages: readonly PreparePage[];
  readonly fields: readonly DrawnField[];
  readonly roles: readonly string[];
  readonly chosen: ReadonlySet<number>;
  /** Fields to look at again. */
  readonly doubtful: ReadonlySet<number>;
  /** What a drag draws; null: it chooses what it frames. */
  readonly kind: BoxType | null;
  /** By field; null while none are shown. */
  readonly samples: ReadonlyMap<number, string> | null;
  /** What the file no longer prints. */
  readonly off: Saved['off'];
  draw(page: number, rect: Rect): void;
  choose(ids: readonly number[], how: Choosing): void;
  /** Puts fields where a drag left them. */
  place(rects: ReadonlyMap<number, Rect>): void;
  /** Shows the pages large, with this point where it was. */
  enlarge(point: PagePoint): void;
}

/** What a drag shows before it ends. */
export interface Shown {
  readonly rects: ReadonlyMap<number, Rect>;
  readonly frame: { readonly page: number; readonly rect: Rect; readonly isField: boolean } | null;
  readonly lines: { readonly page: number; readonly x: number | null; readonly y: number | null } | null;
}

export const nothing: Shown = { rects: new Map(), frame: null, lines: null };

/** Pixels within which an edge goes to that of another field. */
const reach = 5;

/** What pointers do on a page. */
export function dragsOf(get: () => CanvasProps, setShown: (shown: Shown) => void, isDragged: { current: boolean }) {
  const others = (page: number, but: ReadonlySet<number>): readonly Rect[] =>
    get()
      .fields.filter((field) => field.page === page && !but.has(field.id))
      .map(({ rect }) => rect);

  const sizeOf = (element: HTMLElement): Point => ({ x: element.clientWidth, y: element.clientHeight });
  const reachOf = (size: Point, event: MouseEvent): Point =>
    // Without snapping while Ctrl is held.
    event.ctrlKey || event.metaKey ? { x: -1, y: -1 } : { x: reach / size.x, y: reach / size.y };

  function move(down: PointerEvent, page: number, element: HTMLElement, ids: ReadonlySet<number>): void {
    const size = sizeOf(element);
    const fields = get().fields.filter(({ id }) => ids.has(id));
    const rects = fields.map(({ rect }) => rect);
    const around = others(page, ids);
    const edges = edgesOf(fields.filter((field) => field.page === page).map(({ rect }) => rect));
    let now = new Map<number, Rect>();
    follow(down, {
      move: (event, by) => {
        isDragged.current = true;
        const snap = snapped(edges, around, { x: by.x / size.x, y: by.y / size.y }, reachOf(size, event));
        const next = moved(rects, snap.dx, snap.dy);
        now = new Map(fields.map(({ id, rect }, index) => [id, next[index] ?? rect]));
        setShown({ rects: now, frame: null, lines: { page, x: snap.x, y: snap.y } });
      },
      end: (isMoved, isDone) => {
        setShown(nothing);
        if (isMoved && isDone) get().place(now);
      },
    });
  }

  function resize(down: PointerEvent, page: number, element: HTMLElement, corner: Corner): void {
    const { fields, chosen, pages } = get();
    const field = fields.find(({ id }) => chosen.has(id));
    const size = pages[page - 1];
    if (field === undefined || size === undefined) return;
    const pixels = sizeOf(element);
    const around = others(page, chosen);
    const { x, y, w, h } = field.rect;
    const edges = { x: [corner.endsWith('w') ? x : x + w], y: [corner.startsWith('n') ? y : y + h] };
    let now = field.rect;
    follow(down, {
      move: (event, by) => {
        isDragged.current = true;
        const snap = snapped(edges, around, { x: by.x / pixels.x, y: by.y / pixels.y }, reachOf(pixels, event));
        now = resized(field.rect, corner, { x: snap.dx, y: snap.dy }, size);
        setShown({ rects: new Map([[field.id, now]]), frame: null, lines: { page, x: snap.x, y: snap.y } });
      },
      end: (isMoved, isDone) => {
        setShown(nothing);
        if (isMoved && isDone) get().place(new Map([[field.id, now]]));
      },
    });
  }

  /** Draws a field, or chooses what is framed. */
  function frame(down: PointerEvent, page: number, element: HTMLElement): void {
    const { kind, pages } = get();
    const size = pages[page - 1];
    if (size === undefined) return;
    const box = element.getBoundingClientRect();
    const at = (event: MouseEvent): Point => ({
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    });
    const start = at(down);
    const lines = edgesOf(others(page, new Set()));
    let rect: Rect | null = null;
    follow(down, {
      move: (event) => {
        isDragged.current = true;
        rect = spanned(start, at(event));
        if (kind !== null) rect = onLines(rect, lines, reachOf(sizeOf(element), event));
        setShown({ rects: new Map(), frame: { page, rect, isField: kind !== null }, lines: null });
      },
      end: (isMoved, isDone) => {
        setShown(nothing);
        if (!isDone) return;
        if (kind !== null) {
          get().draw(page, isMoved && rect !== null ? rect : usualRect(kind, start, size));
          return;
        }
        const framed = rect;
        const ids =
          framed === null
            ? []
            : get()
                .fields.filter((field) => field.page === page && touches(field.rect, framed))
                .map(({ id }) => id);
        get().choose(ids, down.shiftKey ? 'beside' : 'alone');
      },
    });
  }

  return {
    down(event: PointerEvent, page: number, element: HTMLElement): void {
      isDragged.current = false;
      if (event.button !== 0) return;
      const { kind, chosen, choose } = get();
      const target = event.target instanceof Element ? event.target : null;
      const corner = target?.closest<HTMLElement>('[data-corner]')?.dataset['corner'] as Corner | undefined;
      if (corner !== undefined) return resize(event, page, element, corner);
      if (kind !== null) {
        event.preventDefault();
        return frame(event, page, element);
      }
      const id = target?.closest<HTMLElement>('[data-id]')?.dataset['id'];
      if (id === undefined) return event.pointerType === 'mouse' ? frame(event, page, element) : undefined;
      if (event.shiftKey) return undefined;
      const field = Number(id);
      // A finger scrolls until the field is chosen.
      if (!chosen.has(field) && event.pointerType !== 'mouse') return undefined;
      if (!chosen.has(field)) choose([field], 'alone');
      return move(event, page, element, chosen.has(field) ? chosen : new Set([field]));
    },
    click(event: MouseEvent, id: number): void {
      if (isDragged.current || get().kind !== null) return;
      get().choose([id], event.shiftKey ? 'beside' : 'alone');
    },
    /** A finger on a page that is too small for it. */
    touch(event: MouseEvent, element: HTMLElement | null): void {
      const point = get().kind === null && !isDragged.current ? touchedPoint(event, element) : null;
      if (point === null) return;
      event.stopPropagation();
      get().enlarge(point);
    },
  };
}

/** With the edges of a new field on those of others, where they are close. */
function onLines(
  rect: Rect,
  lines: { readonly x: readonly number[]; readonly y: readonly number[] },
  near: Point,
): Rect {
  const to = (value: number, all: readonly number[], limit: number): number =>
    all.find((line) => Math.abs(line - value) <= limit) ?? value;
  return spanned(
    { x: to(rect.x, lines.x, near.x), y: to(rect.y, lines.y, near.y) },
    { x: to(rect.x + rect.w, lines.x, near.x), y: to(rect.y + rect.h, lines.y, near.y) },
  );
}
