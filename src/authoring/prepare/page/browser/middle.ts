/** The page at the middle of what is in view, 1-based, and the point of it there. */
export function middleOf(room: HTMLElement): {
  readonly page: number;
  readonly at: { readonly x: number; readonly y: number };
} {
  const outer = room.getBoundingClientRect();
  const y = outer.top + outer.height / 2;
  const figures = [...room.querySelectorAll<HTMLElement>('[data-page]')];
  const figure = figures.find((each) => each.getBoundingClientRect().bottom > y) ?? figures.at(-1);
  const box = figure?.getBoundingClientRect() ?? outer;
  const at = { x: (outer.left + outer.width / 2 - box.left) / box.width, y: (y - box.top) / box.height };
  return { page: Number(figure?.dataset['page'] ?? 1), at: { x: clamp(at.x), y: clamp(at.y) } };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
