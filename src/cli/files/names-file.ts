import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Rename } from '../../contract/operations/templates.js';
import { located, readCsv } from './csv.js';
import type { Files } from './files.js';
import { readId } from '../flags/identifier.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { parsePlaced } from '../../core/platform/yaml-document.js';
import { restoreHidden } from '../../core/platform/visible-text.js';
import { FileFailure } from '../failure/failure.js';

/** The new names of one field; a missing name stays, and null removes it. */
export type FieldRename = Rename & { readonly id: string };

const limit = 8 * 1024 * 1024;
const names = ['data_key', 'label', 'subject'] as const;
/** Informational columns of `template fields --csv`. */
const ignored = ['type', 'role', 'page', 'required'];

type Locate = (node: unknown, message: string) => Misplaced;

/**
 * Reads field names for a bulk rename: YAML or JSON, either `<field id>: { data_key, label, subject }` or a list of
 * entries with an `id`; or CSV with the columns `id,subject,data_key,label`, where an empty cell keeps a name, or
 * removes it with `emptyRemoves`. Throws FileFailure with file, line and column.
 */
export async function readNamesFile(
  files: Files,
  path: string,
  { emptyRemoves = false }: { readonly emptyRemoves?: boolean } = {},
): Promise<FieldRename[]> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  return located(path, () => (/\.csv$/i.test(path) ? fromCsv(text, emptyRemoves) : fromYaml(text)));
}

function fromCsv(text: string, emptyRemoves: boolean): FieldRename[] {
  const table = readCsv(text);
  table.names.forEach((name, index) => {
    if (![...names, ...ignored, 'id'].includes(name)) {
      throw new Misplaced(table.headLine, index + 1, `unknown column \`${name}\`; use id, subject, data_key, label`);
    }
  });
  if (!table.names.includes('id')) throw new Misplaced(table.headLine, 1, 'missing column `id`');
  return table.rows.flatMap((row) => {
    const cell = row.cell('id').trim();
    const id = readId(cell);
    if (id === null) throw new Misplaced(row.line, row.columnOf('id'), `invalid field ID \`${cell}\``);
    const columns = names.filter((name) => table.names.includes(name));
    const given = columns.map(
      (name) => [name, restoreHidden(row.cell(name).replace(/^'(?=[=+@-])/, '')).trim()] as const,
    );
    const rename = Object.fromEntries(
      emptyRemoves
        ? given.map(([name, value]) => [name, value === '' ? null : value])
        : given.filter(([, value]) => value !== ''),
    );
    return Object.keys(rename).length === 0 ? [] : [{ id, ...rename }];
  });
}

function fromYaml(text: string): FieldRename[] {
  const { document, errors, at: place } = parsePlaced(text);
  const [error] = errors;
  if (error !== undefined) throw error;
  const root = document.contents;
  if (isSeq(root)) return root.items.map((item) => entry(item, null, item, place));
  if (isMap(root)) return root.items.map((pair) => entry(pair.value, textOf(pair.key), pair.key, place));
  throw place(root, 'the file contains no names; write field IDs with their data_key, label and subject');
}

function entry(node: unknown, key: string | null, where: unknown, place: Locate): FieldRename {
  if (!isMap(node)) throw place(where, 'write names as `{ data_key, label, subject }`');
  const rename: Record<string, string | null> = {};
  let id = key;
  for (const pair of node.items) {
    const name = textOf(pair.key) ?? '';
    const known = (names as readonly string[]).includes(name);
    if (!known && !(name === 'id' && key === null)) throw place(pair.key, `unknown property \`${name}\``);
    const value = valueOf(pair.value, place);
    if (name === 'id') id = value;
    else rename[name] = value;
  }
  if (id === null) throw place(where, 'missing `id`');
  const read = readId(id);
  if (read === null) throw place(where, `invalid field ID \`${id}\``);
  if (Object.keys(rename).length === 0) throw place(where, 'this field has no new name');
  return { id: read, ...rename };
}

function valueOf(node: unknown, place: Locate): string | null {
  if (node === null || (isScalar(node) && node.value === null)) return null;
  const text = isAlias(node) ? null : textOf(node);
  if (text === null) throw place(node, 'a name must be a string, or null to remove it');
  return text;
}

const textOf = (node: unknown): string | null => {
  if (!isScalar(node)) return null;
  return typeof node.value === 'string' ? node.value.trim() : (node.source ?? String(node.value));
};

/** What the output of `template pull` has, and no other file for an envelope. */
export const namesProperties = ['version', 'template', 'base'] as const;

/** The refusal of a names file where `wanted` is read, such as `values`. */
export const namesFile = (path: string, wanted: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} contains the names of a template, not ${wanted}.`, {
    code: 'file_invalid',
    hint: `Compare names with the service with: esign template diff ${path}`,
  });
