import { CsvError, parse } from 'csv-parse/sync';
import { FileFailure } from './failure.js';
import { Misplaced } from './values-file.js';

/** One line of a CSV file by the names of its head; `line` starts at 1. */
export interface CsvRow {
  readonly line: number;
  /** The cell under a name; empty when the column is not there. Throws Misplaced when the line is ragged. */
  cell(name: string): string;
  /** Where a column stands, from 1, for messages. */
  columnOf(name: string): number;
}

export interface CsvTable {
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** One line as it was read; `lines` is where it ends, from 1. */
export interface CsvLine {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV with a head, its cells parted by commas, semicolons or tabs, and refuses what a reader would misread: a name
 * twice, and a ragged line when a cell of it is read. Throws Misplaced.
 */
export function readCsv(text: string): CsvTable {
  const [head, ...rows] = csvLines(text);
  if (head === undefined) throw new Misplaced(1, 1, 'the file is empty; its first line holds the names of the columns');
  const names = head.record.map((name) => name.trim());
  names.forEach((name, index) => {
    if (name === '') throw new Misplaced(1, index + 1, 'a column has no name');
    if (names.indexOf(name) !== index) throw new Misplaced(1, index + 1, `the column \`${name}\` is there twice`);
  });
  return {
    names,
    // Spreadsheets leave lines of separators alone behind the last one.
    rows: rows.filter(({ record }) => record.some((cell) => cell.trim() !== '')).map((line) => rowOf(line, names)),
  };
}

function rowOf({ record, info }: CsvLine, names: readonly string[]): CsvRow {
  const ragged = record.length !== names.length;
  return {
    line: info.lines,
    cell: (name) => {
      // Told of by whoever reads the line, so that the others can be read.
      if (ragged) throw raggedLine(record.length, names.length, info.lines);
      return record[names.indexOf(name)] ?? '';
    },
    columnOf: (name) => names.indexOf(name) + 1,
  };
}

const raggedLine = (has: number, head: number, line: number): Misplaced =>
  new Misplaced(line, Math.min(has, head) + 1, `the line has ${has} columns and the head ${head}`);

/** Runs a reader of a file's text, and says of its mistakes which file, line and column they are in. */
export function located<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const where = `${path === '-' ? 'stdin' : path}:${error.line}:${error.column}`;
    throw new FileFailure('input', path, `${where}: ${error.message}.`, {
      code: 'file_invalid',
      hint: `Correct line ${error.line}, column ${error.column}, and run the command again; nothing was sent.`,
    });
  }
}

/** Spreadsheets in many countries write semicolons, and tabs when cells are copied: the head shows which it is. */
function delimiterOf(text: string): string {
  const head = (/^.*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  if (head.includes(',')) return ',';
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

/** The lines of a CSV file, its head first; none is judged. Throws Misplaced for a quote that is out of place. */
export function csvLines(text: string): readonly CsvLine[] {
  try {
    const format = { info: true, skip_empty_lines: true, relax_column_count: true, delimiter: delimiterOf(text) };
    return parse(text, format) as unknown as CsvLine[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as { readonly lines?: unknown; readonly column?: unknown };
    throw new Misplaced(Number(lines ?? 1), typeof column === 'number' ? column + 1 : 1, 'a quote is out of place');
  }
}
