import type { Context } from '../../cli/context/context.js';
import type { OutputFile } from '../../core/platform/output-file.js';
import { beforeSending, checkSecretFile, previousFile, readReplaced, type SecretOptions } from './secret-file.js';

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
 * shows a secret once. Null without the flag. Throws FileFailure before anything is sent.
 */
export async function reserveSecretFile(context: Context, options: SecretOptions): Promise<ReservedFile | null> {
  const { secretFile, force } = options;
  if (secretFile === undefined) return null;
  await checkSecretFile(context, options);
  const replaced = await readReplaced(context, options);
  const reserved: OutputFile[] = [];
  const reserve = async (path: string, overwrite: boolean): Promise<OutputFile> => {
    const file = await beforeSending(() => context.files.reserve(path, { overwrite, room }));
    reserved.push(file);
    return file;
  };
  const release = async (): Promise<void> => {
    for (const each of reserved) await each.drop();
  };
  try {
    const next = await reserve(secretFile, force === true);
    const before = replaced === null ? null : await reserve(previousFile(secretFile), true);
    await before?.write(Buffer.from(`${replaced}\n`));
    return {
      async store(secret) {
        await next.write(Buffer.from(`${secret}\n`));
        const keeps = before !== null && replaced !== secret;
        if (keeps) await before.keep();
        await next.keep();
        return keeps ? previousFile(secretFile) : null;
      },
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}
