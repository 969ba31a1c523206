import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { formulaErrorWords, isFormulaError } from '../../core/platform/formula-error.js';
import { readTick } from '../../core/platform/read-tick.js';
import { nearest } from '../../core/platform/nearest.js';
import { propertyName } from './csv.js';
import { splitAddress, writeAddress } from '../flags/value.js';
import { Misplaced, type Place } from '../../core/platform/misplaced.js';

/** An unchecked row of a file, and the positions of its parts. */
export interface WrittenRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly at: Place;
  /** A property of the row, such as `recipients[0].email`; the whole row if it has no position. */
  placeOf(path: string): Place;
  /** The cell that a property of the row was read from; null for a row that has no columns. */
  cellOf(path: string): WrittenCell | null;
  /** Whether it was written in columns, and not in the service's own words. */
  readonly hasColumns: boolean;
  /** The name of its first recipient; null without one. */
  readonly who: string | null;
}

/** A cell as it was written. */
interface WrittenCell {
  readonly column: string;
  readonly text: string;
}

/** One record of a file: a line of CSV, or an object without `recipients`. */
export interface RowRecord {
  readonly at: Place;
  /** The text of a column; empty without one. */
  cell(name: string): string | boolean;
  placeOf(name: string): Place;
}

export type ColumnTarget =
  | { readonly kind: 'title' }
  | { readonly kind: 'recipient'; readonly role: string; readonly property: string }
  | { readonly kind: 'value'; readonly subject: string | null; readonly key: string };

/** The source of a part of every row: a column, or a constant. */
export interface RowColumn {
  readonly target: ColumnTarget;
  readonly from: { readonly column: string } | { readonly text: string };
  readonly locked?: boolean;
}

const properties = ['name', 'email', 'job_title', 'company', 'embedded', 'external_ref', 'standing_authorisation_id'];

/**
 * The target of a column, by its name: `title`, `Tenant.email`, `tenant.person.full_name`, `.key`. The first dot ends
 * the role or the subject, and a dot inside is written `\.`; a data key may contain dots. Title and properties are read
 * in any case (`Tenant.E-mail`). Null for any other name.
 */
export function columnTarget(name: string): ColumnTarget | null {
  if (name.trim().toLowerCase() === 'title') return { kind: 'title' };
  const parts = splitAddress(name);
  const rest = parts?.rest.trim() ?? '';
  if (parts === null || rest === '') return null;
  const head = parts.head.trim();
  const property = propertyName(rest);
  if (head !== '' && properties.includes(property)) return { kind: 'recipient', role: head, property };
  return { kind: 'value', subject: head === '' ? null : head, key: rest };
}

/** The name that `columnTarget` parses. */
export function targetName(target: ColumnTarget): string {
  if (target.kind === 'title') return 'title';
  return target.kind === 'recipient'
    ? writeAddress({ subject: target.role, key: target.property })
    : writeAddress(target);
}

/** The columns of a file by convention. Throws Misplaced for an unknown name, and without a recipient. */
export function columnsByName(names: readonly string[], placeOf: (name: string) => Place): readonly RowColumn[] {
  const roles = new Map<string, string>();
  const columns = names.map((name) => {
    const target = columnTarget(name);
    if (target !== null) return { target: inOneSpelling(target, roles), from: { column: name } };
    const { line, column } = placeOf(name);
    const message = `unknown column \`${name}\`: use a recipient (Tenant.name) or an address (tenant.person.full_name)`;
    const near = nearName(name);
    throw new Misplaced(line, column, near === null ? message : `${message}. Did you mean "${near}"?`);
  });
  refuseTwice(columns, placeOf);
  if (!columns.some(({ target }) => target.kind === 'recipient')) {
    throw new Misplaced(1, 1, 'no column is for a recipient; add `Tenant.name` and `Tenant.email`');
  }
  return columns;
}

/** `Tenant email` and `Tenant_email` are nearly a column. */
function nearName(name: string): string | null {
  const words = name.slice(0, maxNameLength).split(/[\s_-]+/);
  for (const count of [1, 2, 3]) {
    const role = words.slice(0, -count).join(' ');
    const property = propertyName(words.slice(-count).join('_'));
    if (role !== '' && properties.includes(property)) return targetName({ kind: 'recipient', role, property });
  }
  return nearest(name, ['title']);
}

const maxNameLength = 200;

/** A role is spelled as in its first column. */
function inOneSpelling(target: ColumnTarget, roles: Map<string, string>): ColumnTarget {
  if (target.kind !== 'recipient') return target;
  const plain = target.role.toLowerCase();
  const role = roles.get(plain) ?? target.role;
  roles.set(plain, role);
  return { ...target, role };
}

/** Names that differ only in how they are written are one column. */
function refuseTwice(columns: readonly RowColumn[], placeOf: (name: string) => Place): void {
  const first = new Map<string, string>();
  for (const { target, from } of columns) {
    if (target.kind === 'value' || !('column' in from)) continue;
    const name = targetName(target);
    const earlier = first.get(name);
    first.set(name, from.column);
    if (earlier === undefined) continue;
    const { line, column } = placeOf(from.column);
    throw new Misplaced(line, column, `\`${from.column}\` is the same column as \`${earlier}\``);
  }
}

interface FilledCell {
  readonly column: RowColumn;
  readonly text: string | boolean;
}

