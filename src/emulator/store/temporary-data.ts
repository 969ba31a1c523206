import { closeSync, lstatSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type System, systemOf } from '../../core/platform/system/system.js';
import { LibsqlDatabase } from './database.js';

const prefix = 'esign-emulator-';
const made = /^esign-emulator-[A-Za-z0-9]{6}$/;
const name = 'emulator.db';
/** Milliseconds; a folder is made that long before its file is open, at the most. */
const opening = 60_000;

export interface TemporaryData {
  readonly path: string;
  /** Removes it after the store is closed. */
  discard(): void;
}

/**
 * A data file that nobody needs once it is closed. Windows keeps a file while it is open, and the driver has it open
 * until its statements are collected: what stays then is removed by the next one.
 */
export function makeTemporaryData({ keepsOpenFiles }: Pick<System, 'keepsOpenFiles'> = systemOf()): TemporaryData {
  if (keepsOpenFiles) removeLeft();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  return {
    path: join(folder, name),
    discard() {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch (error) {
        if (!keepsOpenFiles) throw error;
      }
    },
  };
}

/** Folders as this file makes them, and in them the data alone: others write to the folder of temporary files too. */
function removeLeft(): void {
  for (const each of readdirSync(tmpdir()).filter((entry) => made.test(entry))) {
    const folder = join(tmpdir(), each);
    try {
      const facts = lstatSync(folder);
      if (!facts.isDirectory() || Date.now() - facts.mtimeMs < opening) continue;
      // Of an emulator that runs, this throws, and nothing of it is touched.
      unlinkSync(join(folder, name));
      for (const beside of ['-wal', '-shm']) rmSync(join(folder, `${name}${beside}`), { force: true });
      rmdirSync(folder);
    } catch {
      // In use, or of another user: it is left to a later start.
      continue;
    }
  }
}

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
