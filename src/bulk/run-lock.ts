import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { FileFailure } from '../cli/failure.js';
import { makeFolder, reason, systemCode } from '../platform/durable-file.js';
import { type Holder, isHeld, readLock, thisProcess, writeHolder } from './lock-holder.js';

/** An exclusive lock on a run. */
export interface RunLock {
  /** Aborted when another process took the lock, because this one did not renew it in time. */
  readonly lost: AbortSignal;
  /** Never throws: a stale lock is taken over. */
  release(): Promise<void>;
}

/** The holder of a lock; a lock without one is held while it is new. */
export interface HeldBy {
  readonly pid: number | null;
  /** Null for a process of this machine. */
  readonly host: string | null;
}

const maxAttempts = 5;
/** Milliseconds between two renewals. */
const renewIntervalMs = 10_000;

/**
 * Locks a run with a file beside its ledger that names its process. A stale lock is taken over, also when the process
 * id was reused or belongs to another machine that shares the folder. Returns the holder otherwise. Throws FileFailure.
 */
export async function lockRun(
  path: string,
  run: string,
  every = renewIntervalMs,
): Promise<RunLock | { readonly heldBy: HeldBy }> {
  const lock = `${path}.lock`;
  await makeFolder(dirname(path), 0o700).catch((error: unknown) => {
    throw unwritable(run, error);
  });
  const own = await thisProcess();
  const fresh = `${lock}.${own.pid}-${createHash('sha256').update(own.place).digest('hex').slice(0, 8)}`;
  const text = writeHolder(own);
  try {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const file = await placed(fresh, lock, text);
      if (file !== null) return keep(file, lock, text, every);
      const { text: content, holder } = await readLock(lock);
      if (content !== null && (await isHeld(lock, holder, own, fresh))) return { heldBy: heldBy(holder, own) };
      await setAside(lock, `${fresh}.old`, content);
    }
  } catch (error) {
    throw unwritable(run, error);
  } finally {
    await rm(fresh, { force: true }).catch(() => undefined);
  }
  throw unwritable(run, new Error('other processes keep locking it'));
}

const heldBy = (holder: Holder | null, own: Holder): HeldBy => ({
  pid: holder?.pid ?? null,
  host: holder === null || holder.place === own.place ? null : holder.host,
});

/** Null if the lock exists. Links a complete file, so that no process reads an empty lock. */
async function placed(fresh: string, lock: string, text: string): Promise<FileHandle | null> {
  await rm(fresh, { force: true });
  const file = await written(fresh, text);
  try {
    await link(fresh, lock);
    return file;
  } catch (error) {
    await file.close();
    if (systemCode(error) === 'EEXIST') return null;
  }
  // The file system has no hard links.
  return await written(lock, text).catch((error: unknown) => {
    if (systemCode(error) === 'EEXIST') return null;
    throw error;
  });
}

async function written(path: string, text: string): Promise<FileHandle> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(text, 0);
    await file.datasync();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Removes a stale lock, and restores it if another process has replaced it meanwhile. */
async function setAside(lock: string, aside: string, stale: string | null): Promise<void> {
  await rename(lock, aside).catch(() => undefined);
  if ((await readLock(aside)).text !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Renews the lock while it is held; other machines cannot see this process otherwise. */
function keep(file: FileHandle, lock: string, text: string, every: number): RunLock {
  const lost = new AbortController();
  let missed = 0;
  let last = Promise.resolve();
  const renew = async (): Promise<void> => {
    // A process that checks for a stale lock moves it away for a moment and restores it.
    missed = (await readLock(lock)).text === text ? 0 : missed + 1;
    if (missed > 1) lost.abort();
    if (missed > 0) return;
    await file.write(text, 0);
    // Flushed, so that other machines see the new time on the file server.
    await file.datasync();
  };
  const timer = setInterval(() => {
    last = last.then(renew).catch(() => undefined);
  }, every);
  timer.unref();
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(timer);
      await last;
      await file.close().catch(() => undefined);
      if ((await readLock(lock)).text === text) await rm(lock, { force: true }).catch(() => undefined);
    },
  };
}

const unwritable = (run: string, error: unknown): FileFailure =>
  new FileFailure('output', run, `The run "${run}" cannot be locked: ${reason(error)}.`, {
    code: 'run_record_unwritable',
    hint: 'Check the free space and the permissions of the state folder, or set another one with ESIGN_STATE_DIR.',
  });
