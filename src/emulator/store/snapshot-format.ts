import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import type { SqlValue } from '../../core/platform/sqlite.js';

/**
 * A snapshot is one JSON object in lines that can be compared: `format`, `schema` (the names of the migrations), `clock`,
 * `tables` (each table's rows as they were stored), `sequences` (the last number of each table), `files` (documents and other
 * bytes as lines of base64, by the SHA-256 of their content) and `sha256` (see SnapshotDigest). The first organisation,
 * its default brand and the emulator's URL are replaced by names, so that it fits every emulator; the two initial keys
 * are not included, so that their holders keep them.
 */
export const snapshotFormat = 'esign-emulator-snapshot/3';

export type Row = Readonly<Record<string, Cell>>;
/** Text with JSON is stored as that JSON, bytes with JSON or text as that JSON or text. */
type Cell =
  | string
  | number
  | null
  | { readonly json: unknown }
  | { readonly json_bytes: unknown }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly file: string };

/** Values that differ between emulators, and stand in a snapshot by their names. */
export interface Names {
  readonly organisation: string;
  readonly brand: string;
  readonly address: string;
}

export interface SnapshotPlace extends Names {
  /** The IDs of the two initial keys. */
  readonly keys: readonly string[];
}

/** A snapshot that cannot be restored; the message says why. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

/** The emulator's own tables, those of SQLite, and those of snapshots under way. */
const apart = new Set(['migrations', 'settings', 'sqlite_sequence', 'snapshot_files', 'snapshot_rows']);
/** Up to this many bytes are stored inline. */
const short = 64;

/** The tables that a snapshot contains, of all in a data file. */
export const ownTables = (names: readonly string[]): readonly string[] => names.filter((name) => !apart.has(name));

/** A row in the order of its names. `file` keeps bytes elsewhere, and returns their SHA-256; null keeps them inline. */
export function rowOf(
  row: Readonly<Record<string, SqlValue>>,
  file: ((column: string, bytes: Buffer) => string) | null,
): Row {
  const cells = Object.entries(row).map(([name, value]): [string, Cell] => [
    name,
    cellOf(value, file === null ? null : (bytes) => file(name, bytes)),
  ]);
  return Object.fromEntries(cells.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function cellOf(value: SqlValue, file: ((bytes: Buffer) => string) | null): Cell {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') {
    const json = jsonIn(value);
    return json === undefined ? value : { json };
  }
  if (value.length <= short) return { base64: value.toString('base64') };
  if (isUtf8(value) && !value.includes(0)) {
    const text = value.toString('utf8');
    const json = jsonIn(text);
    return json === undefined ? { text } : { json_bytes: json };
  }
  return file === null ? { base64: value.toString('base64') } : { file: file(value) };
}

/** JSON of several parts, if the text is exactly that JSON. */
function jsonIn(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return JSON.stringify(json) === text ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The stored values of a row; `file` finds bytes by their SHA-256. Throws SnapshotRefused. */
export function valuesOf(row: Row, file: (sha256: string) => Buffer): Readonly<Record<string, SqlValue>> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, valueOf(cell, file)]));
}

function valueOf(cell: Cell, file: (sha256: string) => Buffer): SqlValue {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  if (typeof cell !== 'object') throw new SnapshotRefused('a cell of the snapshot has no value');
  if ('json' in cell) return JSON.stringify(cell.json);
  if ('json_bytes' in cell) return Buffer.from(JSON.stringify(cell.json_bytes), 'utf8');
  if ('text' in cell) return Buffer.from(cell.text, 'utf8');
  return 'base64' in cell ? Buffer.from(cell.base64, 'base64') : file(cell.file);
}

export const refersToFiles = (row: Row): boolean =>
  Object.values(row).some((cell) => typeof cell === 'object' && cell !== null && 'file' in cell);

const [organisationName, brandName, addressName] = ['@@organisation@@', '@@brand@@', '@@address@@'];

/** IDs and URLs need no JSON escapes, so they can be searched as text. */
export const named = (json: string, { organisation, brand, address }: Names): string =>
  json.replaceAll(organisation, organisationName).replaceAll(brand, brandName).replaceAll(address, addressName);

export const unnamed = (json: string, { organisation, brand, address }: Names): string =>
  json.replaceAll(organisationName, organisation).replaceAll(brandName, brand).replaceAll(addressName, address);

/**
 * Shows damage: the SHA-256 over one line of compact JSON for each part, member by member. So a program may read a
 * snapshot as JSON and write it again, with other white space or with its members in another order.
 */
export class SnapshotDigest {
  readonly #members = new Map<string, Hash>();

  /** A part of a member, as its compact JSON. */
  add(member: string, ...json: readonly string[]): void {
    const hash = this.#members.get(member) ?? createHash('sha256');
    this.#members.set(member, hash.update(`${json.join(' ')}\n`));
  }

  end(): string {
    const all = createHash('sha256');
    const members = [...this.#members].toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const [member, hash] of members) all.update(`${member} ${hash.digest('hex')}\n`);
    return all.digest('hex');
  }
}
