import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** The system's own word for what it refused: `ENOSPC`, `EACCES` …; undefined for any other failure. */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/**
 * Writes a file of this program's own, for its owner alone (0600): whole and on the disk, or not at all, and then nothing
 * is left beside it. Its folder has to be there. Throws what the system says.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A new file's name must reach the disk as well; not every system lets a folder be synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
