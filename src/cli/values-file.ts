import type { ValueRequest } from '../contract/operations/envelopes.js';
import { FileFailure } from './failure.js';
import type { Files } from './files.js';

const limit = 8 * 1024 * 1024;

/** A mistake in a values file, with where it is; line and column start at 1. */
export class Misplaced extends Error {
  override readonly name = 'Misplaced';
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, message: string) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * Reads `--values-file`: YAML, JSON or CSV, by the file's ending (stdin, `-`, is YAML or JSON). YAML and JSON hold either
 * a list of `{ subject, key, value, locked }` or a tree `subject: { key: value }`, where a whole address may also stand
 * as one name (`tenant.person.full_name: …`, `.key: …` for the signer's own). CSV has a head `subject,key,value,locked`.
 * Throws FileFailure that names file, line and column.
 */
export async function readValuesFile(files: Files, path: string): Promise<ValueRequest[]> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  try {
    if (/\.csv$/i.test(path)) return (await import('./values-csv.js')).readCsvValues(text);
    return (await import('./values-yaml.js')).readYamlValues(text);
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const where = `${path === '-' ? 'stdin' : path}:${error.line}:${error.column}`;
    throw new FileFailure('input', path, `${where}: ${error.message}.`, {
      code: 'values_file_invalid',
      hint: `Correct line ${error.line}, column ${error.column}, and run the command again; nothing was sent.`,
    });
  }
}
