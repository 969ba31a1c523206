import CliTable from 'cli-table3';
import type { Colour } from './colour.js';
import { cut, visibleLine, width } from './text.js';
import { localInstant } from './time.js';
import { fold, needed, wrap } from './wrap.js';

/**
 * One cell: an instant is shown in the reader's zone on a terminal, a state gets its colour, an id is never cut, since
 * it is there to be copied, and a sentence goes on below its beginning, since its end may be what matters.
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
  /** The sentence for no rows at all. */
  readonly empty: string;
}

export type Details = readonly (readonly [name: string, value: Cell])[];

const good = new Set(['completed', 'signed', 'active', 'sealed', 'sent', 'delivered', 'ok', 'yes']);
const bad = new Set(['voided', 'declined', 'expired', 'revoked', 'invalidated', 'cancelled', 'failed', 'disabled']);

/** A list for a person: a head, no frame, columns cut so that a row fits the terminal. */
export function drawTable(table: Table, colour: Colour, columns: number | undefined): string {
  if (table.rows.length === 0) return `${fold(table.empty, columns)}\n`;
  const texts = table.rows.map((row) => table.columns.map((_, index) => cellText(row[index] ?? null)));
  const some = (test: (cell: Cell) => boolean): boolean[] =>
    table.columns.map((_, index) => table.rows.some((row) => test(row[index] ?? null)));
  const natural = table.columns.map((head, index) => widest(head, texts, index));
  // Half an instant says the wrong thing and half an id is no id: where texts alone cannot give way, rows are stacked.
  const least = table.columns.map((_, index) => {
    const sentences = texts.filter((__, line) => isSentence(table.rows[line]?.[index] ?? null));
    return sentences.length === 0 ? 8 : Math.max(20, ...sentences.map((row) => needed(row[index] ?? '')));
  });
  const whole = some((cell) => isId(cell) || isInstant(cell));
  const widths = fit(natural, whole, least, columns);
  if (columns !== undefined && rowWidth(widths) > columns) return stacked(table, texts, colour, columns);
  const drawing = new CliTable({
    chars: plain,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    colWidths: widths.map((size) => size + 2),
    wordWrap: false,
  });
  drawing.push(table.columns.map((head, index) => colour.bold(cut(head, widths[index] ?? 0))));
  texts.forEach((row, line) => {
    drawing.push(
      row.map((text, index) => {
        const cell = table.rows[line]?.[index] ?? null;
        const room = widths[index] ?? 0;
        const lines = isSentence(cell) ? wrap(text, room) : [text];
        return paint(cell, lines.map((each) => cut(each, room)).join('\n'), colour);
      }),
    );
  });
  return `${drawing
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** Rows too wide for the terminal: the first cell on a line of its own, the others below it by name. */
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

/** One resource as name-value lines; a long text goes on below its beginning. */
export function drawDetails(details: Details, colour: Colour, columns = Infinity): string {
  const members = details.map(([name, cell]) => ({ name, cell, text: cellText(cell) }));
  return named(
    members,
    details.map(([name]) => name),
    colour,
    { columns, margin: 0 },
  );
}

interface Member {
  readonly name: string;
  readonly cell: Cell;
  readonly text: string;
}

/** Values beside their names. What has no room there stands below its name: half an id is no id. */
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

/** Tab-separated rows for a pipe: no head, nothing cut, instants as they came (UTC). */
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

const rowWidth = (widths: readonly number[]): number => widths.reduce((sum, size) => sum + size + 2, -2);

/**
 * Takes columns from the widest that may be cut until the row fits; `least`: what each keeps, eight, and of sentences
 * twenty or the longest part that must stay whole.
 */
function fit(
  widths: readonly number[],
  whole: readonly boolean[],
  least: readonly number[],
  columns: number | undefined,
): number[] {
  const result = [...widths];
  if (columns === undefined) return result;
  const mayGive = (index: number): boolean => whole[index] !== true && (result[index] ?? 0) > (least[index] ?? 8);
  while (rowWidth(result) > columns) {
    const size = Math.max(0, ...result.filter((_, index) => mayGive(index)));
    if (size === 0) break;
    result[result.findIndex((one, index) => one === size && mayGive(index))] = size - 1;
  }
  return result;
}

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
