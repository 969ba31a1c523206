import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { KeyMode } from './api-key.js';
import { ConfigFailure } from './failure.js';
import type { StoreName } from './key-store.js';
import { readFile } from './read-file.js';

/** One named way to reach the service. The keys themselves lie in the key store. */
export interface Profile {
  readonly base_url: string;
  /** Which keys there are, and where each is kept. */
  readonly keys: { readonly live?: StoreName; readonly test?: StoreName };
  /** Which key is used when there are both. */
  readonly mode?: KeyMode;
  /** Set by `emulator start`: nothing real happens there. */
  readonly emulator?: boolean;
  /** The name of the signature header, when the service uses another. */
  readonly signature_header?: string;
  /** What the service calls the value `service` of `completion_delivery`. */
  readonly completion_delivery_value?: string;
}

export interface ProfilesFile {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const limit = 1024 * 1024;

export const profilesPath = (folder: string): string => join(folder, 'profiles.json');

/** Reads the profiles; none when there is no file. Throws ConfigFailure that names the file when it is broken. */
export function readProfiles(folder: string): ProfilesFile {
  const path = profilesPath(folder);
  const text = readFile(path, limit, (why) => broken(path, why));
  if (text === null) return { current: null, profiles: {} };
  const value = parseJson(text);
  if (value === undefined) throw broken(path, 'it is not JSON');
  return checked(value, path);
}

/** Writes one profile, making it the current one when there is none or when told so. */
export async function writeProfile(
  folder: string,
  name: string,
  profile: Profile,
  options: { readonly makeCurrent?: boolean } = {},
): Promise<void> {
  checkProfileName(name);
  const file = readProfiles(folder);
  const current = options.makeCurrent === true || file.current === null ? name : file.current;
  await writeProfiles(folder, { current, profiles: { ...file.profiles, [name]: profile } });
}

/** Takes a profile away; when it was the current one, there is none afterwards. */
export async function removeProfile(folder: string, name: string): Promise<void> {
  const file = readProfiles(folder);
  const { [name]: _gone, ...profiles } = file.profiles;
  await writeProfiles(folder, { current: file.current === name ? null : file.current, profiles });
}

/** Makes a profile the current one. Throws ConfigFailure when there is none of that name. */
export async function chooseProfile(folder: string, name: string): Promise<void> {
  const file = readProfiles(folder);
  profileNamed(file, name, 'the command line');
  await writeProfiles(folder, { ...file, current: name });
}

/** The profile of a name; an unknown one is a ConfigFailure that lists the known ones. */
export function profileNamed(file: ProfilesFile, name: string, givenBy: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const names = Object.keys(file.profiles).sort();
  throw new ConfigFailure(
    'profile_unknown',
    `There is no profile \`${name}\` (named by ${givenBy}).`,
    names.length === 0
      ? 'Create one with `esign login`, or start the emulator with `esign emulator start`.'
      : `Use one of: ${names.join(', ')}.`,
  );
}

/** Letters, digits, dot, dash and underscore, at most 64: safe in paths, in key stores and on a screen. */
export function checkProfileName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && name !== '__proto__') return;
  throw new ConfigFailure(
    'profile_name_invalid',
    'The name of a profile is made of letters, digits, dot, dash and underscore, 64 at most.',
    'Choose a name such as `production`.',
  );
}

async function writeProfiles(folder: string, file: ProfilesFile): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    // Loaded here alone: reading needs none of it, and it costs more than the rest of the start.
    const { default: Conf } = await import('conf');
    const store = new Conf<Record<string, unknown>>({
      cwd: folder,
      configName: 'profiles',
      projectSuffix: '',
      configFileMode: 0o600,
    });
    store.store = { current: file.current, profiles: file.profiles };
    await chmod(profilesPath(folder), 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigFailure(
      'profiles_not_written',
      `The profiles file ${profilesPath(folder)} cannot be written (${code}).`,
      'Check the folder and its permissions, or name another with ESIGN_CONFIG_DIR.',
    );
  }
}

const broken = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'profiles_broken',
    `The profiles file ${path} is unusable: ${why}.`,
    'Correct the file, or remove it.',
  );

function checked(value: unknown, path: string): ProfilesFile {
  if (!isObject(value) || !isObject(value['profiles'])) throw broken(path, 'it holds no `profiles`');
  const current = value['current'] ?? null;
  if (current !== null && typeof current !== 'string') throw broken(path, '`current` is no name');
  const profiles: Record<string, Profile> = {};
  for (const [name, profile] of Object.entries(value['profiles'])) {
    if (!isProfile(profile)) throw broken(path, `the profile \`${name.slice(0, 64)}\` is not complete`);
    profiles[name] = profile;
  }
  return { current, profiles };
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value) || typeof value['base_url'] !== 'string' || !isObject(value['keys'])) return false;
  const { live, test } = value['keys'];
  const place = (store: unknown): boolean => store === undefined || store === 'keychain' || store === 'file';
  const words = [value['signature_header'], value['completion_delivery_value']];
  return (
    place(live) &&
    place(test) &&
    words.every((word) => word === undefined || typeof word === 'string') &&
    (value['mode'] === undefined || value['mode'] === 'live' || value['mode'] === 'test') &&
    (value['emulator'] === undefined || typeof value['emulator'] === 'boolean')
  );
}
