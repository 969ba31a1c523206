import { isMap, isScalar, isSeq } from 'yaml';
import { isObject } from '../../core/platform/json.js';
import { suggestion } from '../../core/platform/nearest.js';
import { columnNamed, readCsv } from './csv.js';
import { FileFailure } from '../failure/failure.js';
import { isCsv, isLines } from './file-kind.js';
import type { Files } from './files.js';
import {
  columnsByName,
  columnTarget,
  type RowColumn,
  rowOf,
  type RowRecord,
  targetName,
  type WrittenRow,
} from './rows-columns.js';
import { requestOf, readStructured } from './structured-file.js';
import { asSentence, Misplaced, type Place } from '../../core/platform/misplaced.js';
import { nodeAt } from '../write/written-request.js';
import { parsePlaced } from '../../core/platform/yaml-document.js';

/** The rows of a file. */
export interface WrittenRows {
  /** The readable rows in file order; `number` counts from 1, including unreadable ones. */
  readonly rows: readonly (IdentifiedRow & { readonly number: number })[];
  /** Properties of a whole request body except its rows: `template_id`, `send` and so on. */
  readonly around: Readonly<Record<string, unknown>>;
  readonly mistakes: readonly Misplaced[];
  /** Where the header names a column, or begins for null; null for a file without a header. */
  readonly headOf: ((column: string | null) => Place) | null;
  /** Columns that the mapping does not use. */
  readonly unused: readonly string[];
}

/** A row with its ID column; null without one. */
interface IdentifiedRow extends WrittenRow {
  readonly id: string | null;
}

type Numbered = WrittenRows['rows'][number];

/** How to read the columns of a file. */
interface Reading {
  readonly mapping: readonly RowColumn[] | null;
  /** The column that identifies rows; it is sent only if its name is a target. */
  readonly idColumn: string | null;
}

const limit = 32 * 1024 * 1024;
const batchLimit = 96 * 1024 * 1024;

/**
 * Reads `--rows`: CSV (`.csv`, `.tsv`), one JSON object per line (`.ndjson`, `.jsonl`), YAML or JSON with a list of
 * rows or a whole request body; for stdin, `-`, and other extensions the format is detected. A row is `{ recipients, values, title }`, or has
 * columns such as `Tenant.email`, or those of `mapping`; `idColumn` identifies rows. Throws FileFailure when the file
 * is missing, or no row is readable.
 */
export async function readRows(
  files: Files,
  path: string,
  mapping: readonly RowColumn[] | null = null,
  idColumn: string | null = null,
): Promise<WrittenRows> {
  const reading = { mapping, idColumn };
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  try {
    if (isCsv(path, text)) return csvRows(text, reading);
    if (isLines(path, text)) return lineRows(text, reading);
    return documentRows(text, reading, path);
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    return { rows: [], around: {}, mistakes: [error], unused: [], headOf: null };
  }
}

/** The rows of `envelope batch` as a request body: the first error is a failure. Throws FileFailure. */
export async function readRowsFile(files: Files, path: string): Promise<Readonly<Record<string, unknown>>> {
  // Stdin can only be read once.
  const text = await files.readText(path, { limit: batchLimit });
  const same: Files = { ...files, readText: () => Promise.resolve(text) };
  if (!isCsv(path, text) && !isLines(path, text)) {
    const body = await readStructured(same, path);
    if (Array.isArray(body)) return { rows: body };
    if (isObject(body)) return body;
    throw noRows(path);
  }
  const { rows, mistakes } = await readRows(same, path);
  const [first] = mistakes;
  if (first !== undefined) throw misplaced(path, first);
  return { rows: rows.map(({ row }) => row) };
}

/** A file error as a failure with its position. */
const misplaced = (path: string, { line, column, message }: Misplaced): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path}:${line}:${column}: ${asSentence(message)}`, {
    code: 'file_invalid',
    hint: `Correct line ${line}, column ${column}, and run the command again. Nothing was sent.`,
  });

const noRows = (path: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} contains no rows.`, {
    code: 'file_invalid',
    hint: 'Use a CSV file, or a list of rows with `recipients` and optional `values`.',
  });

