import { CsvError, parse } from 'csv-parse/sync';
import { FileFailure } from './failure.js';
import { csvForm } from './file-kind.js';
import { Misplaced } from './values-file.js';

/** One line of a CSV file by the names of its head; `line` starts at 1. */
interface CsvRow {
  readonly line: number;
  /** The cell under a name; empty when the column is not there. Throws Misplaced when the line is ragged. */
  cell(name: string): string;
  /** Where a column stands, from 1, for messages. */
  columnOf(name: string): number;
}

export interface CsvTable {
  /** The line of the head, from 1: `sep=;` or empty lines may stand before it. */
  readonly headLine: number;
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
 * twice, a cell in a column without a name, and a ragged line when a cell of it is read. Throws Misplaced.
 */
export function readCsv(text: string): CsvTable {
  const [head, ...rows] = csvLines(text);
  if (head === undefined) throw new Misplaced(1, 1, 'the file is empty; the first line must be the column names');
  const names = namesOf(head);
  names.forEach((name, index) => {
    if (name === '') throw new Misplaced(head.line, index + 1, 'this column has no name');
    if (names.indexOf(name) !== index) {
      throw new Misplaced(head.line, index + 1, `duplicate column \`${name}\``);
    }
  });
  return { headLine: head.line, names, rows: rows.map((line) => rowOf(line, names)) };
}

/** The names in a head, without the columns behind the last name, which spreadsheets leave. */
export function namesOf({ record }: CsvLine): readonly string[] {
  const names = record.map((name) => name.trim());
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
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
  new Misplaced(line, Math.min(has, head) + 1, `this line has ${has} columns, but the header has ${head}`);

/** Runs a reader of a file's text, and says of its mistakes which file, line and column they are in. */
export function located<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const where = `${path === '-' ? 'stdin' : path}:${error.line}:${error.column}`;
    throw new FileFailure('input', path, `${where}: ${error.message}.`, {
      code: 'file_invalid',
      hint: `Correct line ${error.line}, column ${error.column}, and run the command again. Nothing was sent.`,
    });
  }
}

/**
 * The lines of a CSV file, its head first, each without the empty cells of columns behind the last name. Lines of
 * separators alone are left out, and so are the heads of files that were put one behind the other. Throws Misplaced for a
 * quote that is out of place, and for a cell in a column that has no name.
 */
export function csvLines(text: string): readonly CsvLine[] {
  const lines = parsedLines(text).filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  const [head] = lines;
  if (head === undefined) return [];
  const names = namesOf(head);
  const rows = lines.slice(1).filter((line) => !isHeadAgain(line, names));
  return [head, ...rows.map((line) => withoutUnnamed(line, names.length, head.record.length))];
}

function isHeadAgain({ record }: CsvLine, names: readonly string[]): boolean {
  const cells = record.map((cell) => cell.trim());
  if (/^sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')) return true;
  return names.every((name, index) => name === cells[index]) && cells.slice(names.length).every((cell) => cell === '');
}

/** A line with more cells than the head, named or not, is ragged; its reader reports it. */
function withoutUnnamed({ record, line }: CsvLine, named: number, width: number): CsvLine {
  if (record.length <= named || record.length > width) return { record, line };
  const filled = record.findIndex((cell, index) => index >= named && cell.trim() !== '');
  if (filled === -1) return { record: record.slice(0, named), line };
  throw new Misplaced(line, filled + 1, 'this cell is in a column without a name; name the column or clear the cell');
}

function parsedLines(text: string): readonly CsvLine[] {
  const { delimiter, body } = csvForm(text);
  // Files put one behind the other keep their marks of byte order.
  const plain = body.replace(/^\uFEFF/gm, '');
  try {
    const read = parsed(plain, delimiter);
    const lines = beginnings(
      plain,
      read.map(({ info }) => info.bytes),
    );
    return read.map(({ record }, index) => ({ record, line: lines[index] ?? 1 }));
  } catch (error) {
    throw error instanceof CsvError ? quoteMistake(plain, delimiter) : error;
  }
}

interface ParsedLine {
  readonly record: string[];
  readonly info: { readonly bytes: number };
}

/** Files put one behind the other may end their lines differently. */
const parsed = (text: string, delimiter: string): readonly ParsedLine[] =>
  parse(text, {
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as unknown as readonly ParsedLine[];

/** The place of a quote: with the line breaks of Windows the parser would count those within cells twice. */
function quoteMistake(text: string, delimiter: string): Misplaced {
  try {
    parsed(text.replaceAll('\r\n', '\n'), delimiter);
  } catch (error) {
    const { lines, column } = error as { readonly lines?: unknown; readonly column?: unknown };
    return new Misplaced(Number(lines ?? 1), typeof column === 'number' ? column + 1 : 1, 'misplaced quote');
  }
  return new Misplaced(1, 1, 'misplaced quote');
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
