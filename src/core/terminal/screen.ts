import type { Colour, Style } from './colour.js';
import { type ColumnSize, columnWidths } from './columns.js';
import { visibleLine } from '../platform/visible-text.js';
import { cut, fitted, width } from './text.js';
import { fold } from './wrap.js';

/** A screen of one table that is drawn again after every key: what it shows, and how its lines are laid out. */

export interface Line {
  readonly text: string;
  readonly style?: LineStyle;
}

type LineStyle = 'heading' | 'quiet' | 'warning' | 'wrong';

interface TableColumn extends ColumnSize {
  readonly title: string;
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly style?: LineStyle;
}

export interface ScreenView {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly count: number;
  /** Asked only for the rows that are visible. */
  readonly row: (index: number) => TableRow;
  readonly active: number;
  /** What stands below the table, about the row in focus. */
  readonly below: readonly Line[];
  /** Each key with what it does, the most important first. */
  readonly keys: readonly KeyHint[];
}

type KeyHint = readonly [key: string, does: string];

/** A key by its name (`up`, `enter`, `a`, `?`), and the text that it types; empty for a key that types none. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

/** What a key does: another state of the screen, or the end of it. */
type Pressed<S, R> = { readonly state: S } | { readonly result: R };

/** A screen as data. Both functions are pure, so that a screen is tested without a terminal. */
export interface Screen<S, R> {
  readonly start: S;
  view(state: S): ScreenView;
  press(state: S, key: Key): Pressed<S, R>;
  /** How the screen ends when what it shows has changed elsewhere. */
  readonly changed?: (state: S) => R;
}

/** Calls back at each change of what a screen shows; answers with what ends that. */
export type Changes = (changed: () => void) => () => void;

interface ScreenRoom {
  readonly columns: number;
  readonly rows: number;
}

/** The smallest terminal that a screen fits into. */
const smallest = { columns: 60, rows: 16 };

export const hasRoom = ({ columns, rows }: ScreenRoom): boolean => columns >= smallest.columns && rows >= smallest.rows;

/** Rows of a table that are visible at least. */
const minRows = 4;

/** The row in focus, and whether the help is shown. */
interface Focus {
  readonly active: number;
  readonly isHelp: boolean;
}

/** How a screen ended, and its state then; `look`: what it shows has changed elsewhere. */
interface Ended<S, A> {
  readonly act: A | 'look';
  readonly state: S;
}

interface ActScreen<S, A> {
  readonly start: S;
  readonly view: (state: S) => ScreenView;
  /** The rows. */
  readonly count: (state: S) => number;
  /** What each key ends the screen with. */
  readonly acts: Readonly<Record<string, A>>;
  readonly isPossible: (act: A, state: S) => boolean;
  /** What a key does on this screen only; null for any other key. */
  readonly press?: (state: S, key: Key) => Pressed<S, Ended<S, A>> | null;
}

/** A screen whose keys move the focus, show the help, or end it with an act. */
export function actScreen<S extends Focus, A extends string>(parts: ActScreen<S, A>): Screen<S, Ended<S, A>> {
  const { start, view, count, acts, isPossible, press } = parts;
  return {
    start,
    view,
    press: (state, key) => {
      const active = moved(key, state.active, count(state));
      if (active !== null) return { state: { ...state, active: Math.max(0, active) } };
      const own = press?.(state, key) ?? null;
      if (own !== null) return own;
      if (key.name === '?') return { state: { ...state, isHelp: !state.isHelp } };
      const act = Object.hasOwn(acts, key.name) ? acts[key.name] : undefined;
      return act === undefined || !isPossible(act, state) ? { state } : { result: { act, state } };
    },
    changed: (state) => ({ act: 'look', state }),
  };
}

/** Where a key moves the focus among `count` rows; null for a key that does not move it. */
export function moved({ name }: Key, active: number, count: number): number | null {
  const step = new Map([
    ['up', -1],
    ['down', 1],
    ['pageup', -10],
    ['pagedown', 10],
    ['home', -count],
    ['end', count],
  ]).get(name);
  return step === undefined ? null : Math.max(0, Math.min(count - 1, active + step));
}

/**
 * Draws a screen within the rows that there are: the keys are always visible, then at least four rows of the table, then
 * what stands below it.
 */
export function drawScreen(view: ScreenView, { columns, rows }: ScreenRoom, colour: Colour): string {
  const line = columns - 1;
  const keys = keyLines(view.keys, line, colour);
  const folded = view.below.flatMap(({ text, style }) =>
    fold(visibleLine(text), line)
      .split('\n')
      .map((part) => styled(cut(part, line), style, colour)),
  );
  const title = fold(visibleLine(view.title), line)
    .split('\n')
    .slice(0, 2)
    .map((part) => colour.bold(cut(part, line)));
  const hasHead = view.columns.some((column) => column.title !== '');
  const around = title.length + 1 + (hasHead ? 1 : 0) + 1 + keys.length;
  const forBelow = Math.max(0, rows - around - 1 - Math.min(view.count, minRows));
  const below = folded.length > forBelow ? folded.slice(0, Math.max(0, forBelow)) : folded;
  const visibleRows = Math.max(1, Math.min(view.count, rows - around - (below.length === 0 ? 0 : below.length + 1)));
  const first = Math.max(0, Math.min(view.active - Math.floor(visibleRows / 2), view.count - visibleRows));
  const widths = columnWidths(view.columns, line - 2);
  const drawn = Array.from({ length: Math.min(visibleRows, view.count) }, (_, at) => {
    const index = first + at;
    const { cells, style } = view.row(index);
    const text = inColumns(cells, widths);
    if (index !== view.active) return `  ${styled(text, style, colour)}`;
    return `${colour.accent('❯')} ${style === 'wrong' ? colour.bad(text) : colour.accent(text)}`;
  });
  return [
    ...title,
    '',
    ...(hasHead
      ? [
          colour.dim(
            `  ${inColumns(
              view.columns.map((column) => column.title),
              widths,
            )}`,
          ),
        ]
      : []),
    ...drawn,
    ...(below.length === 0 ? [] : ['', ...below]),
    '',
    ...keys,
  ].join('\n');
}

function styled(text: string, style: LineStyle | undefined, { bold, dim, warn, bad }: Colour): string {
  const styles: Readonly<Record<LineStyle, Style>> = { heading: bold, quiet: dim, warning: warn, wrong: bad };
  return style === undefined ? text : styles[style](text);
}

const inColumns = (cells: readonly string[], widths: readonly number[]): string =>
  widths
    .map((columns, index) => fitted(visibleLine(cells[index] ?? ''), columns))
    .join('  ')
    .trimEnd();

/** The keys on as few lines as they take. */
function keyLines(keys: readonly KeyHint[], columns: number, colour: Colour): readonly string[] {
  const lines: { plain: string; drawn: string }[] = [];
  for (const [key, does] of keys) {
    const last = lines.at(-1);
    const plain = `${key} ${does}`;
    const drawn = `${colour.bold(key)} ${colour.dim(does)}`;
    if (last === undefined || width(`${last.plain} · ${plain}`) > columns) lines.push({ plain, drawn });
    else Object.assign(last, { plain: `${last.plain} · ${plain}`, drawn: `${last.drawn} ${colour.dim('·')} ${drawn}` });
  }
  return lines.map(({ drawn }) => drawn);
}
