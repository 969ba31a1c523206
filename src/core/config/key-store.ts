import { fileStore } from './key-file.js';
import { KeychainUnavailable } from './failure.js';
import { keychain } from './keychain.js';
import type { KeyMode } from './api-key.js';

/** The place of a key: the keychain of the system, or a file of mode 0600. */
export type StoreName = 'keychain' | 'file';

/** Stores keys by profile and mode. */
export interface KeyStore {
  readonly name: StoreName;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Removing a missing key is not an error. */
  remove(account: string): Promise<void>;
}

export const accountOf = (profile: string, mode: KeyMode): string => `${profile}:${mode}`;

/** The store of that name; the file is in the settings folder. */
export function keyStore(name: StoreName, configFolder: string): KeyStore {
  switch (name) {
    case 'keychain':
      return keychain();
    case 'file':
      return fileStore(configFolder);
  }
}

/**
 * Stores a key in the keychain, or in the file on request or without a keychain. Returns the place and, if it was not
 * the requested one, the reason.
 */
export async function storeKey(
  configFolder: string,
  account: string,
  secret: string,
  prefer: StoreName,
): Promise<{ readonly store: StoreName; readonly because: string | null }> {
  if (prefer === 'keychain') {
    try {
      await keychain().set(account, secret);
      // A key left in the file by an earlier login would be a second copy.
      await fileStore(configFolder).remove(account);
      return { store: 'keychain', because: null };
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error;
      await fileStore(configFolder).set(account, secret);
      return { store: 'file', because: error.message };
    }
  }
  await fileStore(configFolder).set(account, secret);
  return { store: 'file', because: null };
}
