import { chmodSync, readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../platform/json.js';
import { ConfigFailure } from './failure.js';
import type { KeyStore } from './key-store.js';
import { writePrivate } from './write-private.js';

const limit = 1024 * 1024;

/** Keys in a private file (0600), replaced atomically. */
export function fileStore(folder: string): KeyStore {
  const path = join(folder, 'keys.json');
  return {
    name: 'file',
    get: async (account) => {
      const keys = readKeys(path);
      return Object.hasOwn(keys, account) ? (keys[account] ?? null) : null;
    },
    set: (account, secret) => changeKeys(folder, path, (keys) => ({ ...keys, [account]: secret })),
    remove: async (account) => {
      if (!Object.hasOwn(readKeys(path), account)) return;
      await changeKeys(folder, path, ({ [account]: _gone, ...rest }) => rest);
    },
  };
}

type Keys = Readonly<Record<string, string>>;

async function changeKeys(folder: string, path: string, change: (keys: Keys) => Keys): Promise<void> {
  // Loaded for writes only.
  const { exclusively } = await import('./exclusive.js');
  await exclusively(folder, () => writeKeys(path, change(readKeys(path))));
}

/** Synchronous: nearly every command waits for its key, and asynchronous reads take longer than the file. */
function readKeys(path: string): Keys {
  try {
    const facts = statSync(path);
    if (facts.size > limit) throw unreadable(path, 'it is larger than 1 MiB');
    // Repaired rather than refused: a copy or a restore often widens the mode.
    if ((facts.mode & 0o077) !== 0 && platform() !== 'win32') chmodSync(path, 0o600);
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(value)) throw unreadable(path, 'it does not contain keys');
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch (error) {
    if (error instanceof ConfigFailure) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw unreadable(path, error instanceof SyntaxError ? 'it is not valid JSON' : 'it cannot be read');
  }
}

const writeKeys = (path: string, keys: Keys): Promise<void> =>
  writePrivate(path, `${JSON.stringify(keys, null, 2)}\n`, 'key_unreadable', 'key file');

const unreadable = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'key_unreadable',
    `Cannot use the key file ${path}: ${why}.`,
    'Correct it, or delete it and run `esign login` again.',
  );
