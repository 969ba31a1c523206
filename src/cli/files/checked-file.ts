import { isMap, isScalar, isSeq, LineCounter } from 'yaml';
import { csvForm, isCsv, isLines } from './file-kind.js';
import type { Files } from './files.js';
import { namesFile, namesProperties } from './names-file.js';
import { readRows, type WrittenRows } from './rows-file.js';
import { readWritten, type WrittenFile } from '../write/written-request.js';
import { parseYaml } from '../../core/platform/yaml-document.js';

const limit = 32 * 1024 * 1024;

/**
 * Reads a file for envelopes: values as for `--values-file`, a request as for `--input`, or rows as for `envelope
 * create --rows`, detected by content. An unreadable row is undefined in `rows`, so that the others keep their numbers.
 * Throws FileFailure when the file cannot be read, or contains names.
 */
export async function readChecked(files: Files, path: string): Promise<WrittenFile> {
  // Stdin can only be read once.
  const text = await files.readText(path, { limit });
  const same: Files = { ...files, readText: () => Promise.resolve(text) };
  if (areColumns(path, text) || isLines(path, text)) return ofRows(await readRows(same, path), null);
  const written = await readWritten(same, path);
  if (written.holds === 'request') {
    return Array.isArray(written.body['rows']) ? ofRows(await readRows(same, path), written) : written;
  }
  const kind = isCsv(path, text) ? null : kindOf(text);
  if (kind === 'names') throw namesFile(path, 'values');
  return kind === 'rows' ? ofRows(await readRows(same, path), null) : written;
}

/** CSV with columns for recipients or addresses, such as `Tenant.email`; CSV of values has a column `key`. */
function areColumns(path: string, text: string): boolean {
  if (!isCsv(path, text)) return false;
  const { delimiter, head } = csvForm(text);
  const names = head.split(delimiter).map((name) => name.replaceAll('"', '').trim());
  return names.some((name) => name.includes('.')) && !names.some((name) => name.toLowerCase() === 'key');
}

/** Other YAML or JSON: a list of rows, or the output of `template pull`. */
function kindOf(text: string): 'rows' | 'names' | null {
  const root: unknown = parseYaml(text, new LineCounter()).contents;
  if (isMap(root)) return namesProperties.every((name) => root.has(name)) ? 'names' : null;
  const first: unknown = isSeq(root) ? root.items[0] : null;
  if (!isMap(first) || first.has('key')) return null;
  const names = first.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  return names.some((name) => name === 'recipients' || name.includes('.')) ? 'rows' : null;
}

/** The body of a batch; properties other than rows are in `written`. */
function ofRows({ rows, mistakes, headOf }: WrittenRows, written: WrittenFile | null): WrittenFile {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const rowAt = (path: string) => {
    const [, index, rest = ''] = /^rows\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
    return { index, row: byNumber.get(Number(index) + 1), rest };
  };
  const cellOf = (path: string) => {
    const { row, rest } = rowAt(path);
    return row?.cellOf(rest) ?? null;
  };
  // One by one: this many arguments cannot be spread.
  const last = rows.reduce((max, { number }) => Math.max(max, number), 0);
  return {
    holds: 'request',
    body: { ...written?.body, rows: Array.from({ length: last }, (_, index) => byNumber.get(index + 1)?.row) },
    hasCells: (row) => row !== null && byNumber.get(row + 1)?.hasColumns === true,
    mistakes: [...(written?.mistakes ?? []), ...mistakes],
    ...(headOf === null ? {} : { columns: { total: rows.length + mistakes.length, headOf, cellOf } }),
    placeOf: (path) => {
      const { index, row, rest } = rowAt(path);
      return (index === undefined ? written?.placeOf(path) : row?.placeOf(rest)) ?? null;
    },
  };
}
