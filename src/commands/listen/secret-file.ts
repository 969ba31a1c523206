import { lstat, readFile, rm } from 'node:fs/promises';
import type { Context } from '../../cli/context.js';
import { checkSecretFile } from '../webhook/secret-file.js';
import type { ListenOptions } from './options.js';

/**
 * Checks the file before anything is opened. What a kept endpoint or a poll writes is the same again each time: there a
 * file of that name may be its own of the last time, which `writeSecret` tells. Throws FileFailure.
 */
export const checkFile = (context: Context, options: ListenOptions): Promise<void> => {
  const same = options.poll === true || (options.keep === true && options.rotate !== true);
  return checkSecretFile(context, same ? { ...options, force: true } : options);
};

/** The longest secret with its line end is far shorter. */
const longest = 4096;

/**
 * Writes the secret for the app into the file that `--secret-file` names, for its owner alone. A file that holds this very
 * secret already is left as it is; another one is refused unless `--force` is given. Answers with what takes the file away
 * again, where it still holds this secret: it is worth nothing once the endpoint is gone.
 */
export async function writeSecret(
  context: Context,
  { secretFile, force }: ListenOptions,
  secret: string,
): Promise<() => Promise<void>> {
  if (secretFile === undefined) return () => Promise.resolve();
  const path = context.files.resolve(secretFile);
  if (!(await holds(path, secret))) {
    await context.files.write(secretFile, `${secret}\n`, { mode: 0o600, overwrite: force === true });
  }
  return async () => {
    if (await holds(path, secret)) await rm(path, { force: true });
  };
}

/** Whether it is a file with this secret and no more in it. */
async function holds(path: string, secret: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => null);
  if (facts?.isFile() !== true || facts.size > longest) return false;
  return (await readFile(path, 'utf8').catch(() => '')).trimEnd() === secret;
}
