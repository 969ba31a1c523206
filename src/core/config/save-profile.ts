import { accountOf, keyStore, storeKey, type StoreName } from './key-store.js';
import { findProfile, type Profile, readProfiles, removeProfile, writeProfile } from './profiles.js';
import type { KeyMode } from './api-key.js';

/** A profile to store, with its keys. */
export interface NewProfile extends Omit<Profile, 'keys'> {
  readonly secrets: { readonly [Mode in KeyMode]?: string };
}

export interface SavedProfile {
  readonly keys: Profile['keys'];
  /** One line for each key that is stored elsewhere than requested, with the reason. */
  readonly remarks: readonly string[];
}

/**
 * Stores a profile and its keys. Existing keys of the profile stay only if the base URL is the same: a key is sent only to
 * the base URL that it was stored for.
 */
export async function saveProfile(
  folder: string,
  name: string,
  { secrets, ...profile }: NewProfile,
  prefer: StoreName,
  options: { readonly makeCurrent?: boolean } = {},
): Promise<SavedProfile> {
  const before = findProfile(readProfiles(folder), name);
  const sameAddress = before?.base_url === profile.base_url;
  if (before !== undefined && !sameAddress) await forgetKeys(folder, name, before);
  const keys: { live?: StoreName; test?: StoreName } = sameAddress ? { ...before.keys } : {};
  const remarks: string[] = [];
  for (const mode of ['live', 'test'] as const) {
    const secret = secrets[mode];
    if (secret === undefined) continue;
    const { store, because } = await storeKey(folder, accountOf(name, mode), secret, prefer);
    keys[mode] = store;
    if (because !== null) remarks.push(`The ${mode} key is stored in a file that only you can read: ${because}.`);
  }
  await writeProfile(folder, name, { ...profile, keys }, options);
  return { keys, remarks };
}

/** Deletes a profile and its keys. Throws ConfigFailure when a key cannot be reached. */
export async function forgetProfile(folder: string, name: string, profile: Profile): Promise<void> {
  await forgetKeys(folder, name, profile);
  await removeProfile(folder, name);
}

/** Deletes the keys of a profile, all of them or those of one mode; the profile stays. */
export async function forgetKeys(folder: string, name: string, profile: Profile, only?: KeyMode): Promise<void> {
  for (const mode of ['live', 'test'] as const) {
    const store = profile.keys[mode];
    if (store !== undefined && (only === undefined || only === mode)) {
      await keyStore(store, folder).remove(accountOf(name, mode));
    }
  }
}
