import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type System, systemOf } from '../../core/platform/system/system.js';

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
      continue;
    }
  }
}
