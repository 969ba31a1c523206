import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { systemCode } from '../platform/durable-file.js';
import { ownPid, placedMark, whereIs, type Whereabouts } from '../platform/process-identity.js';

/** This process, for a record that others read; see `whereIsMarked`. */
export const ownMark = async (): Promise<string> => `${ownPid} ${(await placedMark(ownPid)) ?? ''}`.trim();

/** Where the process of such a mark runs; `gone` for a text that is not one. */
export function whereIsMarked(mark: string): Promise<Whereabouts> {
  const [, number = '', began = ''] = /^(\d+) ?(.*)$/s.exec(mark) ?? [];
  return whereIs(Number(number), began === '' ? null : began);
}

/**
 * Creates a lock file with the mark of this process, unless a living one holds it. A process in another container or on
 * another machine cannot be checked: it holds its lock for `elsewhereMs`. Throws system errors.
 */
export async function lock(path: string, mark: string, elsewhereMs = Infinity): Promise<boolean> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, mark, { flag: 'wx', mode: 0o600 });
  try {
    for (;;) {
      if (await placed(fresh, path, mark)) return true;
      const found = await readFile(path, 'utf8').catch(() => '');
      const holder = await whereIsMarked(found);
      if (holder === 'here' || (holder === 'elsewhere' && (await age(path)) < elsewhereMs)) return false;
      const aside = `${fresh}.old`;
      await rename(path, aside).catch(() => undefined);
      // Another process may have replaced it since.
      const moved = await readFile(aside, 'utf8').catch(() => found);
      if (moved !== found) await link(aside, path).catch(() => undefined);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Milliseconds; file times come from the system clock. */
const age = async (path: string): Promise<number> =>
  Math.abs(Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0));

/** Links a complete file, so that no process reads an empty lock; false if the lock exists. */
async function placed(fresh: string, path: string, mark: string): Promise<boolean> {
  try {
    await link(fresh, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
  }
  try {
    // The file system has no hard links.
    await writeFile(path, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
