import { mkdtempSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type System, systemOf } from '../../platform/system/system.js';

const prefix = 'esign-emulator-';
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

function removeLeft(): void {
  for (const each of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), each);
    try {
      if (Date.now() - statSync(folder).mtimeMs < opening) continue;
      // Of an emulator that runs, this throws, and nothing of it is touched.
      unlinkSync(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}
