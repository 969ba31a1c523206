import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LibsqlDatabase } from './database.js';

/** A private database beside the data file, for a copy of it or for what may replace its content. */
export interface ScratchFile {
  readonly path: string;
  /** Opens it, without any regard to a crash: then the file is of no use. */
  open(): LibsqlDatabase;
  /** Deletes it. May be called again. */
  discard(): void;
}

const ending = '.scratch';
const settings = [
  'locking_mode = EXCLUSIVE',
  'journal_mode = OFF',
  'synchronous = OFF',
  'foreign_keys = OFF',
  'temp_store = FILE',
];

/** Creates an empty one with mode 0600. */
export function createScratch(dataFile: string): ScratchFile {
  const path = `${dataFile}-${randomBytes(6).toString('hex')}${ending}`;
  closeSync(openSync(path, 'wx', 0o600));
  let database: LibsqlDatabase | undefined;
  return {
    path,
    open: () => (database ??= new LibsqlDatabase(path, settings)),
    discard() {
      database?.close();
      remove(path);
    },
  };
}

/** Deletes what a kill left behind; only while this process owns the data file. */
export function removeScratches(dataFile: string): void {
  const folder = dirname(dataFile);
  const ours = (name: string): boolean =>
    name.startsWith(`${basename(dataFile)}-`) &&
    /^[0-9a-f]{12}\.scratch$/.test(name.slice(basename(dataFile).length + 1));
  for (const name of readdirSync(folder).filter(ours)) remove(join(folder, name));
}

/** Windows may still have it open for a moment; the next start removes what stays. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The data is complete without it.
  }
}
