import { lstat, readFile } from 'node:fs/promises';
import type { Context } from '../../cli/context/context.js';
import { isRetiredSecret, retireSecret } from '../../listen/endpoint/state.js';
import { checkSecretFile } from '../endpoint/secret-file.js';
import type { ListenOptions } from './options.js';

/**
 * Checks the file before anything is opened. A file with the secret of a deleted endpoint may be overwritten, because
 * it is only useful for local events. A kept endpoint or a poll has the same secret each time, so an existing file may
 * be its own; `writeSecret` checks that. Throws FileFailure.
 */
export async function checkFile(context: Context, options: ListenOptions): Promise<void> {
  const same = secretStays(context, options);
  const free = same || (await isOver(context, options));
  await checkSecretFile(context, free ? { ...options, force: true } : options);
}

/** Whether the next start has the same secret. */
export const secretStays = (context: Context, { poll, keep, rotate, freshSecret }: ListenOptions): boolean =>
  poll === true || (rotate !== true && (keep === true || (context.settings().emulator && freshSecret !== true)));

/** Longer than any secret with its line ending. */
const maxFileBytes = 4096;

/**
 * Writes the secret for the app to the private file of `--secret-file`. A file with the same secret stays; a file with
 * another secret than `checkFile` allows is an error without `--force`.
 */
export async function writeSecret(context: Context, options: ListenOptions, secret: string): Promise<void> {
  const { secretFile, force } = options;
  if (secretFile === undefined || (await heldIn(context, secretFile)) === secret) return;
  const overwrite = force === true || (await isOver(context, options));
  await context.files.write(secretFile, `${secret}\n`, { private: true, overwrite });
}

/** Lets the next listener overwrite the file of a deleted endpoint. Best effort: `--force` overwrites it as well. */
export async function letGo(context: Context, { secretFile }: ListenOptions, secret: string): Promise<void> {
  if (secretFile !== undefined) await retireSecret(context.settings().stateDir.value, secret).catch(() => undefined);
}

async function isOver(context: Context, { secretFile }: ListenOptions): Promise<boolean> {
  const held = secretFile === undefined ? null : await heldIn(context, secretFile);
  return held !== null && (await isRetiredSecret(context.settings().stateDir.value, held));
}

/** The content of a file that may be a secret; null for any other file. */
async function heldIn(context: Context, secretFile: string): Promise<string | null> {
  const path = context.files.resolve(secretFile);
  const facts = await lstat(path).catch(() => null);
  if (facts?.isFile() !== true || facts.size > maxFileBytes) return null;
  return (await readFile(path, 'utf8').catch(() => '')).trimEnd();
}
