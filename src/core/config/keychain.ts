import { KeychainUnavailable } from './failure.js';
import type { KeyStore } from './key-store.js';

const service = 'esign';
const limitMs = 5000;

/**
 * The keychain of the system. On Linux only the Secret Service is used: the default would silently fall back to the
 * kernel keyring, which is cleared at reboot. Every call has a timeout, since a locked keychain may wait for a person.
 */
export function keychain(): KeyStore {
  return {
    name: 'keychain',
    get: (account) => within(account, (entry, signal) => entry.getPassword(signal)),
    set: async (account, secret) => {
      await within(account, (entry, signal) => entry.setPassword(secret, signal));
    },
    remove: async (account) => {
      await within(account, (entry, signal) => entry.deletePassword(signal));
    },
  };
}

type Entry = import('@napi-rs/keyring').AsyncEntry;

async function within<T>(account: string, act: (entry: Entry, signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new KeychainUnavailable('the keychain did not respond within 5 seconds'));
    }, limitMs);
  });
  try {
    // An optional package: without it there is no keychain.
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
    return await Promise.race([act(entry, controller.signal), late]);
  } catch (error) {
    if (error instanceof KeychainUnavailable) throw error;
    throw new KeychainUnavailable('this system has no usable keychain');
  } finally {
    clearTimeout(timer);
  }
}
