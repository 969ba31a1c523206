import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../core/platform/durable-file.js';

/** The paths in a folder whose names match; none if the folder is missing. Throws system errors. */
export async function pathsIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter((each) => name.test(each))
    .toSorted()
    .map((each) => join(folder, each));
}
