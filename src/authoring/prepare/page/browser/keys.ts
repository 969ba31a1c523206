import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoxType, Rect } from '../../../../document/read-document.js';
import type { PreparePage } from '../shapes.js';
import type { DrawnForm } from './drawn-form.js';
import type { Acts } from './field-panel.js';
import { moved, resized } from './geometry.js';
import { kinds } from './words.js';

interface KeysProps {
  /** Whether the keys mean nothing for now. */
  readonly isIdle: boolean;
  readonly pages: readonly PreparePage[];
  readonly form: DrawnForm;
  readonly chosen: ReadonlySet<number>;
  place(rects: ReadonlyMap<number, Rect>, part: string): void;
  readonly acts: Acts;
  remove(ids: ReadonlySet<number>): void;
  undo(): void;
  redo(): void;
  draw(kind: BoxType): void;
  /** Null while no kind is chosen. */
  readonly put: (() => void) | null;
  /** Chooses nothing. */
  clear(): void;
  open(id: number): void;
  toggle(id: number): void;
  only(ids: ReadonlySet<number>): void;
  chooseAll(): void;
  larger(): void;
  smaller(): void;
  help(): void;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What keys do: everywhere those with Ctrl, the others on the pages and their fields, letters only there. */
export function useKeys(props: KeysProps): void {
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!latest.current.isIdle && pressed(latest.current, event)) event.preventDefault();
    };
    // A button would be pressed when the key comes up.
    const release = (event: KeyboardEvent): void => {
      if (event.key === ' ' && fieldOf(event) !== null) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    window.addEventListener('keyup', release);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keyup', release);
    };
  }, []);
}

function fieldOf({ target }: KeyboardEvent): number | null {
  const id = target instanceof HTMLElement ? target.dataset['id'] : undefined;
  return id === undefined ? null : Number(id);
}

/** Whether the key meant something. */
function pressed(props: KeysProps, event: KeyboardEvent): boolean {
  const { key } = event;
  const target = event.target instanceof Element ? event.target : null;
  const isTyping = target?.matches('input, textarea, select') === true;
  if (event.ctrlKey || event.metaKey) return withCtrl(props, key.toLowerCase(), event.shiftKey, isTyping);
  if (isTyping) {
    if (key === 'Escape') props.acts.back();
    return false;
  }
  const isOnPages = target === document.body || target?.closest('.pages') !== null;
  if (!isOnPages) return false;
  return onField(props, event, fieldOf(event)) || onPages(props, key, target);
}

function withCtrl(props: KeysProps, key: string, isShift: boolean, isTyping: boolean): boolean {
  if (key === 'z') (isShift ? props.redo : props.undo)();
  else if (key === 'y') props.redo();
  else if (key === 'd' && props.chosen.size > 0) props.acts.duplicate();
  else if (key === 'a' && !isTyping) props.chooseAll();
  else return false;
  return true;
}

function onField(props: KeysProps, event: KeyboardEvent, field: number | null): boolean {
  const { key, altKey, shiftKey } = event;
  if (field !== null && key === 'Enter' && props.put === null) props.open(field);
  else if (field !== null && key === ' ') props.toggle(field);
  else if (arrows[key] !== undefined && (field !== null || props.chosen.size > 0)) {
    const alone = onlyFocused(props, field);
    if (alone !== null) props.only(alone);
    step(props, alone ?? props.chosen, arrows[key], { isResize: altKey, points: shiftKey ? 10 : 1 });
  } else if (key === 'Delete' || key === 'Backspace') {
    const ids = onlyFocused(props, field) ?? props.chosen;
    if (ids.size === 0) return false;
    props.remove(ids);
  } else return false;
  return true;
}

/** A field that has the focus and is not chosen, which a key then means alone. */
const onlyFocused = ({ chosen }: KeysProps, field: number | null): ReadonlySet<number> | null =>
  field === null || chosen.has(field) ? null : new Set([field]);

function onPages(props: KeysProps, key: string, target: Element | null): boolean {
  const isPages = target?.matches('.pages, [data-id]') === true;
  const [kind] = (isPages && kinds.find(([, , letter]) => letter !== '' && letter === key.toLowerCase())) || [];
  if (key === 'Escape') props.clear();
  else if (key === '?') props.help();
  else if (key === '+') props.larger();
  else if (key === '-') props.smaller();
  else if (key === 'Enter' && props.put !== null && isPages) props.put();
  else if (kind !== undefined) props.draw(kind);
  else return false;
  return true;
}

interface Step {
  readonly isResize: boolean;
  readonly points: number;
}

/** Moves or resizes fields by points of their page. Steps in one direction are undone together. */
function step(
  { form, pages, place }: KeysProps,
  ids: ReadonlySet<number>,
  [x, y]: readonly [number, number],
  { isResize, points }: Step,
): void {
  const fields = form.fields.filter(({ id }) => ids.has(id));
  const [first] = fields;
  const page = pages[(first?.page ?? 1) - 1];
  if (page === undefined) return;
  const by = { x: (x * points) / page.width, y: (y * points) / page.height };
  const rects = fields.map(({ rect }) => rect);
  const next = isResize ? rects.map((rect) => resized(rect, 'se', by, page)) : moved(rects, by.x, by.y);
  const part = `${isResize ? 'size' : 'move'} ${x} ${y} ${[...ids].join()}`;
  place(new Map(fields.map(({ id, rect }, index) => [id, next[index] ?? rect])), part);
}