function csvRows(text: string, { mapping: written, idColumn: wanted }: Reading): WrittenRows {
  const { headLine, names, rows } = readCsv(text);
  const headOf = (name: string | null): Place => {
    return { line: headLine, column: name === null ? 1 : Math.max(1, names.indexOf(name) + 1) };
  };
  const idColumn = wanted === null ? null : columnNamed(names, wanted);
  if (wanted !== null && idColumn === null) throw noIdColumn(headOf(null), wanted, names);
  const mapping = written === null ? null : checked(written, names, headLine);
  const columns = mapping ?? columnsByName(otherThan(names, idColumn), headOf);
  const read = numbered(rows, (row) => {
    const record: RowRecord = {
      at: { line: row.line, column: 1 },
      cell: row.cell,
      placeOf: (name) => ({ line: row.line, column: Math.max(1, row.columnOf(name)) }),
    };
    return { ...rowOf(columns, record), id: idOf(idColumn, record) };
  });
  return { ...read, around: {}, unused: mapping === null ? [] : leftOut(mapping, names, idColumn), headOf };
}

const noIdColumn = ({ line, column }: Place, wanted: string, names: readonly string[]): Misplaced =>
  new Misplaced(line, column, `column \`${wanted}\` of --id-column not found.${suggestion(wanted, names)}`);

/** The mapping with its columns as they are in the file; every one must exist. */
function checked(mapping: readonly RowColumn[], names: readonly string[], headLine: number): readonly RowColumn[] {
  return mapping.map((each) => {
    const { from, target } = each;
    if (!('column' in from)) return each;
    const column = columnNamed(names, from.column);
    if (column !== null) return { ...each, from: { column } };
    const missing = `column \`${from.column}\` of the mapping not found`;
    // A column whose own name looks like a target may be on the wrong side.
    const other = targetName(target);
    const turned = names.includes(other) && columnTarget(from.column) !== null;
    const hint = turned
      ? `; write the column last: \`${from.column}: ${other}\``
      : `.${suggestion(from.column, names)}`;
    throw new Misplaced(headLine, 1, `${missing}${hint}`);
  });
}

/** The columns of every row, including the ID column if its name is a target. */
const otherThan = (names: readonly string[], idColumn: string | null): readonly string[] =>
  names.filter((name) => name !== idColumn || columnTarget(name) !== null);

/** The identity of the row. Throws Misplaced when it is empty. */
function idOf(idColumn: string | null, record: RowRecord): string | null {
  if (idColumn === null) return null;
  const id = String(record.cell(idColumn)).trim();
  if (id !== '') return id;
  const { line, column } = record.placeOf(idColumn);
  throw new Misplaced(line, column, `the ID column \`${idColumn}\` is empty`);
}

function leftOut(mapping: readonly RowColumn[], names: readonly string[], idColumn: string | null): readonly string[] {
  const used = new Set([idColumn, ...mapping.flatMap(({ from }) => ('column' in from ? [from.column] : []))]);
  return names.filter((name) => !used.has(name));
}

function lineRows(text: string, reading: Reading): WrittenRows {
  const lines = text.split('\n').map((line, index) => ({ line, at: index + 1 }));
  const read = numbered(
    lines.filter(({ line }) => line.trim() !== ''),
    ({ line, at }) => {
      const { root, value, placeOf, placeOfNode } = misplacedAt(at, () => parsed(line.replace(/^\uFEFF/, '')));
      const here = ({ column }: Place): Place => ({ line: at, column });
      const ofNode = (node: unknown): Place => here(placeOfNode(node));
      return readRow(root, value, reading, { of: (path) => here(placeOf(path)), ofNode });
    },
  );
  return { ...read, around: {}, unused: [], headOf: null };
}

/** An error in one of many lines is in that line. */
function misplacedAt<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Misplaced ? new Misplaced(line, error.column, error.message, error.who) : error;
  }
}