/** The row of a record; an empty cell has no effect. Throws Misplaced for a recipient without name or email. */
export function rowOf(columns: readonly RowColumn[], record: RowRecord): WrittenRow {
  const filled = columns
    .map((column): FilledCell => ({ column, text: textOf(column, record) }))
    .filter(({ text }) => text !== '');
  const isName = ({ column: { target } }: FilledCell): boolean =>
    target.kind === 'recipient' && target.property === 'name';
  const name = filled.find(isName)?.text;
  const who = name === undefined ? null : String(name);
  for (const { column, text } of filled) {
    if (typeof text !== 'string' || !isFormulaError(text)) continue;
    const place = placeOfColumn(column, record);
    throw new Misplaced(place.line, place.column, formulaErrorWords(text), who);
  }
  const values = filled.flatMap(({ column, text }) => {
    const { target, locked } = column;
    if (target.kind !== 'value') return [];
    return [{ subject: target.subject, key: target.key, value: text, ...(locked === true ? { locked } : {}) }];
  });
  const title = filled.find(({ column }) => column.target.kind === 'title')?.text;
  const roles = rolesOf(filled);
  return {
    row: {
      ...(title === undefined ? {} : { title }),
      recipients: roles.map((role) => namedIn(who, () => recipientOf(role, columns, filled, record))),
      ...(values.length === 0 ? {} : { values }),
    },
    at: record.at,
    hasColumns: true,
    who,
    placeOf: (path) => {
      const cell = cellIn(path, filled, roles);
      return cell === undefined ? record.at : placeOfColumn(cell.column, record);
    },
    cellOf: (path) => {
      const cell = cellIn(path, filled, roles);
      if (cell === undefined || !('column' in cell.column.from)) return null;
      return { column: cell.column.from.column, text: String(cell.text) };
    },
  };
}

/** A mistake of a row says whose row it is. */
function namedIn<T>(who: string | null, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Misplaced ? new Misplaced(error.line, error.column, error.message, who) : error;
  }
}

const textOf = ({ from }: RowColumn, record: RowRecord): string | boolean => {
  const text = 'text' in from ? from.text : record.cell(from.column);
  return typeof text === 'string' ? text.trim() : text;
};

/** In routing order, which is column order. A role whose cells are all empty has no recipient. */
const rolesOf = (filled: readonly FilledCell[]): readonly string[] => [
  ...new Set(filled.flatMap(({ column: { target } }) => (target.kind === 'recipient' ? [target.role] : []))),
];

function recipientOf(
  role: string,
  columns: readonly RowColumn[],
  filled: readonly FilledCell[],
  record: RowRecord,
): RecipientRequest {
  const given = new Map(
    filled.flatMap(({ column: { target }, text }) =>
      target.kind === 'recipient' && target.role === role ? [[target.property, text] as const] : [],
    ),
  );
  const placeOf = (property: string): Place => {
    const column = columns.find(
      ({ target }) => target.kind === 'recipient' && target.role === role && target.property === property,
    );
    return column === undefined ? record.at : placeOfColumn(column, record);
  };
  for (const name of ['name', 'email']) {
    if (given.has(name)) continue;
    const { line, column } = placeOf(name);
    throw new Misplaced(line, column, `${role} has no ${name}${absentColumn(role, name, columns)}`);
  }
  if (/^mailto:/i.test(String(given.get('email')))) {
    const { line, column } = placeOf('email');
    throw new Misplaced(line, column, 'the email starts with `mailto:`; write the address alone');
  }
  const embedded = given.get('embedded');
  const isEmbedded = embedded === undefined ? undefined : readTick(String(embedded));
  if (isEmbedded === null) {
    const { line, column } = placeOf('embedded');
    throw new Misplaced(line, column, `invalid value \`${String(embedded)}\` for embedded; use true or false`);
  }
  const texts = Object.fromEntries([...given].filter(([name]) => name !== 'embedded'));
  const flag = isEmbedded === undefined ? {} : { embedded: isEmbedded };
  return { role, name: '', email: '', ...texts, ...flag };
}

/** What to do where no column is for a property of a recipient; empty where its cell is. */
function absentColumn(role: string, property: string, columns: readonly RowColumn[]): string {
  const ofRole = (target: ColumnTarget): string[] =>
    target.kind === 'value' && target.subject?.toLowerCase() === role.toLowerCase() ? [target.key] : [];
  const has = columns.some(
    ({ target }) => target.kind === 'recipient' && target.role === role && target.property === property,
  );
  if (has) return '';
  const near = nearest(
    property,
    columns.flatMap(({ target }) => ofRole(target)),
  );
  const wanted = targetName({ kind: 'recipient', role, property });
  return near === null ? `: add \`${wanted}\`` : `: did you mean "${wanted}" instead of "${role}.${near}"?`;
}

const placeOfColumn = ({ from }: RowColumn, record: RowRecord): Place =>
  'text' in from ? record.at : record.placeOf(from.column);

/** The cell of a property, or of the recipient that it belongs to. */
function cellIn(path: string, filled: readonly FilledCell[], roles: readonly string[]): FilledCell | undefined {
  const [, list, index, property] = /^(recipients|values)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  const role = roles[Number(index ?? -1)];
  const isOfRole = ({ column: { target } }: FilledCell): boolean => target.kind === 'recipient' && target.role === role;
  if (list === 'values') return filled.filter(({ column }) => column.target.kind === 'value')[Number(index)];
  if (list === undefined) return filled.find(({ column }) => column.target.kind === 'title' && path === 'title');
  const ofRole = filled.filter(isOfRole);
  return (
    ofRole.find(({ column: { target } }) => target.kind === 'recipient' && target.property === property) ?? ofRole[0]
  );
}
