import { fileStore } from './key-file.js';
import { KeychainUnavailable } from './failure.js';
import { keychain } from './keychain.js';
import type { KeyMode } from './api-key.js';

/** Where a key is kept: the system's keychain, or a file of mode 0600. */
export type StoreName = 'keychain' | 'file';

/** A place for keys, by profile and mode. */
export interface KeyStore {
  readonly name: StoreName;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Removing what is not there is fine. */
  remove(account: string): Promise<void>;
}

export const accountOf = (profile: string, mode: KeyMode): string => `${profile}:${mode}`;

/** The store of that name; the file lies in the folder of settings. */
export function keyStore(name: StoreName, configFolder: string): KeyStore {
  switch (name) {
    case 'keychain':
      return keychain();
    case 'file':
      return fileStore(configFolder);
  }
}

/**
 * Keeps a key in the keychain, or in the file when asked or when there is no keychain. Answers where it went and, when
 * that was not the choice, why.
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
