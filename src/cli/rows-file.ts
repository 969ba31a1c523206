import { isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { isObject } from '../json.js';
import { readCsv } from './csv.js';
import { FileFailure } from './failure.js';
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
import { Misplaced, type Place } from './values-file.js';
import { nodeAt } from './written-request.js';
import { parseYaml } from './yaml-document.js';

/** The rows of a file. */
export interface WrittenRows {
  /** Those that can be read, in the order of the file; `number` counts from 1, with those that cannot. */
  readonly rows: readonly (WrittenRow & { readonly number: number })[];
  /** What a whole request body says beside its rows: `template_id`, `send` and so on. */
  readonly around: Readonly<Record<string, unknown>>;
  readonly mistakes: readonly Misplaced[];
  /** Columns that the mapping leaves out. */
  readonly unused: readonly string[];
}

type Numbered = WrittenRows['rows'][number];

const limit = 32 * 1024 * 1024;

/**
 * Reads `--rows`: CSV (`.csv`), one JSON object a line (`.ndjson`, `.jsonl`), else YAML or JSON with a list of rows or a
 * whole request body; `-` is stdin. A row is `{ recipients, values, title }`, or has columns such as `Tenant.email`, or
 * those that `mapping` names. Throws FileFailure when there is no such file, or no row in it can be read at all.
 */
export async function readRows(
  files: Files,
  path: string,
  mapping: readonly RowColumn[] | null = null,
): Promise<WrittenRows> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  try {
    if (/\.csv$/i.test(path)) return csvRows(text, mapping);
    if (/\.(ndjson|jsonl)$/i.test(path) || (path === '-' && areLines(text))) return lineRows(text, mapping);
    return documentRows(text, mapping);
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    return { rows: [], around: {}, mistakes: [error], unused: [] };
  }
}

/** The rows of `envelope batch` as a request body: the first mistake is a failure. Throws FileFailure. */
export async function readRowsFile(files: Files, path: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.csv$/i.test(path)) {
    const body = await readStructured(files, path);
    if (Array.isArray(body)) return { rows: body };
    if (isObject(body)) return body;
    throw noRows(path);
  }
  const { rows, mistakes } = await readRows(files, path);
  const [first] = mistakes;
  if (first !== undefined) throw misplaced(path, first);
  return { rows: rows.map(({ row }) => row) };
}

/** A mistake of a file as a failure that names its place. */
const misplaced = (path: string, { line, column, message }: Misplaced): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path}:${line}:${column}: ${message}.`, {
    code: 'file_invalid',
    hint: `Correct line ${line}, column ${column}, and run the command again; nothing was sent.`,
  });

const noRows = (path: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} holds no rows.`, {
    code: 'file_invalid',
    hint: 'Write a list of rows, each with `recipients` and perhaps `values`, or a CSV file.',
  });

/** Several lines, an object on each. */
const areLines = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line));
};

function csvRows(text: string, mapping: readonly RowColumn[] | null): WrittenRows {
  const { names, rows } = readCsv(text);
  const placeOf = (name: string): Place => ({ line: 1, column: Math.max(1, names.indexOf(name) + 1) });
  const columns = mapping === null ? columnsByName(names, placeOf) : checked(mapping, names);
  const read = numbered(rows, (row) =>
    rowOf(columns, {
      at: { line: row.line, column: 1 },
      cell: row.cell,
      placeOf: (name) => ({ line: row.line, column: Math.max(1, row.columnOf(name)) }),
    }),
  );
  return { ...read, around: {}, unused: mapping === null ? [] : leftOut(mapping, names) };
}

/** Every column that a mapping names has to be there. */
function checked(mapping: readonly RowColumn[], names: readonly string[]): readonly RowColumn[] {
  for (const { from, target } of mapping) {
    if (!('column' in from) || names.includes(from.column)) continue;
    const missing = `there is no column \`${from.column}\`, which the mapping names`;
    // A column whose own name reads like an address may stand on the wrong side.
    const other = targetName(target);
    const turned = names.includes(other) && columnTarget(from.column) !== null;
    const hint = turned ? `; the column comes last, so write \`${from.column}: ${other}\`` : '';
    throw new Misplaced(1, 1, `${missing}${hint}`);
  }
  return mapping;
}

