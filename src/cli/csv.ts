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

/** One record as it was read; `line` is where it begins, from 1. */
export interface CsvLine {
  readonly record: readonly string[];
  readonly line: number;
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

function rowOf({ record, line }: CsvLine, names: readonly string[]): CsvRow {
  const ragged = record.length !== names.length;
  return {
    line,
    cell: (name) => {
      // Told of by whoever reads the line, so that the others can be read.
      if (ragged) throw raggedLine(record.length, names.length, line);
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
    const read = parse(text, format) as unknown as { readonly record: string[]; readonly info: { bytes: number } }[];
    const lines = beginnings(
      text,
      read.map(({ info }) => info.bytes),
    );
    return read.map(({ record }, index) => ({ record, line: lines[index] ?? 1 }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as { readonly lines?: unknown; readonly column?: unknown };
    throw new Misplaced(Number(lines ?? 1), typeof column === 'number' ? column + 1 : 1, 'a quote is out of place');
  }
}

/**
 * The line in which each record begins, given the byte where it ends: the parser tells the line in which it ends, and
 * counts the line breaks of Windows within a cell twice.
 */
function beginnings(text: string, ends: readonly number[]): readonly number[] {
  const bytes = Buffer.from(text);
  const [feed, carriage] = [0x0a, 0x0d];
  let at = 0;
  let line = 1;
  const pass = (): void => {
    const byte = bytes[at];
    at += 1;
    if (byte === feed || (byte === carriage && bytes[at] !== feed)) line += 1;
  };
  return ends.map((end) => {
    while (bytes[at] === feed || bytes[at] === carriage) pass();
    const begun = line;
    while (at < end) pass();
    return begun;
  });
}
