import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderAtOnce } from '../platform/durable-file.js';

/** The files and folders of earlier builds, which kept each kind of record in a form of its own. */
const names = ['requests', 'envelopes', 'envelopes.ndjson', 'templates.ndjson'];

/** Where it is kept from then on. */
const formerFolder = 'before-state-db';

/**
 * Moves what an earlier build recorded into a folder of its own, where nothing reads it. Returns that folder; null
 * where there is nothing to move. Throws system errors.
 */
export function setFormerAside(folder: string): string | null {
  if (!existsSync(join(folder, 'requests', 'version'))) return null;
  const aside = join(folder, formerFolder);
  makeFolderAtOnce(aside, 0o700);
  for (const name of names) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  }
  return aside;
}
