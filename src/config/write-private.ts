import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigFailure, type ConfigProblem } from './failure.js';

/**
 * Writes a file of settings for its owner alone (0600), whole or not at all, and its folder (0700) when there is none.
 * Throws ConfigFailure of that code; `what` names the file in a sentence.
 */
export async function writePrivate(path: string, text: string, code: ConfigProblem, what: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigFailure(
      code,
      `The ${what} ${path} cannot be written (${reason}).`,
      'Check the folder and its permissions, or name another with ESIGN_CONFIG_DIR.',
    );
  }
}
