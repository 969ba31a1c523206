import { type Document, isPair, isScalar, visit } from 'yaml';
import { FileFailure } from '../failure/failure.js';
import type { Files } from './files.js';
import { parsePlaced } from '../../core/platform/yaml-document.js';

const limit = 96 * 1024 * 1024;

/** Numeric properties of request bodies; all other bare numbers stay text. */
const numeric = new Set(['x', 'y', 'w', 'h', 'document', 'page']);

/**
 * Reads a request body from YAML or JSON; `-` is stdin. `8500.00` and `0821234567` stay as written, because all values
 * of the service are text. Throws FileFailure with file, line and column.
 */
export async function readStructured(files: Files, path: string): Promise<unknown> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  const { document, errors } = parsePlaced(text);
  const [error] = errors;
  if (error !== undefined) throw broken(path, `:${error.line}:${error.column}: ${error.message}.`);
  try {
    return requestOf(document);
  } catch {
    // The document was parsed before; only its aliases can still be too many.
    throw broken(path, ' uses too many aliases.');
  }
}

/** The body of a parsed document; bare numbers stay text. Throws when aliases multiply. */
export function requestOf(document: Document): unknown {
  visit(document, {
    Scalar: (key, node, parents) => {
      if (typeof node.value !== 'number' || key === 'key') return;
      const pair = parents.findLast(isPair);
      const name = pair !== undefined && isScalar(pair.key) ? String(pair.key.value) : '';
      if (!numeric.has(name)) node.value = node.source ?? String(node.value);
    },
  });
  // A small file must not expand into gigabytes.
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}

const broken = (path: string, what: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path}${what}`, {
    code: 'file_invalid',
    hint: 'Correct the file and run the command again. Nothing was sent.',
  });
