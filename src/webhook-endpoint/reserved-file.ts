import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../cli/context.js';
import { FileFailure, UsageFailure } from '../cli/failure.js';
import { reason } from '../cli/files.js';
import { syncFolder, systemCode } from '../platform/durable-file.js';
import { checkSecretFile, previousFile, readReplaced, type SecretOptions } from './secret-file.js';

/** A secret file whose disk space is reserved before the secret exists. */
export interface ReservedFile {
  /** Stores the secret; on disk when it resolves. Returns the file of the previous secret, if there is one. */
  store(secret: string): Promise<string | null>;
  /** Frees the reserved space; a stored secret stays. */
  release(): Promise<void>;
}

/** Larger than any secret. */
const room = 4096;

/**
 * Reserves space for --secret-file, and for FILE.previous if a secret is about to be replaced, because the service
 * shows a secret once. Null without the flag. Throws UsageFailure and FileFailure before anything is sent.
 */
export async function reserveSecretFile(context: Context, options: SecretOptions): Promise<ReservedFile | null> {
  const { secretFile, force } = options;
  if (secretFile === undefined) return null;
  await checkSecretFile(context, options);
  const path = context.files.resolve(secretFile);
  const replaced = await readReplaced(context, options);
  const taken: Taken[] = [];
  const release = async (): Promise<void> => {
    for (const each of taken.splice(0)) await each.release();
  };
  try {
    const next = await take(path);
    taken.push(next);
    const before = replaced === null ? null : await take(previousFile(path));
    if (before !== null) taken.push(before);
    await before?.fill(`${replaced}\n`);
    return {
      async store(secret) {
        try {
          await next.fill(`${secret}\n`);
          const keeps = before !== null && replaced !== secret;
          if (keeps) await before.place(true);
          await next.place(force === true);
          return keeps ? previousFile(secretFile) : null;
        } catch (error) {
          throw notStored(secretFile, error);
        }
      },
      release,
    };
  } catch (error) {
    await release();
    throw new UsageFailure(`Cannot write ${secretFile}: ${reason(error)}. Nothing was sent.`, {
      code: 'file_unwritable',
      hint: 'Check the folder, its permissions and the free space.',
    });
  }
}

interface Taken {
  fill(text: string): Promise<void>;
  place(overwrite: boolean): Promise<void>;
  release(): Promise<void>;
}

async function take(path: string): Promise<Taken> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  let file: FileHandle | undefined = await open(temporary, 'wx', 0o600);
  const release = async (): Promise<void> => {
    await file?.close().catch(() => undefined);
    file = undefined;
    await rm(temporary, { force: true }).catch(() => undefined);
  };
  try {
    await file.writeFile(Buffer.alloc(room, ' '));
    await file.sync();
  } catch (error) {
    await release();
    throw error;
  }
  return {
    async fill(text) {
      const bytes = Buffer.from(text, 'utf8');
      await file?.write(bytes, 0, bytes.length, 0);
      await file?.truncate(bytes.length);
      await file?.sync();
    },
    async place(overwrite) {
      if (overwrite) await rename(temporary, path);
      else await giveNewName(temporary, path);
      await syncFolder(dirname(path));
    },
    release,
  };
}

/** A hard link never replaces a file that was created meanwhile; some file systems do not support it. */
async function giveNewName(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch(async (error: unknown) => {
    if (systemCode(error) === 'EEXIST') throw error;
    if ((await stat(path).catch(() => null)) !== null) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    await rename(temporary, path);
  });
}

function notStored(secretFile: string, error: unknown): FileFailure {
  if (systemCode(error) === 'EEXIST') {
    return new FileFailure('output', secretFile, `${secretFile} already exists.`, {
      code: 'file_exists',
      hint: 'Use another file name, or overwrite it with --force.',
    });
  }
  return new FileFailure('output', secretFile, `Cannot write ${secretFile}: ${reason(error)}.`, {
    hint: 'Check the folder, its permissions and the free space.',
  });
}
