import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { KeyMode } from './api-key.js';
import { ConfigFailure } from './failure.js';
import type { StoreName } from './key-store.js';
import { readFile } from './read-file.js';

/** Named settings of a service. The keys themselves are in the key store. */
export interface Profile {
  readonly base_url: string;
  /** The stored keys, and the store of each. */
  readonly keys: { readonly live?: StoreName; readonly test?: StoreName };
  /** The key to use when both are stored. */
  readonly mode?: KeyMode;
  /** Set by `emulator start`: no real documents are sent. */
  readonly emulator?: boolean;
  /** The root of the project whose emulator it is. */
  readonly project?: string;
  /** The name of the signature header, when the service uses another. */
  readonly signature_header?: string;
  /** What the service calls the value `service` of `completion_delivery`. */
  readonly completion_delivery_value?: string;
  /** The full path of the contract file of the service. */
  readonly contract?: string;
}

export interface ProfilesFile {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The profile of the machine's emulator, and the name by which that of a project is called within the project. */
export const sharedProfile = 'local';

/** Whether a profile is that of a project's emulator (`project.ts`). */
export const isProjectProfile = (profile: string): boolean => /^local-.+-[\da-f]{8}$/.test(profile);

const limit = 1024 * 1024;

/** The version of the file that this program writes; a file without one is of version 1. */
const fileVersion = 1;

export const profilesPath = (folder: string): string => join(folder, 'profiles.json');

/** Reads the profiles; without a file, an empty list. Throws ConfigFailure when it is damaged, or of a newer esign. */
export function readProfiles(folder: string): ProfilesFile {
  const path = profilesPath(folder);
  const text = readFile(path, limit, (why, isUnreadable) => (isUnreadable ? unreadable(path, why) : broken(path, why)));
  if (text === null) return { current: null, profiles: {} };
  const value = parseJson(text);
  if (value === undefined) throw broken(path, 'it is not valid JSON');
  return checked(value, path);
}

/**
 * Writes one profile, and makes it the current one on request or when there is none. That of a project is current within
 * the project anyway, and nowhere else.
 */
export async function writeProfile(
  folder: string,
  name: string,
  profile: Profile,
  options: { readonly makeCurrent?: boolean } = {},
): Promise<void> {
  checkProfileName(name);
  await changeProfiles(folder, (file) => ({
    current: options.makeCurrent === true || (file.current === null && !isProjectProfile(name)) ? name : file.current,
    profiles: { ...file.profiles, [name]: profile },
  }));
}

/** Deletes a profile; if it was the current one, there is no current profile afterwards. */
export async function removeProfile(folder: string, name: string): Promise<void> {
  await changeProfiles(folder, (file) => {
    const { [name]: _gone, ...profiles } = file.profiles;
    return { current: file.current === name ? null : file.current, profiles };
  });
}

/** Makes a profile the current one. Throws ConfigFailure when it does not exist. */
export async function chooseProfile(folder: string, name: string): Promise<void> {
  await changeProfiles(folder, (file) => {
    profileNamed(file, name, 'the command line');
    return { ...file, current: name };
  });
}

/** The profile of a name, which may be `toString`; undefined when there is none. */
export const findProfile = ({ profiles }: ProfilesFile, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

/** The profile of a name; an unknown one is a ConfigFailure that lists the known ones. */
export function profileNamed(file: ProfilesFile, name: string, givenBy: string): Profile {
  const profile = findProfile(file, name);
  if (profile !== undefined) return profile;
  const names = Object.keys(file.profiles)
    .filter((known) => !isProjectProfile(known))
    .sort();
  throw new ConfigFailure(
    'profile_unknown',
    `Profile "${name}" (from ${givenBy}) not found.`,
    names.length === 0 || name === sharedProfile
      ? 'Create one with `esign login`, or start the emulator with `esign emulator start`.'
      : `Use one of: ${names.join(', ')}.`,
  );
}

/** Letters, digits, dot, dash and underscore, at most 64: safe in paths, in key stores and on a screen. */
export function checkProfileName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && name !== '__proto__') return;
  throw new ConfigFailure(
    'profile_name_invalid',
    'Invalid profile name. Use up to 64 letters, digits, dots, dashes and underscores.',
    'Example: production',
  );
}

async function changeProfiles(folder: string, change: (file: ProfilesFile) => ProfilesFile): Promise<void> {
  const { exclusively } = await import('./exclusive.js');
  await exclusively(folder, () => writeProfiles(folder, change(readProfiles(folder))));
}

async function writeProfiles(folder: string, file: ProfilesFile): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    // Loaded for writes only, since it takes longer than the rest of the start.
    const { default: Conf } = await import('conf');
    const store = new Conf<Record<string, unknown>>({
      cwd: folder,
      configName: 'profiles',
      projectSuffix: '',
      configFileMode: 0o600,
    });
    store.store = { version: fileVersion, current: file.current, profiles: file.profiles };
    await chmod(profilesPath(folder), 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigFailure(
      'profiles_not_written',
      `Cannot write the profiles file ${profilesPath(folder)} (${code}).`,
      'Check the folder and its permissions, or set ESIGN_CONFIG_DIR to another folder.',
    );
  }
}

const unreadable = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'profiles_unreadable',
    `Cannot use the profiles file ${path}: ${why}.`,
    'Correct the permissions of the file and its folders, or set ESIGN_CONFIG_DIR to another folder.',
  );

const broken = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'profiles_broken',
    `Cannot use the profiles file ${path}: ${why}.`,
    'Correct the file, or delete it.',
  );

function checked(value: unknown, path: string): ProfilesFile {
  const version = isObject(value) ? (value['version'] ?? 1) : 1;
  if (typeof version === 'number' && version > fileVersion) {
    throw new ConfigFailure(
      'profiles_newer',
      `The profiles file ${path} was written by a newer esign (version ${version}).`,
      'Use that version of esign, or set ESIGN_CONFIG_DIR to another folder.',
    );
  }
  if (!isObject(value) || !isObject(value['profiles'])) throw broken(path, '`profiles` is missing');
  const current = value['current'] ?? null;
  if (current !== null && typeof current !== 'string') throw broken(path, '`current` is not a name');
  const profiles: Record<string, Profile> = {};
  for (const [name, profile] of Object.entries(value['profiles'])) {
    if (!isProfile(profile)) throw broken(path, `profile "${name.slice(0, 64)}" is incomplete`);
    profiles[name] = profile;
  }
  return { current, profiles };
}

const isMissing = (value: unknown): value is undefined => value === undefined;
const isStore = (value: unknown): boolean => isMissing(value) || value === 'keychain' || value === 'file';
const isWord = (value: unknown): boolean => isMissing(value) || typeof value === 'string';

/** What a profile may hold, each with what its value must be. */
export const profileKeys = {
  base_url: (value) => typeof value === 'string',
  keys: (value) => isObject(value) && isStore(value['live']) && isStore(value['test']),
  mode: (value) => isMissing(value) || value === 'live' || value === 'test',
  emulator: (value) => isMissing(value) || typeof value === 'boolean',
  project: isWord,
  signature_header: isWord,
  completion_delivery_value: isWord,
  contract: isWord,
} satisfies Record<keyof Profile, (value: unknown) => boolean>;

const isProfile = (value: unknown): value is Profile =>
  isObject(value) && Object.entries(profileKeys).every(([key, isSound]) => isSound(value[key]));
