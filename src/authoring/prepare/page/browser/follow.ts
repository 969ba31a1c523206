/** A pointer that is down: it is followed until it is up, or until the drag is given up. */

interface Followed {
  /** `by` is the way since the pointer went down, in pixels. */
  move(event: PointerEvent, by: { readonly x: number; readonly y: number }): void;
  /** `isMoved` is false for a press without a drag; `isDone` is false for a drag that was given up. */
  end(isMoved: boolean, isDone: boolean): void;
}

/** Pixels: a hand shakes. */
const threshold = 3;

export function follow(down: PointerEvent, { move, end }: Followed): void {
  let isMoved = false;
  const over = new AbortController();
  const { signal } = over;
  const finish = (isDone: boolean): void => {
    over.abort();
    end(isMoved, isDone);
  };
  const own = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) act(event);
  };
  window.addEventListener(
    'pointermove',
    own((event) => {
      const by = { x: event.clientX - down.clientX, y: event.clientY - down.clientY };
      isMoved ||= Math.hypot(by.x, by.y) > threshold;
      if (isMoved) move(event, by);
    }),
    { signal },
  );
  window.addEventListener(
    'pointerup',
    own(() => finish(true)),
    { signal },
  );
  // The browser scrolls instead.
  window.addEventListener(
    'pointercancel',
    own(() => finish(false)),
    { signal },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      finish(false);
    },
    { signal, capture: true },
  );
}
