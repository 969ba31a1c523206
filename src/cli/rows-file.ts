import type { RecipientRequest, ValueRequest } from '../contract/operations/envelopes.js';
import { type CsvRow, located, readCsv } from './csv.js';
import { FileFailure } from './failure.js';
import type { Files } from './files.js';
import { readStructured } from './structured-file.js';
import { Misplaced } from './values-file.js';

/** One row of a batch as it is asked for. */
export interface BatchRow {
  readonly title?: string;
  readonly recipients: readonly RecipientRequest[];
  readonly values?: readonly ValueRequest[];
}

const limit = 32 * 1024 * 1024;
const properties = ['name', 'email', 'job_title', 'company', 'embedded', 'external_ref', 'standing_authorisation_id'];

/**
 * Reads the rows of a batch. CSV has columns `Role.name`, `Role.email` and so on, in routing order, `title`, and for
 * values their addresses (`tenant.person.full_name`, `.key`); an empty cell gives none. YAML and JSON hold a list of rows
 * or a whole request body. Throws FileFailure that names file, line and column.
 */
export async function readRowsFile(files: Files, path: string): Promise<Readonly<Record<string, unknown>>> {
  if (/\.csv$/i.test(path)) {
    const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
    return { rows: located(path, () => fromCsv(text)) };
  }
  const body = await readStructured(files, path);
  if (Array.isArray(body)) return { rows: body };
  if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>;
  throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} holds no rows.`, {
    code: 'file_invalid',
    hint: 'Write a list of rows, each with `recipients` and perhaps `values`, or a CSV file.',
  });
}

type Column =
  | { readonly kind: 'title' }
  | { readonly kind: 'recipient'; readonly role: string; readonly property: string }
  | { readonly kind: 'value'; readonly subject: string | null; readonly key: string };

function fromCsv(file: string): BatchRow[] {
  const table = readCsv(file);
  const columns = table.names.map((name, index) => [name, readColumn(name, index)] as const);
  const roles = [...new Set(columns.flatMap(([, column]) => (column.kind === 'recipient' ? [column.role] : [])))];
  if (roles.length === 0)
    throw new Misplaced(1, 1, 'no column names a recipient; write `Tenant.name` and `Tenant.email`');
  return table.rows.map((row) => {
    const cells = columns
      .map(([name, column]) => [column, row.cell(name).trim()] as const)
      .filter(([, text]) => text !== '');
    const values = cells.flatMap(([column, value]) =>
      column.kind === 'value' ? [{ subject: column.subject, key: column.key, value }] : [],
    );
    const title = cells.find(([column]) => column.kind === 'title')?.[1];
    return {
      ...(title === undefined ? {} : { title }),
      recipients: roles.flatMap((role) => readRecipient(role, row)),
      ...(values.length === 0 ? {} : { values }),
    };
  });
}

/** The first dot ends the role or the subject; what follows tells them apart, since a data key holds a dot itself. */
function readColumn(name: string, index: number): Column {
  if (name === 'title') return { kind: 'title' };
  const dot = name.indexOf('.');
  const rest = name.slice(dot + 1).trim();
  if (dot === -1 || rest === '') {
    throw new Misplaced(
      1,
      index + 1,
      `\`${name}\` is neither a recipient (Tenant.name) nor an address (tenant.person.full_name)`,
    );
  }
  const head = name.slice(0, dot).trim();
  if (head !== '' && properties.includes(rest)) return { kind: 'recipient', role: head, property: rest };
  return { kind: 'value', subject: head === '' ? null : head, key: rest };
}

/** A role whose cells are all empty has nobody in this row. */
function readRecipient(role: string, row: CsvRow): RecipientRequest[] {
  const cells = properties
    .map((name) => [name, row.cell(`${role}.${name}`).trim()] as const)
    .filter(([, text]) => text !== '');
  if (cells.length === 0) return [];
  const given = new Map(cells);
  for (const name of ['name', 'email']) {
    if (!given.has(name)) {
      throw new Misplaced(row.line, Math.max(1, row.columnOf(`${role}.${name}`)), `${role} has no ${name}`);
    }
  }
  const embedded = given.get('embedded');
  if (embedded !== undefined && embedded !== 'true' && embedded !== 'false') {
    throw new Misplaced(
      row.line,
      row.columnOf(`${role}.embedded`),
      `\`embedded\` is true or false, and \`${embedded}\` is neither`,
    );
  }
  const texts = Object.fromEntries([...given].filter(([name]) => name !== 'embedded'));
  return [
    { role, name: '', email: '', ...texts, ...(embedded === undefined ? {} : { embedded: embedded === 'true' }) },
  ];
}