function leftOut(mapping: readonly RowColumn[], names: readonly string[]): readonly string[] {
  const used = new Set(mapping.flatMap(({ from }) => ('column' in from ? [from.column] : [])));
  return names.filter((name) => !used.has(name));
}

function lineRows(text: string, mapping: readonly RowColumn[] | null): WrittenRows {
  const lines = text.split('\n').map((line, index) => ({ line, at: index + 1 }));
  const read = numbered(
    lines.filter(({ line }) => line.trim() !== ''),
    ({ line, at }) => {
      const { root, value, placeOf, placeOfNode } = misplacedAt(at, () => parsed(line));
      const here = ({ column }: Place): Place => ({ line: at, column });
      const ofNode = (node: unknown): Place => here(placeOfNode(node));
      return readRow(root, value, mapping, { of: (path) => here(placeOf(path)), ofNode });
    },
  );
  return { ...read, around: {}, unused: [] };
}

/** A mistake in one line of many stands in that line. */
function misplacedAt<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Misplaced ? new Misplaced(line, error.column, error.message) : error;
  }
}

function documentRows(text: string, mapping: readonly RowColumn[] | null): WrittenRows {
  const { root, value, placeOf, placeOfNode } = parsed(text);
  const list = isSeq(root) ? root : isMap(root) ? root.get('rows', true) : null;
  if (!isSeq(list)) throw new Misplaced(1, 1, 'the file holds no list of rows');
  const { rows: values = value, ...around } = isMap(root) ? (value as { readonly rows?: unknown }) : {};
  const items = (Array.isArray(values) ? (values as readonly unknown[]) : []).map((row, index) => ({ row, index }));
  const read = numbered(items, ({ row, index }) => {
    const start = isSeq(root) ? `[${index}]` : `rows[${index}]`;
    const of = (path: string): Place => placeOf(path === '' ? start : `${start}.${path}`);
    return readRow(list.items[index], row, mapping, { of, ofNode: placeOfNode });
  });
  return { ...read, around, unused: [] };
}

interface Parsed {
  readonly root: unknown;
  readonly value: unknown;
  placeOf(path: string): Place;
  placeOfNode(node: unknown): Place;
}

function parsed(text: string): Parsed {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, column } = at(error.pos[0]);
    throw new Misplaced(line, column, error.message.replace(/\.$/, ''));
  }
  const root: unknown = document.contents;
  const placeOfNode = (node: unknown): Place => at((node as Node | null)?.range?.[0] ?? 0);
  try {
    return { root, value: requestOf(document), placeOf: (path) => placeOfNode(nodeAt(root, path)), placeOfNode };
  } catch {
    throw new Misplaced(1, 1, 'the file uses too many aliases');
  }
}

interface RowPlaces {
  of(path: string): Place;
  ofNode(node: unknown): Place;
}

/** A row in the service's own words, or a record whose names are columns. */
function readRow(node: unknown, value: unknown, mapping: readonly RowColumn[] | null, places: RowPlaces): WrittenRow {
  const at = places.of('');
  if (!isObject(value)) throw new Misplaced(at.line, at.column, 'a row is an object');
  if ('recipients' in value && mapping === null) return { row: value, at, placeOf: places.of };
  // A name may hold dots, so it cannot be a path.
  const nodes = new Map(
    (isMap(node) ? node.items : []).map(({ key, value: part }) => [isScalar(key) ? String(key.value) : '', part]),
  );
  const record: RowRecord = {
    at,
    cell: (name) => cellOf(value[name], name, at),
    placeOf: (name) => (nodes.has(name) ? places.ofNode(nodes.get(name)) : at),
  };
  return rowOf(mapping ?? columnsByName(Object.keys(value), record.placeOf), record);
}

function cellOf(value: unknown, name: string, at: Place): string | boolean {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  throw new Misplaced(at.line, at.column, `\`${name}\` is no text`);
}

/** Keeps the mistakes of each row apart, so that one does not hide the others. */
function numbered<T>(
  items: readonly T[],
  read: (item: T) => WrittenRow,
): { readonly rows: readonly Numbered[]; readonly mistakes: readonly Misplaced[] } {
  const rows: Numbered[] = [];
  const mistakes: Misplaced[] = [];
  items.forEach((item, index) => {
    try {
      rows.push({ ...read(item), number: index + 1 });
    } catch (error) {
      if (!(error instanceof Misplaced)) throw error;
      mistakes.push(error);
    }
  });
  return { rows, mistakes };
}
