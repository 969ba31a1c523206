import { lstat, readFile } from 'node:fs/promises';
import type { Context } from '../cli/context.js';
import { isRetiredSecret, retireSecret } from '../listen/state.js';
import { checkSecretFile } from '../webhook-endpoint/secret-file.js';
import type { ListenOptions } from './options.js';

/**
 * Checks the file before anything is opened. One with the secret of an endpoint that a listener removed may be overwritten:
 * it is of no use but to events that are made here. What a kept endpoint or a poll writes is the same again each time:
 * there a file of that name may be its own of the last time, which `writeSecret` tells. Throws FileFailure.
 */
export async function checkFile(context: Context, options: ListenOptions): Promise<void> {
  const same = options.poll === true || (options.keep === true && options.rotate !== true);
  const free = same || (await isOver(context, options));
  await checkSecretFile(context, free ? { ...options, force: true } : options);
}

/** The longest secret with its line end is far shorter. */
const maxFileBytes = 4096;

/**
 * Writes the secret for the app into the file that `--secret-file` names, for its owner alone. A file that holds this very
 * secret already is left as it is; one with another secret than `checkFile` lets go is refused unless `--force` is given.
 */
export async function writeSecret(context: Context, options: ListenOptions, secret: string): Promise<void> {
  const { secretFile, force } = options;
  if (secretFile === undefined || (await heldIn(context, secretFile)) === secret) return;
  const overwrite = force === true || (await isOver(context, options));
  await context.files.write(secretFile, `${secret}\n`, { mode: 0o600, overwrite });
}

/** Lets the next listener take the file of one whose endpoint is gone. Best effort: `--force` overwrites it as well. */
export async function letGo(context: Context, { secretFile }: ListenOptions, secret: string): Promise<void> {
  if (secretFile !== undefined) await retireSecret(context.settings().stateDir.value, secret).catch(() => undefined);
}

async function isOver(context: Context, { secretFile }: ListenOptions): Promise<boolean> {
  const held = secretFile === undefined ? null : await heldIn(context, secretFile);
  return held !== null && (await isRetiredSecret(context.settings().stateDir.value, held));
}

/** What a file holds that may be one of a secret and no more; null for any other. */
async function heldIn(context: Context, secretFile: string): Promise<string | null> {
  const path = context.files.resolve(secretFile);
  const facts = await lstat(path).catch(() => null);
  if (facts?.isFile() !== true || facts.size > maxFileBytes) return null;
  return (await readFile(path, 'utf8').catch(() => '')).trimEnd();
}
