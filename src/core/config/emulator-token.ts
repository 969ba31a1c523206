import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/**
 * The token of a running emulator, which proves that this user started it. It is stored in the state folder in a private
 * file (0600) while the emulator runs.
 */

const formatVersion = 1;
const limit = 4096;

const fileOf = (stateDir: string, url: string): string => join(stateDir, `emulator-${new URL(url).port}.token`);

/** Stores the token of the emulator at a base URL. Throws the error of the system. */
export async function keepEmulatorToken(stateDir: string, url: string, token: string): Promise<void> {
  await makeFolder(stateDir, 0o700);
  await writeFileAtomic(fileOf(stateDir, url), `${JSON.stringify({ version: formatVersion, url, token })}\n`);
}

/** The token of the emulator at a base URL; null when none is stored. */
export async function readEmulatorToken(stateDir: string, url: string): Promise<string | null> {
  const text = await readFile(fileOf(stateDir, url), 'utf8').catch(() => '');
  const kept = text.length > limit ? undefined : parseJson(text);
  if (!isObject(kept) || kept['version'] !== formatVersion || kept['url'] !== url) return null;
  return typeof kept['token'] === 'string' && kept['token'] !== '' ? kept['token'] : null;
}

/** Removes the token of an emulator that has stopped. */
export const dropEmulatorToken = (stateDir: string, url: string): Promise<void> =>
  rm(fileOf(stateDir, url), { force: true });

/** Removes the token, unless another emulator was started at the same base URL meanwhile. */
export async function forgetEmulatorToken(stateDir: string, url: string, token: string): Promise<void> {
  if ((await readEmulatorToken(stateDir, url)) === token) await dropEmulatorToken(stateDir, url);
}
