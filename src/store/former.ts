import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderAtOnce, systemCode } from '../core/platform/durable-file.js';

/** The files and folders of earlier builds, which kept each kind of record in a form of its own. */
const names = [
  'envelopes',
  'envelopes.ndjson',
  'templates.ndjson',
  'requests',
  'deliveries',
  'rotations',
  'completed-rotations',
  'runs',
  'seen',
  'wizard',
];

/** Where it is kept from then on. */
const formerFolder = 'before-state-db';

/**
 * Moves what an earlier build recorded into a folder of its own, where nothing reads it. Returns where it is; null when
 * there is nothing. What cannot be moved stays.
 */
export function setFormerAside(folder: string): string | null {
  const there = names.filter((name) => existsSync(join(folder, name)));
  if (there.length === 0) return null;
  const aside = join(folder, formerFolder);
  try {
    makeFolderAtOnce(aside, 0o700);
    for (const name of there) renameSync(join(folder, name), join(aside, name));
    return aside;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return folder;
  }
}
