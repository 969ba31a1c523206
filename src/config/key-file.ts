import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { ConfigFailure } from './failure.js';
import type { KeyStore } from './key-store.js';

const limit = 1024 * 1024;

/** Keys in a file that only its owner can read (0600), written whole and renamed. */
export function fileStore(folder: string): KeyStore {
  const path = join(folder, 'keys.json');
  return {
    name: 'file',
    get: async (account) => {
      const keys = await readKeys(path);
      return Object.hasOwn(keys, account) ? (keys[account] ?? null) : null;
    },
    set: async (account, secret) => writeKeys(folder, path, { ...(await readKeys(path)), [account]: secret }),
    remove: async (account) => {
      const keys = await readKeys(path);
      if (!Object.hasOwn(keys, account)) return;
      const { [account]: _gone, ...rest } = keys;
      await writeKeys(folder, path, rest);
    },
  };
}

async function readKeys(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const facts = await stat(path);
    if (facts.size > limit) throw unreadable(path, 'it is larger than 1 MiB');
    // Repaired rather than refused: a copy or a restore often widens the mode.
    if ((facts.mode & 0o077) !== 0 && platform() !== 'win32') await chmod(path, 0o600);
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(path, 'it holds no keys');
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch (error) {
    if (error instanceof ConfigFailure) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw unreadable(path, error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read');
  }
}

async function writeKeys(folder: string, path: string, keys: Readonly<Record<string, string>>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigFailure(
      'key_unreadable',
      `The key file ${path} cannot be written (${code}).`,
      'Check the folder and its permissions, or name another with ESIGN_CONFIG_DIR.',
    );
  }
}

const unreadable = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'key_unreadable',
    `The key file ${path} is unusable: ${why}.`,
    'Correct it, or remove it and log in again.',
  );
