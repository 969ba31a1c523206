import { constants, readdirSync } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder, systemCode } from '../disk.js';
import { JournalFailure } from './append.js';

/**
 * The bodies of writes that are not settled, a file each, so that the very same request can be sent again. They hold
 * what people were told, never a credential, and go as soon as the write is settled.
 */
export interface KeptBodies {
  /** On the disk when it returns; a write without a body gets an empty file. Throws JournalFailure. */
  keep(id: string, body: string | undefined): Promise<void>;
  /** Undefined for a write without a body; null when it is not kept (any more). */
  read(id: string): Promise<string | undefined | null>;
  drop(id: string): Promise<void>;
  /** Read at once: every command that reaches the service asks, and nearly always there is none. */
  list(): string[];
  /** Removes what belongs to none of these, unless it is so new that its write may not be recorded yet. */
  sweep(known: ReadonlySet<string>): Promise<void>;
}

const most = { files: 2_000, bytes: 512 * 1024 * 1024 };
const name = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const newborn = 10 * 60 * 1000;
const flags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** Opens the folder of kept bodies; `keepFor` in milliseconds. */
export function openKeptBodies(folder: string, keepFor: number): KeptBodies {
  const list = (): string[] => {
    try {
      return readdirSync(folder).filter((entry) => name.test(entry));
    } catch {
      return [];
    }
  };

  /** What is too old goes, and the oldest of what is too much. */
  const makeRoom = async (): Promise<void> => {
    const files = await Promise.all(
      list().map(async (id) => {
        const facts = await stat(join(folder, id)).catch(() => undefined);
        return { id, size: facts?.size ?? 0, changedAt: facts?.mtimeMs ?? 0 };
      }),
    );
    let [count, bytes] = [files.length, files.reduce((sum, { size }) => sum + size, 0)];
    for (const { id, size, changedAt } of files.toSorted((one, other) => one.changedAt - other.changedAt)) {
      // A file's own time is the system's, whatever clock the program runs by.
      if (Date.now() - changedAt < keepFor && count <= most.files && bytes <= most.bytes) return;
      await rm(join(folder, id), { force: true });
      count -= 1;
      bytes -= size;
    }
  };

  return {
    async keep(id, body) {
      if (!name.test(id)) throw new JournalFailure(folder, 'EINVAL');
      const path = join(folder, id);
      try {
        await makeFolder(folder, 0o700);
        await makeRoom();
        const file = await open(path, flags, 0o600);
        try {
          if (body !== undefined) await file.writeFile(body, 'utf8');
          await file.datasync();
        } finally {
          await file.close();
        }
        await syncFolder(folder);
      } catch (error) {
        const code = systemCode(error) ?? 'UNKNOWN';
        if (code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
        throw new JournalFailure(folder, code);
      }
    },
    async read(id) {
      if (!name.test(id)) return null;
      const text = await readFile(join(folder, id), 'utf8').catch(() => null);
      return text === '' ? undefined : text;
    },
    drop: async (id) => {
      if (name.test(id)) await rm(join(folder, id), { force: true });
    },
    list,
    async sweep(known) {
      for (const id of list().filter((each) => !known.has(each))) {
        const facts = await stat(join(folder, id)).catch(() => undefined);
        if (facts !== undefined && Date.now() - facts.mtimeMs > newborn) await rm(join(folder, id), { force: true });
      }
    },
  };
}
