import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from './json.js';

/** The system's own word for what it refused: `ENOSPC`, `EACCES` …; undefined for any other failure. */
export const systemCode = (error: unknown): string | undefined =>
  isObject(error) && 'code' in error ? String(error['code']) : undefined;

/** The system's reason as text; the code itself if it is unusual. */
export function reason(error: unknown): string {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'file or folder not found',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file size limit is reached',
    EROFS: 'the file system is read-only',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'the name is too long',
    ELOOP: 'too many symbolic links',
    EPIPE: 'the reading program has exited',
  };
  const code = systemCode(error);
  return code === undefined ? 'unknown problem' : (words[code] ?? code);
}

/**
 * Writes a file of this program's own, for its owner alone (0600): whole and on the disk, or not at all, and then
 * nothing is left beside it. Its folder has to be there. Throws what the system says.
 */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
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

/**
 * Makes a folder and those above it that are missing, all with `mode`; one that is there is left as it is. Each is
 * made by itself: Node's own way tries without end where a system says of a folder both that it is there and that it
 * is not, as it does below /proc. Throws what the system says.
 */
export function makeFolderAtOnce(path: string, mode = 0o777): void {
  const make = (): void => {
    try {
      mkdirSync(path, { mode });
    } catch (error) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  };
  try {
    make();
  } catch (error) {
    const above = dirname(path);
    if (systemCode(error) !== 'ENOENT' || above === path) throw error;
    makeFolderAtOnce(above, mode);
    make();
  }
}

/** The same, with a promise that rejects. */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => makeFolderAtOnce(path, mode);

/** A new file's name must reach the disk as well; not every system lets a folder be synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
