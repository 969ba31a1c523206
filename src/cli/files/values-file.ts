import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { Misplaced, type Place } from '../../core/platform/misplaced.js';
import { located } from './csv.js';
import { isCsv } from './file-kind.js';
import type { Files } from './files.js';

const limit = 8 * 1024 * 1024;

/** A value and the positions of its parts; a missing part has the position of the whole value. */
export interface PlacedValue {
  readonly request: ValueRequest;
  readonly at: { readonly subject: Place; readonly key: Place; readonly value: Place; readonly locked: Place };
}

/** The content of a values file: the readable values, and every error. */
export interface ReadValues {
  readonly values: readonly PlacedValue[];
  readonly mistakes: readonly Misplaced[];
}

/**
 * Reads `--values-file`: YAML, JSON or CSV, by file extension, or for stdin, `-`, by content. YAML and JSON contain
 * either a list of `{ subject, key, value, locked }` or a tree `subject: { key: value }`, in which a full address is
 * also allowed as a name (`tenant.person.full_name: …`, `.key: …` for the signer's own). CSV has the header
 * `subject,key,value,locked`. Throws FileFailure with file, line and column of the first error.
 */
export async function readPlacedValues(files: Files, path: string): Promise<readonly PlacedValue[]> {
  const { values, mistakes } = await readValues(await readValuesText(files, path), path);
  const [first] = mistakes;
  const refused = (): typeof values => {
    if (first !== undefined) throw first;
    return values;
  };
  return located(path, refused, 'values_file_invalid');
}

/** The text of a file of values or of a request. Throws FileFailure when it cannot be read or is larger than 8 MiB. */
export const readValuesText = async (files: Files, path: string): Promise<string> =>
  (await files.readText(path, { limit })).replace(/^\uFEFF/, '');

/**
 * The values in a text with every error; the format follows from the extension of `path`, or for stdin from the text.
 */
export async function readValues(text: string, path: string): Promise<ReadValues> {
  if (isCsv(path, text)) return (await import('./values-csv.js')).readCsvValues(text);
  return (await import('./values-yaml.js')).readYamlValues(text);
}

/** Collects the errors of each item, so that one does not hide the others. */
export function readEach<T>(
  items: readonly T[],
  read: (item: T, mistakes: Misplaced[]) => readonly PlacedValue[],
): ReadValues {
  const values: PlacedValue[] = [];
  const mistakes: Misplaced[] = [];
  for (const item of items) {
    try {
      values.push(...read(item, mistakes));
    } catch (error) {
      if (!(error instanceof Misplaced)) throw error;
      mistakes.push(error);
    }
  }
  return { values, mistakes };
}
