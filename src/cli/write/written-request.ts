import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { isCsv } from '../files/file-kind.js';
import type { Files } from '../files/files.js';
import type { WrittenRows } from '../files/rows-file.js';
import { requestOf } from '../files/structured-file.js';
import { Misplaced, type Place } from '../../core/platform/misplaced.js';
import { readValues, readValuesText } from '../files/values-file.js';
import { parsePlaced } from '../../core/platform/yaml-document.js';

/** Values or a whole request from a file, for validation with positions. */
export interface WrittenFile {
  readonly holds: 'values' | 'request';
  /** The unchecked request body; for a file of values, one with `values` only. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether a row, or the body for null, is as people write it, and not in the service's own words. */
  hasCells(row: number | null): boolean;
  /** The columns of a file of rows with a header. */
  readonly columns?: {
    /** How many rows it has, with the unreadable ones. */
    readonly total: number;
    readonly headOf: NonNullable<WrittenRows['headOf']>;
    /** The cell of a property such as `rows[0].title`; null for one without a cell. */
    cellOf(path: string): ReturnType<WrittenRows['rows'][number]['cellOf']>;
  };
  /** Errors of the parser. */
  readonly mistakes: readonly Misplaced[];
  /** The position of a property such as `values[3].key`; that of its parent if it is missing. */
  placeOf(path: string): Place | null;
}

/**
 * Reads a file of values like `--values-file`, or a request body like `--input`, detected by content: a map with
 * `template_id`, or with a list of `recipients`, `values` or `rows`, is a request. Throws FileFailure when the file is
 * missing, larger than 8 MiB or not UTF-8.
 */
export async function readWritten(files: Files, path: string): Promise<WrittenFile> {
  const text = await readValuesText(files, path);
  if (isCsv(path, text)) return ofValues(text, path);
  const { document, placeOf: placeOfNode } = parsePlaced(text);
  const root = document.contents;
  if (document.errors.length > 0 || !holdsRequest(root)) return ofValues(text, path);
  const placeOf = (property: string): Place => placeOfNode(nodeAt(root, property));
  const request = { holds: 'request', hasCells: () => false, placeOf } as const;
  try {
    return { ...request, body: requestOf(document) as WrittenFile['body'], mistakes: [] };
  } catch {
    // See `requestOf`.
    return { ...request, body: {}, mistakes: [new Misplaced(1, 1, 'the file uses too many aliases')] };
  }
}

async function ofValues(text: string, path: string): Promise<WrittenFile> {
  const { values, mistakes } = await readValues(text, path);
  return {
    holds: 'values',
    hasCells: () => true,
    body: { values: values.map(({ request }) => request) },
    mistakes,
    placeOf: (property) => {
      const [, index, part] = /^values\[(\d+)\](?:\.(\w+))?/.exec(property) ?? [];
      const at = values[Number(index ?? -1)]?.at;
      if (at === undefined) return null;
      return part === 'subject' || part === 'value' || part === 'locked' ? at[part] : at.key;
    },
  };
}

function holdsRequest(root: unknown): boolean {
  if (!isMap(root)) return false;
  return (
    ['recipients', 'values', 'rows'].some((name) => isSeq(root.get(name, true))) ||
    isScalar(root.get('template_id', true))
  );
}

/** The node of a property, or its nearest parent. */
export function nodeAt(root: unknown, path: string): Node | null {
  let node = root as Node | null;
  for (const key of path.match(/[^.[\]]+/g) ?? []) {
    const next: unknown = isMap(node)
      ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
      : isSeq(node)
        ? node.items[Number(key)]
        : undefined;
    if (next === undefined || next === null) return node;
    const { key: name, value } = next as { readonly key?: unknown; readonly value?: unknown };
    node = (isMap(node) ? (value ?? name) : next) as Node | null;
  }
  return node;
}
