import CliTable from 'cli-table3';
import type { Colour } from './colour.js';
import { columnWidths, fitColumns } from './columns.js';
import { visibleLine } from '../platform/visible-text.js';
import { cut, width } from './text.js';
import { localInstant } from './time.js';
import { fold, needed, wrap } from './wrap.js';

/**
 * One cell: a time is shown in the local zone on a terminal, a state gets its colour, a UUID is at most shortened to a
 * unique prefix, so that it can be copied, and a sentence is wrapped, so that its end is visible.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly instant: string }
  | { readonly state: string }
  | { readonly id: string }
  | { readonly sentence: string };

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns that a narrow terminal leaves out, the first one first, before texts are cut to a few characters. */
  readonly spare?: readonly string[];
  /** UUIDs are shortened on every terminal: commands accept the prefix. */
  readonly shortIds?: true;
  /** The sentence for an empty table. */
  readonly empty: string;
}

export type Details = readonly (readonly [name: string, value: Cell])[];

/** Narrower than this, a wrapped text is a column of words. */
const minSentence = 16;

const good = new Set(['completed', 'signed', 'active', 'sealed', 'sent', 'delivered', 'ok', 'yes']);
const bad = new Set(['voided', 'declined', 'expired', 'revoked', 'invalidated', 'cancelled', 'failed', 'disabled']);

/** A list for a person: a header, no frame, columns cut so that a row fits the terminal. */
export function drawTable(table: Table, colour: Colour, columns: number | undefined): string {
  if (table.rows.length === 0) return `${fold(table.empty, columns)}\n`;
  const found = choose(table, columns);
  if (found === null) return stacked(table, textsOf(table, cellText), colour, columns ?? Infinity);
  const { shown, layout } = found;
  const { texts, widths } = layout;
  const drawing = new CliTable({
    chars: plain,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    colWidths: widths.map((size) => size + 2),
    wordWrap: false,
  });
  drawing.push(shown.columns.map((head, index) => colour.bold(cut(head, widths[index] ?? 0))));
  texts.forEach((row, line) => {
    drawing.push(
      row.map((text, index) => {
        const cell = shown.rows[line]?.[index] ?? null;
        const room = widths[index] ?? 0;
        const lines = isSentence(cell) ? wrap(text, room) : [text];
        return paint(cell, lines.map((each) => cut(each, room)).join('\n'), colour);
      }),
    );
  });
  const lines = drawing
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  // Not every command accepts a prefix of a service ID.
  if (layout.areIdsShort && table.shortIds !== true)
    lines.push(colour.dim(fold('IDs are shortened. Use -q or a wider terminal for full IDs.', columns)));
  const hidden = table.columns.filter((column) => !shown.columns.includes(column));
  if (hidden.length > 0) lines.push(colour.dim(fold(`Hidden: ${hidden.join(', ')}. Use a wider terminal.`, columns)));
  return `${lines.join('\n')}\n`;
}

/** The table with the columns that are shown, and their layout; null if no layout fits. */
function choose(table: Table, columns: number | undefined) {
  const { spare = [] } = table;
  const views = [table, ...spare.map((_, index) => without(table, spare.slice(0, index + 1)))];
  const least = views.at(-1) ?? table;
  const tries = [
    ...views.flatMap((shown) => layouts.filter(({ min }) => min === wide).map((options) => ({ shown, options }))),
    ...layouts.filter(({ min }) => min < wide).map((options) => ({ shown: least, options })),
  ];
  for (const { shown, options } of tries) {
    const layout = layOut(shown, table.shortIds === true ? { ...options, prefixes: true } : options, columns);
    if (layout !== null) return { shown, layout };
  }
  return null;
}

function without(table: Table, hidden: readonly string[]): Table {
  const kept = table.columns.flatMap((column, index) => (hidden.includes(column) ? [] : [index]));
  const pick = <T>(row: readonly T[]): T[] => row.filter((_, index) => kept.includes(index));
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}

interface LayoutOptions {
  /** The minimum width of a text column. */
  readonly min: number;
  /** Times without seconds and zone. */
  readonly minutes?: boolean;
  /** UUIDs as their shortest unique prefix. */
  readonly prefixes?: boolean;
}

/** What is shortened first on a narrow terminal: long texts, then times, then IDs, then short texts. */
const wide = 16;
const layouts: readonly LayoutOptions[] = [
  { min: wide },
  { min: wide, minutes: true },
  { min: wide, minutes: true, prefixes: true },
  { min: 8, minutes: true, prefixes: true },
  { min: 4, minutes: true, prefixes: true },
];

/** The texts and column widths of a layout; null if a row does not fit. */
function layOut(table: Table, { min: least, minutes, prefixes }: LayoutOptions, columns: number | undefined) {
  const shorten = prefixes === true ? shortIds(table) : (id: string): string => id;
  const texts = textsOf(table, (cell) => {
    const text = cellText(cell);
    if (isId(cell)) return shorten(text);
    return minutes === true && isInstant(cell) ? text.replace(/:\d\d [+-]\d\d:\d\d$/, '') : text;
  });
  const natural = table.columns.map((head, index) => widest(head, texts, index));
  const kept = table.columns.map((_, index) => {
    const sentences = texts.filter((__, line) => isSentence(table.rows[line]?.[index] ?? null));
    return sentences.length === 0 ? least : Math.max(minSentence, ...sentences.map((row) => needed(row[index] ?? '')));
  });
  const sizes = natural.map((need, index) => {
    const isWhole = table.rows.some((row) => isId(row[index] ?? null) || isInstant(row[index] ?? null));
    return isWhole ? { need } : { need, min: kept[index] ?? need };
  });
  const areIdsShort = table.rows.some((row) => row.some((cell) => isId(cell) && shorten(cell.id) !== cell.id));
  if (columns === undefined) return { texts, widths: natural, areIdsShort };
  return fitColumns(sizes, columns) ? { texts, widths: columnWidths(sizes, columns), areIdsShort } : null;
}

