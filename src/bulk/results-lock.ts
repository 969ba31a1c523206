import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FileFailure } from '../cli/failure.js';
import { reason } from '../cli/files.js';
import { isAlive, ownPid } from '../journal/at-work.js';

/** A results file that this process alone works on. */
export interface ResultsLock {
  /** Never throws: a lock that stays behind is taken over, since its process is gone. */
  release(): Promise<void>;
}

const mostTries = 5;

/**
 * Locks a results file by a file beside it, which names the process that works on it. One whose process is gone is
 * taken over. Gives the number of the process that holds it, otherwise. Throws FileFailure.
 */
export async function lockResults(path: string, shown: string): Promise<ResultsLock | { readonly heldBy: number }> {
  const lock = `${path}.lock`;
  const own = `${lock}.${ownPid}`;
  const text = `${ownPid}\n`;
  try {
    for (let tries = 0; tries < mostTries; tries += 1) {
      await rm(own, { force: true });
      await writeFile(own, text, { flag: 'wx', mode: 0o600 });
      // With its content from the start: nobody ever reads an empty lock.
      if (await linked(own, lock)) return { release: () => release(lock, text) };
      const holder = await holderOf(lock);
      if (holder !== null && holder !== ownPid && isAlive(holder)) return { heldBy: holder };
      await setAside(lock, `${own}.old`, holder);
    }
  } catch (error) {
    throw unwritable(shown, error);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
  throw unwritable(shown, new Error('its lock changes hands all the time'));
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Null when nobody can be named: the lock is gone again, or holds no number. */
async function holderOf(lock: string): Promise<number | null> {
  const text = await readFile(lock, 'utf8').catch(() => '');
  return /^[1-9]\d{0,9}\n$/.test(text) ? Number(text) : null;
}

/** Another process may have taken it over meanwhile: then it gets its lock back. */
async function setAside(lock: string, aside: string, stale: number | null): Promise<void> {
  await rename(lock, aside).catch(() => undefined);
  if ((await holderOf(aside)) !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

async function release(lock: string, text: string): Promise<void> {
  const held = await readFile(lock, 'utf8').catch(() => '');
  if (held === text) await rm(lock, { force: true }).catch(() => undefined);
}

const unwritable = (shown: string, error: unknown): FileFailure =>
  new FileFailure('output', shown, `The results cannot be written to ${shown}: ${reason(error)}.`, {
    hint: 'Check the folder, its permissions and the free space, or name another file with --results.',
  });
