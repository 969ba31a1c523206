import { type ApiKey, type KeyMode, readApiKey } from './api-key.js';
import { checkBaseUrl } from './base-url.js';
import { ConfigFailure } from './failure.js';
import { accountOf, keyStore } from './key-store.js';
import { configFolder, stateFolder } from './places.js';
import { type Profile, profileNamed, type ProfilesFile, readProfiles } from './profiles.js';

/** Where a value came from. */
export type Origin =
  | { readonly from: 'flag'; readonly flag: string }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'profile'; readonly profile: string; readonly store?: string }
  | { readonly from: 'default' };

export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** The settings of one run: flag, then environment, then profile, then default. */
export interface Settings {
  readonly configDir: Sourced<string>;
  readonly stateDir: Sourced<string>;
  /** Null when none is chosen. */
  readonly profile: Sourced<string> | null;
  /** Null when nothing gives one. */
  readonly baseUrl: Sourced<string> | null;
  /** Null when nobody chose; then the only key there is decides. */
  readonly mode: Sourced<KeyMode> | null;
  /** The address is that of an emulator's profile: nothing real happens there. */
  readonly emulator: boolean;
  readonly signatureHeader: Sourced<string>;
  readonly completionDeliveryValue: Sourced<string>;
  /** Sentences such as "ESIGN_BASE_URL overrides the base address of profile local". */
  readonly warnings: readonly string[];
  /** The API key, read from where it is kept on first use; null when there is none. */
  key(): Promise<Sourced<ApiKey> | null>;
}

export interface SettingsFlags {
  readonly profile?: string;
  readonly mode?: KeyMode;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly apiKeyStdin?: boolean;
}

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly flags: SettingsFlags;
  /** Reads a small text file, or stdin for `-`. */
  readSecret(path: string): Promise<string>;
}

/** Reads the settings. Throws ConfigFailure when one of them is unusable; a missing one is null. */
export function readSettings(sources: SettingsSources): Settings {
  const { env, flags } = sources;
  const configDir = configFolder(env, sources.home, sources.cwd);
  const chosen = chooseProfile(sources, readProfiles(configDir.value));
  const profile = chosen?.profile ?? null;
  const fromProfile = <T>(value: T): Sourced<T> => ({
    value,
    origin: { from: 'profile', profile: chosen?.name.value ?? '' },
  });

  const baseUrl =
    sourced(flags.baseUrl, { from: 'flag', flag: '--base-url' }) ??
    sourced(env['ESIGN_BASE_URL'], { from: 'environment', variable: 'ESIGN_BASE_URL' }) ??
    (profile === null ? null : fromProfile(profile.base_url));
  const checkedUrl = baseUrl === null ? null : { ...baseUrl, value: checkBaseUrl(baseUrl.value, nameOf(baseUrl.origin)) };
  const atProfile = profile !== null && checkedUrl?.value === checkBaseUrl(profile.base_url, 'the profile');

  const mode =
    sourced(flags.mode, { from: 'flag', flag: '--mode' }) ??
    modeFromEnvironment(env) ??
    (profile?.mode === undefined ? null : fromProfile(profile.mode));
  return {
    configDir,
    stateDir: stateFolder(env, sources.home, sources.cwd),
    profile: chosen?.name ?? null,
    baseUrl: checkedUrl,
    mode,
    emulator: atProfile && profile.emulator === true,
    signatureHeader:
      profile?.signature_header === undefined
        ? { value: 'Service-Signature', origin: { from: 'default' } }
        : fromProfile(profile.signature_header),
    completionDeliveryValue:
      profile?.completion_delivery_value === undefined
        ? { value: 'service', origin: { from: 'default' } }
        : fromProfile(profile.completion_delivery_value),
    warnings: overrides(sources, chosen, checkedUrl),
    key: once(() => readKey(sources, configDir.value, chosen, mode, atProfile)),
  };
}

interface Chosen {
  readonly name: Sourced<string>;
  readonly profile: Profile;
}

function chooseProfile({ env, flags }: SettingsSources, file: ProfilesFile): Chosen | null {
  const name =
    sourced(flags.profile, { from: 'flag', flag: '--profile' }) ??
    sourced(env['ESIGN_PROFILE'], { from: 'environment', variable: 'ESIGN_PROFILE' }) ??
    sourced(file.current ?? undefined, { from: 'default' });
  if (name === null) return null;
  return { name, profile: profileNamed(file, name.value, nameOf(name.origin)) };
}

