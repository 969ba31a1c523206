import { dirname } from 'node:path';
import { makeFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { ConfigFailure, type ConfigProblem } from './failure.js';

/**
 * Writes a file of settings for its owner alone (0600), whole or not at all, and its folder (0700) when there is none.
 * Throws ConfigFailure of that code; `what` names the file in a sentence.
 */
export async function writePrivate(path: string, text: string, code: ConfigProblem, what: string): Promise<void> {
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFileAtomic(path, text);
  } catch (error) {
    throw new ConfigFailure(
      code,
      `The ${what} ${path} cannot be written (${systemCode(error) ?? 'unknown'}).`,
      'Check the folder and its permissions, or name another with ESIGN_CONFIG_DIR.',
    );
  }
}
