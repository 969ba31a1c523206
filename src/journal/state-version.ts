import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { JournalFailure } from './append.js';

/** The layout version of the request journal that this program uses. */
const current = 2;

/** Rejects a folder that a newer version of this program wrote. Throws JournalFailure. */
export function refuseNewer(folder: string): 'new' | 'known' {
  const path = join(folder, 'version');
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return 'new';
    throw new JournalFailure(path, code ?? 'UNKNOWN', 'read');
  }
  if (/^\d{1,9}$/.test(text) && Number(text) > current) {
    throw new JournalFailure(path, `version ${text}`, 'understood');
  }
  return 'known';
}

/** Records the version that wrote the folder. Throws JournalFailure. */
export async function writeVersion(folder: string): Promise<void> {
  const path = join(folder, 'version');
  try {
    await makeFolder(folder, 0o700);
    await writeFileAtomic(path, `${current}\n`);
  } catch (error) {
    throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN');
  }
}
