import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a folder and its folders whose names match, in order, without those of installed packages. */
export const filesUnder = (folder: string, name = /\.tsx?$/): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .toSorted();
