import { dirname } from 'node:path';
import { makeFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { ConfigFailure, type ConfigProblem } from './failure.js';

/**
 * Writes a private settings file (0600) atomically, and creates its folder (0700) if needed. Throws ConfigFailure of that
 * code; `what` names the file in a sentence.
 */
export async function writePrivate(path: string, text: string, code: ConfigProblem, what: string): Promise<void> {
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFileAtomic(path, text);
  } catch (error) {
    throw new ConfigFailure(
      code,
      `Cannot write the ${what} ${path} (${systemCode(error) ?? 'unknown'}).`,
      'Check the folder and its permissions, or set ESIGN_CONFIG_DIR to another folder.',
    );
  }
}