function documentRows(text: string, reading: Reading, path: string): WrittenRows {
  const { root, value, placeOf, placeOfNode } = parsed(text);
  const list = isSeq(root) ? root : isMap(root) ? root.get('rows', true) : null;
  // A single row in its line, unlike a body with rows.
  if (path === '-' && isMap(root) && !root.has('rows') && /^\{.*\}$/.test(text.trim())) return lineRows(text, reading);
  if (!isSeq(list)) throw new Misplaced(1, 1, 'the file contains no list of rows');
  const { rows: values = value, ...around } = isMap(root) ? (value as { readonly rows?: unknown }) : {};
  const items = (Array.isArray(values) ? (values as readonly unknown[]) : []).map((row, index) => ({ row, index }));
  const read = numbered(items, ({ row, index }) => {
    const start = isSeq(root) ? `[${index}]` : `rows[${index}]`;
    const of = (path: string): Place => placeOf(path === '' ? start : `${start}.${path}`);
    return readRow(list.items[index], row, reading, { of, ofNode: placeOfNode });
  });
  return { ...read, around, unused: [], headOf: null };
}

interface Parsed {
  readonly root: unknown;
  readonly value: unknown;
  placeOf(path: string): Place;
  placeOfNode(node: unknown): Place;
}

function parsed(text: string): Parsed {
  const { document, errors, placeOf: placeOfNode } = parsePlaced(text);
  const [error] = errors;
  if (error !== undefined) throw error;
  const root: unknown = document.contents;
  try {
    return { root, value: requestOf(document), placeOf: (path) => placeOfNode(nodeAt(root, path)), placeOfNode };
  } catch {
    // See `requestOf`.
    throw new Misplaced(1, 1, 'the file uses too many aliases');
  }
}

interface RowPlaces {
  of(path: string): Place;
  ofNode(node: unknown): Place;
}

/** A row in the service's form, or a record whose properties are columns. */
function readRow(node: unknown, value: unknown, { mapping, idColumn }: Reading, places: RowPlaces): IdentifiedRow {
  const at = places.of('');
  if (!isObject(value)) throw new Misplaced(at.line, at.column, 'a row must be an object');
  // A name may contain dots, so it is not a path.
  const nodes = new Map(
    (isMap(node) ? node.items : []).map(({ key, value: part }) => [isScalar(key) ? String(key.value) : '', part]),
  );
  const record: RowRecord = {
    at,
    cell: (name) => cellOf(value[name], name, at),
    placeOf: (name) => (nodes.has(name) ? places.ofNode(nodes.get(name)) : at),
  };
  // A number identifies rows as well as text.
  const ids: RowRecord = { ...record, cell: (name) => cellOf(asText(value[name]), name, at) };
  if (idColumn !== null && !(idColumn in value)) throw noIdColumn(at, idColumn, Object.keys(value));
  const id = idOf(idColumn, ids);
  if ('recipients' in value && mapping === null) {
    const row = Object.fromEntries(Object.entries(value).filter(([name]) => name !== idColumn || name === 'title'));
    return { row, at, hasColumns: false, placeOf: places.of, cellOf: () => null, who: firstName(row), id };
  }
  const names = otherThan(Object.keys(value), idColumn);
  return { ...rowOf(mapping ?? columnsByName(names, record.placeOf), record), id };
}

function firstName({ recipients }: Readonly<Record<string, unknown>>): string | null {
  const [first] = Array.isArray(recipients) ? (recipients as readonly unknown[]) : [];
  return isObject(first) && typeof first['name'] === 'string' ? first['name'] : null;
}

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

function cellOf(value: unknown, name: string, at: Place): string | boolean {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  throw new Misplaced(at.line, at.column, `\`${name}\` must be a string`);
}

/** Collects the errors of each row, so that one does not hide the others. */
function numbered<T>(items: readonly T[], read: (item: T) => IdentifiedRow): Pick<WrittenRows, 'rows' | 'mistakes'> {
  const rows: Numbered[] = [];
  const mistakes: Misplaced[] = [];
  items.forEach((item, index) => {
    try {
      rows.push({ ...read(item), number: index + 1 });
    } catch (error) {
      if (!(error instanceof Misplaced)) throw error;
      mistakes.push(new Misplaced(error.line, error.column, error.message, error.who, index + 1));
    }
  });
  return { rows, mistakes };
}
