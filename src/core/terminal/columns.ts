/** How wide a column is. */
export interface ColumnSize {
  /** To show all of its texts. */
  readonly need: number;
  /** What it keeps while others can give more (default: what it needs). */
  readonly min?: number;
  /** Its share of the room that is left (default: none). */
  readonly share?: number;
}

const gap = 2;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The width of a row, with the gaps between its columns. */
const rowWidth = (widths: readonly number[]): number => sum(widths) + gap * (widths.length - 1);

/** Whether the columns fit when each has the least that it keeps. */
export const fitColumns = (columns: readonly ColumnSize[], room: number): boolean =>
  rowWidth(columns.map(({ need, min = need }) => Math.min(need, min))) <= room;

/**
 * The widths of columns with two spaces between them. Where they do not fit, the widest one gives first, and once all
 * have their least, each gives in proportion; what is left is shared out.
 */
export function columnWidths(columns: readonly ColumnSize[], room: number): readonly number[] {
  const widths = columns.map(({ need }) => need);
  while (rowWidth(widths) > room) {
    const givers = widths.filter((width, index) => width > (columns[index]?.min ?? width));
    const widest = Math.max(...givers);
    if (givers.length === 0) break;
    const at = widths.findIndex((width, index) => width === widest && width > (columns[index]?.min ?? width));
    widths[at] = widest - 1;
  }
  const total = sum(widths);
  const free = room - rowWidth(widths);
  if (free < 0) return widths.map((width) => Math.max(1, Math.floor((width * (total + free)) / total)));
  const shares = sum(columns.map(({ share = 0 }) => share)) || 1;
  return widths.map((width, index) => width + Math.floor((free * (columns[index]?.share ?? 0)) / shares));
}
