import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { FileFailure } from '../cli/failure.js';
import { reason } from '../cli/files.js';
import { makeFolder, systemCode } from '../platform/durable-file.js';
import { type Holder, isHeld, readLock, thisProcess, writeHolder } from './lock-holder.js';

/** A run that this process alone works on. */
export interface RunLock {
  /** Aborted when somebody else has it now: this process was not heard of for too long, and has to leave off. */
  readonly lost: AbortSignal;
  /** Never throws: a lock that stays behind is taken over, since its process is gone. */
  release(): Promise<void>;
}

/** Who holds a lock; a lock that names nobody is held while it is new. */
export interface HeldBy {
  readonly pid: number | null;
  /** Null for a process of this machine. */
  readonly host: string | null;
}

const mostTries = 5;
/** Milliseconds between two signs of life. */
const renewEvery = 10_000;

/**
 * Locks a run by a file beside its ledger, which names the process that works on it. One whose process is gone is
 * taken over, also when its number belongs to another process by now, and when it ran on another machine that shares
 * the folder. Tells who holds it, otherwise. Throws FileFailure.
 */
export async function lockRun(
  path: string,
  run: string,
  every = renewEvery,
): Promise<RunLock | { readonly heldBy: HeldBy }> {
  const lock = `${path}.lock`;
  await makeFolder(dirname(path), 0o700).catch((error: unknown) => {
    throw unwritable(run, error);
  });
  const own = await thisProcess();
  const fresh = `${lock}.${own.pid}-${createHash('sha256').update(own.place).digest('hex').slice(0, 8)}`;
  const text = writeHolder(own);
  try {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const file = await placed(fresh, lock, text);
      if (file !== null) return keep(file, lock, text, every);
      const { text: said, holder } = await readLock(lock);
      if (said !== null && (await isHeld(lock, holder, own, fresh))) return { heldBy: heldBy(holder, own) };
      await setAside(lock, `${fresh}.old`, said);
    }
  } catch (error) {
    throw unwritable(run, error);
  } finally {
    await rm(fresh, { force: true }).catch(() => undefined);
  }
  throw unwritable(run, new Error('its lock changes hands all the time'));
}

const heldBy = (holder: Holder | null, own: Holder): HeldBy => ({
  pid: holder?.pid ?? null,
  host: holder === null || holder.place === own.place ? null : holder.host,
});

/** Null when there is one already. With its content from the start: nobody ever reads an empty lock. */
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
  // The folder knows no links.
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

/** Another process may have taken it over meanwhile: then it gets its lock back. */
async function setAside(lock: string, aside: string, stale: string | null): Promise<void> {
  await rename(lock, aside).catch(() => undefined);
  if ((await readLock(aside)).text !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Renews the lock while it is held, for those who can see nothing else of this process. */
function keep(file: FileHandle, lock: string, text: string, every: number): RunLock {
  const lost = new AbortController();
  let missed = 0;
  let last = Promise.resolve();
  const renew = async (): Promise<void> => {
    // Somebody who takes it for left behind sets it aside for a moment, and gives it back.
    missed = (await readLock(lock)).text === text ? 0 : missed + 1;
    if (missed > 1) lost.abort();
    if (missed > 0) return;
    await file.write(text, 0);
    // On the machine that keeps the files, which others look at.
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
    hint: 'Check the free space and the permissions of the state folder, or name another one with ESIGN_STATE_DIR.',
  });
