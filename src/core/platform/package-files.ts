import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from './json.js';
import { packageName } from './version.js';

/**
 * The place of a file that the build copies beside the program (fonts, SQL, the demo's form).
 * `path` is relative to `src`, with forward slashes; the same answer from the bundle and from the sources.
 */
export function assetPath(path: string): string {
  return join(packageRoot(), 'dist', 'assets', ...path.split('/'));
}

/** The place of a program file that the build writes, such as `document-worker.cjs`. */
export function builtPath(name: string): string {
  return join(packageRoot(), 'dist', name);
}

/** The folder of the installed program: the same from the bundle and from the sources. */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json of ${packageName} above ${start}`);
  }
}

function isOurs(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return isObject(parsed) && parsed['name'] === packageName;
}
