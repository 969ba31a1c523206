import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { whyStopped } from './api.js';

/** How large pages are shown, and whether the command still runs. */

/** A point of a page: the element, and fractions of it. */
export interface Point {
  readonly page: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** How often a page can be made larger; the style sheet knows by how much. */
export const maxZoom = 3;

/** How large the pages are, and how to make them large at a point. */
export function useZoom(room: { readonly current: HTMLElement | null }) {
  const [zoom, setZoom] = useState(0);
  const [point, setPoint] = useState<Point | null>(null);
  useLayoutEffect(() => {
    const { current } = room;
    if (current === null || point === null) return;
    const [outer, inner] = [current.getBoundingClientRect(), point.page.getBoundingClientRect()];
    current.scrollBy({
      left: inner.left + point.x * inner.width - (outer.left + outer.width / 2),
      top: inner.top + point.y * inner.height - (outer.top + outer.height / 2),
    });
  }, [point]);
  const enlarge = useCallback((at: Point) => {
    setZoom(maxZoom);
    setPoint(at);
  }, []);
  return { zoom, setZoom, enlarge };
}

/** Whether pages and what is beside them are both shown, as in the style sheet. */
export const isWide = (): boolean => window.matchMedia('(min-width: 60.01rem)').matches;

/** Pixels: on a narrower page a finger does not meet a field. */
const touchWidth = 700;

/** The point of a page that a finger touched, where the page is too small for it; null for all else. */
export function touchedPoint(event: MouseEvent, page: HTMLElement | null): Point | null {
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  if (page === null || !isTouch || page.clientWidth >= touchWidth) return null;
  const { left, top, width, height } = page.getBoundingClientRect();
  return { page, x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

/** Scrolls an element into view, unless it is. */
export function bringIntoView(element: Element, box: Element): void {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  const isInView =
    inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right;
  if (!isInView) element.scrollIntoView({ block: 'center', inline: 'center' });
}

/** Milliseconds between two questions whether the command still runs, while the page is seen. */
const aliveMs = 3_000;

/** Asks now and then whether the command still runs, until it is `over`; `stopped` gets words for a person. */
export function useAlive(isOver: boolean, stopped: (why: string) => void): void {
  const latest = useRef(stopped);
  latest.current = stopped;
  useEffect(() => {
    if (isOver) return undefined;
    const ask = async (): Promise<void> => {
      const why = document.hidden ? null : await whyStopped();
      if (why !== null) latest.current(why);
    };
    const timer = window.setInterval(() => void ask(), aliveMs);
    return () => window.clearInterval(timer);
  }, [isOver]);
}
