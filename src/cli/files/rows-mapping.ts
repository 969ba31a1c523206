import { isMap, isScalar } from 'yaml';
import { located } from './csv.js';
import type { Files } from './files.js';
import { columnTarget, type RowColumn } from './rows-columns.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { parsePlaced } from '../../core/platform/yaml-document.js';

const limit = 1024 * 1024;

/**
 * Reads `--mapping`: YAML or JSON that maps each part of a row (`title`, `Tenant.email`, `tenant.person.full_name`) to
 * its column, or to `{ value: … }` for a constant; `{ column: …, locked: true }` locks a value. Throws FileFailure with
 * file, line and column.
 */
export async function readMapping(files: Files, path: string): Promise<readonly RowColumn[]> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  return located(path, () => mappingIn(text));
}

function mappingIn(text: string): readonly RowColumn[] {
  const { document, errors, at: mistake } = parsePlaced(text);
  const [error] = errors;
  if (error !== undefined) throw new Misplaced(error.line, error.column, 'invalid YAML');
  const root = document.contents;
  if (!isMap(root)) throw new Misplaced(1, 1, 'a mapping contains lines such as `Tenant.email: E-mail of the tenant`');
  const columns = root.items.map(({ key, value }): RowColumn => {
    const name = isScalar(key) ? String(key.source ?? key.value).trim() : '';
    const target = columnTarget(name);
    const source = readSource(value);
    if (target === null) {
      const neither = `\`${name}\` is neither a recipient (Tenant.name) nor an address (tenant.person.full_name)`;
      throw mistake(key, `${neither}${otherWayRound(name, source)}`);
    }
    if (source === null) throw mistake(key, `\`${name}\` requires the name of a column, or \`{ value: … }\``);
    if (source.locked === true && target.kind !== 'value') throw mistake(key, 'only a value can be locked');
    return { target, ...source };
  });
  if (!columns.some(({ target }) => target.kind === 'recipient')) {
    throw new Misplaced(1, 1, 'no line is for a recipient; add `Tenant.name` and `Tenant.email`');
  }
  return columns;
}

/** The reverse order, "this column is that", is a common mistake. */
function otherWayRound(name: string, source: Omit<RowColumn, 'target'> | null): string {
  if (name === '' || source === null || !('column' in source.from) || columnTarget(source.from.column) === null)
    return '';
  return `; the column comes last, so write \`${source.from.column}: ${name}\``;
}

function readSource(value: unknown): Omit<RowColumn, 'target'> | null {
  if (isScalar(value)) return value.value === null ? null : { from: { column: textOf(value) } };
  if (!isMap(value)) return null;
  const names = value.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  if (names.some((name) => !['column', 'value', 'locked'].includes(name))) return null;
  const part = (name: string): unknown => value.get(name, true);
  const [column, constant, locked] = [part('column'), part('value'), part('locked')];
  if (isScalar(locked) && typeof locked.value !== 'boolean') return null;
  const lock = isScalar(locked) && locked.value === true ? { locked: true } : {};
  if (isScalar(column) && constant === undefined) return { from: { column: textOf(column) }, ...lock };
  if (isScalar(constant) && column === undefined) return { from: { text: textOf(constant) }, ...lock };
  return null;
}

/** As written: a bare `0821234567` is text. */
const textOf = (scalar: { readonly source?: string; readonly value: unknown }): string =>
  typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));
