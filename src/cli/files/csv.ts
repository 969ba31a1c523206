import { CsvError, parse } from 'csv-parse/sync';
import { FileFailure } from '../failure/failure.js';
import { csvForm } from './file-kind.js';
import { asSentence, Misplaced } from '../../core/platform/misplaced.js';

/** One line of a CSV file by column name; `line` starts at 1. */
interface CsvRow {
  readonly line: number;
  /** The cell of a column; empty without the column. Throws Misplaced when the line has the wrong number of cells. */
  cell(name: string): string;
  /** The position of a column, from 1, for messages. */
  columnOf(name: string): number;
}

export interface CsvTable {
  /** The line of the header, from 1: `sep=;` or empty lines may come before it. */
  readonly headLine: number;
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** One record as read; `line` is its first line, from 1. */
export interface CsvLine {
  readonly record: readonly string[];
  readonly line: number;
}

/**
 * Reads CSV with a header, separated by commas, semicolons or tabs. Rejects ambiguous input: a duplicate name, a cell
 * in a column without a name, and, when it is read, a line with the wrong number of cells. Throws Misplaced.
 */
export function readCsv(text: string): CsvTable {
  const [head, ...rows] = csvLines(text);
  if (head === undefined) throw new Misplaced(1, 1, 'the file is empty; the first line must be the column names');
  const names = namesOf(head);
  const places = new Map<string, number>();
  names.forEach((name, index) => {
    if (name === '') throw new Misplaced(head.line, index + 1, 'this column has no name');
    if (places.has(name)) throw new Misplaced(head.line, index + 1, `duplicate column \`${name}\``);
    places.set(name, index);
  });
  return { headLine: head.line, names, rows: rows.map((line) => rowOf(line, places)) };
}

/** The names in a header, without empty columns after the last name, which spreadsheets add. */
export function namesOf({ record }: CsvLine): readonly string[] {
  const names = record.map(oneLine);
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/** A name may be broken over lines in its cell. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').trim();

/** The column that a name means: the same one, else the only one that differs in upper and lower case; else null. */
export function columnNamed(names: readonly string[], wanted: string): string | null {
  if (names.includes(wanted)) return wanted;
  const alike = names.filter((name) => name.toLowerCase() === oneLine(wanted).toLowerCase());
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** `E-Mail` and `Job title` are written in sheets: the name of a property of a person, in any case. */
export const propertyName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace('e_mail', 'email');

/** `places`: the index of each column; a file may have as many columns as fit into it. */
function rowOf({ record, line }: CsvLine, places: ReadonlyMap<string, number>): CsvRow {
  const ragged = record.length !== places.size;
  return {
    line,
    cell: (name) => {
      // Reported when the line is read, so that other lines can be read.
      if (ragged) throw raggedLine(record.length, places.size, line);
      return record[places.get(name) ?? -1] ?? '';
    },
    columnOf: (name) => (places.get(name) ?? -1) + 1,
  };
}

const raggedLine = (has: number, head: number, line: number): Misplaced =>
  new Misplaced(line, Math.min(has, head) + 1, `this line has ${has} columns, but the header has ${head}`);

/** A cell as it is written, with quotes where it needs them. */
export const csvCell = (cell: string, separator: string): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Parses a file's text and adds file, line and column to its errors. */
export function located<T>(
  path: string,
  read: () => T,
  code: 'file_invalid' | 'values_file_invalid' = 'file_invalid',
): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const where = `${path === '-' ? 'stdin' : path}:${error.line}:${error.column}`;
    throw new FileFailure('input', path, `${where}: ${asSentence(error.message)}`, {
      code,
      hint: error.message.includes('-column')
        ? 'Name a column that the file has. Nothing was sent.'
        : `Correct line ${error.line}, column ${error.column}, and run the command again. Nothing was sent.`,
    });
  }
}

/**
 * The lines of a CSV file, header first, without empty cells after the last name. Lines of only separators and repeated
 * headers of concatenated files are skipped. Throws Misplaced for a misplaced quote, and for a cell in a column without
 * a name.
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
  const cells = record.map(oneLine);
  if (/^sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')) return true;
  return names.every((name, index) => name === cells[index]) && cells.slice(names.length).every((cell) => cell === '');
}

/** A line with more cells than the header is reported when it is read. */
function withoutUnnamed({ record, line }: CsvLine, named: number, width: number): CsvLine {
  if (record.length <= named || record.length > width) return { record, line };
  const filled = record.findIndex((cell, index) => index >= named && cell.trim() !== '');
  if (filled === -1) return { record: record.slice(0, named), line };
  throw new Misplaced(line, filled + 1, 'this cell is in a column without a name; name the column or clear the cell');
}

function parsedLines(text: string): readonly CsvLine[] {
  const { delimiter, body } = csvForm(text);
  // Concatenated files keep their byte order marks.
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

/** Concatenated files may have different line endings. */
const parsed = (text: string, delimiter: string): readonly ParsedLine[] =>
  parse(text, {
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as unknown as readonly ParsedLine[];

/** The position of a quote; the parser would count CRLF inside cells twice. */
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
 * The first line of each record, from its last byte: the parser reports the last line, and counts CRLF inside a cell
 * twice.
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
