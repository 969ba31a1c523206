import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderAtOnce, systemCode } from '../platform/durable-file.js';

/** The files and folders of earlier builds, which kept each kind of record in a form of its own. */
const names = ['envelopes', 'envelopes.ndjson', 'templates.ndjson', 'requests'];

/** Where it is kept from then on. */
const formerFolder = 'before-state-db';

/**
 * Moves what an earlier build recorded into a folder of its own, where nothing reads it. Returns where it is; null when
 * there is nothing. What cannot be moved stays.
 */
export function setFormerAside(folder: string): string | null {
  if (!existsSync(join(folder, 'requests', 'version'))) return null;
  const aside = join(folder, formerFolder);
  try {
    makeFolderAtOnce(aside, 0o700);
    for (const name of names) {
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
    }
    return aside;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return folder;
  }
}
