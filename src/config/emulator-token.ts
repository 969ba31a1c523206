import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/**
 * The secret of one start of an emulator, by which it proves that it is the one that this user started. It is kept in the
 * folder of state, for its owner alone (0600), as long as the emulator runs.
 */

const formatVersion = 1;
const limit = 4096;

const fileOf = (stateDir: string, url: string): string => join(stateDir, `emulator-${new URL(url).port}.token`);

/** Keeps the secret of the emulator at an address. Throws what the system says. */
export async function keepEmulatorToken(stateDir: string, url: string, token: string): Promise<void> {
  await makeFolder(stateDir, 0o700);
  await writeFileAtomic(fileOf(stateDir, url), `${JSON.stringify({ version: formatVersion, url, token })}\n`);
}

/** The secret of the emulator at an address; null where none is kept. */
export async function readEmulatorToken(stateDir: string, url: string): Promise<string | null> {
  const text = await readFile(fileOf(stateDir, url), 'utf8').catch(() => '');
  const kept = text.length > limit ? undefined : parseJson(text);
  if (!isObject(kept) || kept['version'] !== formatVersion || kept['url'] !== url) return null;
  return typeof kept['token'] === 'string' && kept['token'] !== '' ? kept['token'] : null;
}

/** Removes the secret of an emulator that has ended. */
export const dropEmulatorToken = (stateDir: string, url: string): Promise<void> =>
  rm(fileOf(stateDir, url), { force: true });

/** Removes the secret, unless another emulator has started at the same address meanwhile. */
export async function forgetEmulatorToken(stateDir: string, url: string, token: string): Promise<void> {
  if ((await readEmulatorToken(stateDir, url)) === token) await dropEmulatorToken(stateDir, url);
}