const textsOf = (table: Table, textOf: (cell: Cell) => string): readonly (readonly string[])[] =>
  table.rows.map((row) => table.columns.map((_, index) => textOf(row[index] ?? null)));

/** A UUID, or the ID of a person on a template. */
const longId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i;

/** Shortens long IDs to a prefix of at least 8 characters that is unique in the table. */
function shortIds(table: Table): (id: string) => string {
  const ids = new Set(
    table.rows.flatMap((row) => row.flatMap((cell) => (isId(cell) && longId.test(cell.id) ? [cell.id] : []))),
  );
  const isUnique = (length: number): boolean => new Set([...ids].map((id) => id.slice(0, length))).size === ids.size;
  const length = [8, 13, 18, 23].find(isUnique) ?? 36;
  return (id) => (longId.test(id) ? id.slice(0, length) : id);
}

/** Rows that are too wide: the first cell on its own line, the others below it with their names. */
function stacked(table: Table, texts: readonly (readonly string[])[], colour: Colour, columns: number): string {
  // A column without a name is a mark before the next one.
  const lead = table.columns[0]?.trim() === '' ? 2 : 1;
  const names = table.columns.slice(lead);
  return texts
    .map((row, line) => {
      const cells = table.rows[line] ?? [];
      const head = row.slice(0, lead).join('  ').trim();
      const below = names.flatMap((name, index) => {
        const text = row[index + lead] ?? '';
        return text === '-' ? [] : [{ name, cell: cells[index + lead] ?? null, text }];
      });
      const title = cells.slice(0, lead).some(isWhole) ? head : fold(head, columns);
      return `${colour.bold(title)}\n${named(below, names, colour, { columns, margin: 2 })}`;
    })
    .join('');
}

/** One resource as name-value lines; a long text is wrapped below its beginning. */
export function drawDetails(details: Details, colour: Colour, columns = Infinity): string {
  // A name may hold words of the service, such as whose invitation it is.
  const members = details.map(([name, cell]) => ({ name: visibleLine(name), cell, text: cellText(cell) }));
  return named(
    members,
    members.map(({ name }) => name),
    colour,
    { columns, margin: 0 },
  );
}

interface Member {
  readonly name: string;
  readonly cell: Cell;
  readonly text: string;
}

/** Values next to their names. A value that does not fit is below its name: half an ID is useless. */
function named(
  members: readonly Member[],
  names: readonly string[],
  colour: Colour,
  { columns, margin }: { readonly columns: number; readonly margin: number },
): string {
  const beside = margin + Math.max(0, ...names.map(width)) + 2;
  return members
    .map(({ name, cell, text }) => {
      const apart = isWhole(cell) ? width(text) > columns - beside : needed(text) > columns - beside;
      const indent = apart ? margin + 2 : beside;
      const room = columns - indent;
      const lines = (isWhole(cell) ? [text] : wrap(text, room)).map((line) => paint(cell, line, colour));
      const gap = apart ? `\n${' '.repeat(indent)}` : ' '.repeat(beside - margin - width(name));
      return `${' '.repeat(margin)}${colour.dim(name)}${gap}${lines.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}

/** Tab-separated rows for a pipe: no header, nothing cut, original times (UTC). */
export function tabSeparated(table: Table): string {
  return table.rows.map((row) => `${row.map((cell) => visibleLine(rawText(cell))).join('\t')}\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null) return '-';
  if (typeof cell === 'object' && 'instant' in cell) return visibleLine(localInstant(cell.instant));
  return visibleLine(rawText(cell));
}

function rawText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (isId(cell)) return cell.id;
  if (isSentence(cell)) return cell.sentence;
  if (typeof cell === 'object') return 'instant' in cell ? cell.instant : cell.state;
  return String(cell);
}

function paint(cell: Cell, text: string, colour: Colour): string {
  if (cell === null) return colour.dim(text);
  if (typeof cell !== 'object' || !('state' in cell)) return text;
  if (good.has(cell.state)) return colour.good(text);
  return bad.has(cell.state) ? colour.bad(text) : colour.warn(text);
}

const widest = (head: string, texts: readonly (readonly string[])[], index: number): number =>
  Math.max(width(head), ...texts.map((row) => width(row[index] ?? '')));

const isInstant = (cell: Cell): cell is { readonly instant: string } =>
  typeof cell === 'object' && cell !== null && 'instant' in cell;

const isId = (cell: Cell): cell is { readonly id: string } => typeof cell === 'object' && cell !== null && 'id' in cell;

const isSentence = (cell: Cell): cell is { readonly sentence: string } =>
  typeof cell === 'object' && cell !== null && 'sentence' in cell;

/** What is cut nowhere. */
const isWhole = (cell: Cell): boolean => isId(cell) || isInstant(cell) || typeof cell === 'number';

const plain = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
