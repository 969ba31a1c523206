import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder, systemCode } from '../platform/durable-file.js';

/** Milliseconds. A change takes a few, also on a busy machine: an older lock was left by a process that ended. */
const staleMs = 15_000;
const betweenMs = 15;

/**
 * Changes a settings file while no other process does: it is read, changed and written as a whole, so that of two
 * changes at once the first would be lost. `folder` is created if needed. Where no lock can be written, the change
 * itself says why. Throws what `change` throws.
 */
export async function exclusively<Result>(folder: string, change: () => Promise<Result>): Promise<Result> {
  const path = join(folder, '.lock');
  const isLocked = await lock(folder, path);
  try {
    return await change();
  } finally {
    if (isLocked) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function lock(folder: string, path: string): Promise<boolean> {
  try {
    await makeFolder(folder, 0o700);
    for (;;) {
      const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
        if (systemCode(error) === 'EEXIST') return null;
        throw error;
      });
      if (file !== null) {
        await file.close();
        return true;
      }
      const held = await stat(path).catch(() => null);
      if (held === null) continue;
      if (Math.abs(Date.now() - held.mtimeMs) > staleMs) await setAside(path);
      else await pause(betweenMs);
    }
  } catch {
    // A folder that takes no file: the change goes on without a lock, and says itself what it cannot write.
    return false;
  }
}

/** Renamed first: of two processes that find it, only one has it. */
async function setAside(path: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  await rm(aside, { force: true });
}