async function readKey(
  sources: SettingsSources,
  folder: string,
  chosen: Chosen | null,
  mode: Sourced<KeyMode> | null,
  atProfile: boolean,
): Promise<Sourced<ApiKey> | null> {
  const given = await givenKey(sources);
  if (given !== null) {
    if (mode !== null && mode.origin.from !== 'profile' && given.value.mode !== null && given.value.mode !== mode.value) {
      throw new ConfigFailure(
        'mode_mismatch',
        `The key of ${nameOf(given.origin)} is a ${given.value.mode} key, and ${nameOf(mode.origin)} asks for a ${mode.value} key.`,
        'Give a key of that mode, or leave the mode out.',
      );
    }
    return given;
  }
  // A stored key goes to the address it was stored for and to no other.
  if (chosen === null || !atProfile) return null;
  const slot = mode?.value ?? (chosen.profile.keys.live === undefined ? 'test' : 'live');
  const store = chosen.profile.keys[slot];
  if (store === undefined) return null;
  const secret = await keyStore(store, folder).get(accountOf(chosen.name.value, slot));
  if (secret === null) return null;
  const origin: Origin = { from: 'profile', profile: chosen.name.value, store };
  return { value: readApiKey(secret, nameOf(origin)), origin };
}

async function givenKey({ env, flags, readSecret }: SettingsSources): Promise<Sourced<ApiKey> | null> {
  const path = flags.apiKeyStdin === true ? '-' : flags.apiKeyFile;
  if (path !== undefined) {
    const origin: Origin = { from: 'flag', flag: flags.apiKeyStdin === true ? '--api-key-stdin' : '--api-key-file' };
    return { value: readApiKey(await readSecret(path), nameOf(origin)), origin };
  }
  const variable = sourced(env['ESIGN_API_KEY'], { from: 'environment', variable: 'ESIGN_API_KEY' });
  return variable === null ? null : { ...variable, value: readApiKey(variable.value, nameOf(variable.origin)) };
}

function modeFromEnvironment(env: SettingsSources['env']): Sourced<KeyMode> | null {
  const text = env['ESIGN_MODE'] ?? '';
  if (text === '') return null;
  if (text === 'live' || text === 'test') {
    return { value: text, origin: { from: 'environment', variable: 'ESIGN_MODE' } };
  }
  throw new ConfigFailure('mode_invalid', 'ESIGN_MODE is neither live nor test.', 'Set it to `live` or `test`.');
}

/** What the environment takes the place of: said out loud, since nobody sees a variable. */
function overrides(sources: SettingsSources, chosen: Chosen | null, baseUrl: Sourced<string> | null): string[] {
  if (chosen === null) return [];
  const { name, profile } = chosen;
  const warnings: string[] = [];
  if (baseUrl?.origin.from === 'environment' && baseUrl.value !== checkBaseUrl(profile.base_url, 'the profile')) {
    warnings.push(`ESIGN_BASE_URL overrides the base address of profile ${name.value}.`);
  }
  const keyFlag = sources.flags.apiKeyStdin === true || sources.flags.apiKeyFile !== undefined;
  const hasKey = profile.keys.live !== undefined || profile.keys.test !== undefined;
  if (!keyFlag && (sources.env['ESIGN_API_KEY'] ?? '') !== '' && hasKey) {
    warnings.push(`ESIGN_API_KEY overrides the key of profile ${name.value}.`);
  }
  return warnings;
}

/** An empty variable counts as none. */
function sourced<T extends string>(value: T | undefined, origin: Origin): Sourced<T> | null {
  return value === undefined || value === '' ? null : { value, origin };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The origin in words: `--base-url`, `ESIGN_BASE_URL`, `profile local (keychain)`, `the default`. */
export function nameOf(origin: Origin): string {
  switch (origin.from) {
    case 'flag':
      return origin.flag;
    case 'environment':
      return origin.variable;
    case 'profile':
      return `profile ${origin.profile}${origin.store === undefined ? '' : ` (${origin.store})`}`;
    case 'default':
      return 'the default';
  }
}
