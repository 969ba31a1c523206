import { resolve as resolvePath } from 'node:path';
import { lazy } from '../platform/lazy.js';
import { type ApiKey, type KeyMode, readApiKey } from './api-key.js';
import { checkBaseUrl, withoutApiPath } from './base-url.js';
import { ConfigFailure } from './failure.js';
import { baseUrlIn } from './listen-address.js';
import { nameOf, type Origin, type Sourced, sourced } from './origin.js';
import { configFolder, stateFolder } from './folders.js';
import { findProfile, type Profile, profileNamed, type ProfilesFile, readProfiles, sharedProfile } from './profiles.js';
import { runningProject } from './project.js';

/** The settings of one run: flag, then environment, then profile, then default. */
export interface Settings {
  readonly configDir: Sourced<string>;
  readonly stateDir: Sourced<string>;
  /** Null when no profile is selected. */
  readonly profile: Sourced<string> | null;
  /** Null when it is not set. */
  readonly baseUrl: Sourced<string> | null;
  /** Null when it is not set; then the only stored key decides. */
  readonly mode: Sourced<KeyMode> | null;
  /**
   * The profile or `emulator exec` claims that the base URL is an emulator on this machine. `Context.isEmulator` verifies
   * the claim.
   */
  readonly emulator: boolean;
  readonly signatureHeader: Sourced<string>;
  readonly completionDeliveryValue: Sourced<string>;
  /** The path of the contract file of the service; null when the built-in description is used. */
  readonly contract: Sourced<string> | null;
  /** Settings from flags and environment only, for a profile that does not exist yet. */
  readonly given: Given;
  /** Sentences such as "ESIGN_BASE_URL overrides the base URL of profile local". */
  readonly warnings: readonly string[];
  /** The API key, read from its store on first use; null when there is none. */
  key(): Promise<Sourced<ApiKey> | null>;
}

interface Given {
  readonly profile: Sourced<string> | null;
  readonly baseUrl: Sourced<string> | null;
  readonly contract: Sourced<string> | null;
  /** From --api-key-file, --api-key-stdin or ESIGN_API_KEY. */
  key(): Promise<Sourced<ApiKey> | null>;
}

interface SettingsFlags {
  readonly profile?: string;
  readonly profileFlag?: string;
  readonly mode?: KeyMode;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly apiKeyStdin?: boolean;
  readonly contract?: string;
}

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly flags: SettingsFlags;
  /** Reads a small text file, or stdin for `-`. */
  readSecret(path: string): Promise<string>;
}

/**
 * Reads the settings. A missing one is null; an invalid one throws ConfigFailure when it is read, so that `login` can name
 * a profile that does not exist yet.
 */
export function readSettings(sources: SettingsSources): Settings {
  const { env, home, cwd } = sources;
  const configDir = configFolder(env, home, cwd);
  const given = readGiven(sources);
  let resolved: Resolved | undefined;
  const all = (): Resolved => (resolved ??= resolve(sources, configDir.value, given));
  return {
    configDir,
    stateDir: stateFolder(env, home, cwd),
    given,
    get profile() {
      return all().profile;
    },
    get baseUrl() {
      return all().baseUrl;
    },
    get mode() {
      return all().mode;
    },
    get emulator() {
      return all().emulator;
    },
    get signatureHeader() {
      return unlessUnknown(given, () => all().signatureHeader, defaultHeader);
    },
    get completionDeliveryValue() {
      return all().completionDeliveryValue;
    },
    get contract() {
      return unlessUnknown(given, () => all().contract, given.contract);
    },
    get warnings() {
      return all().warnings;
    },
    key: () => all().key(),
  };
}

const defaultHeader: Sourced<string> = { value: 'Service-Signature', origin: { from: 'default' } };

/**
 * What a profile changes of commands that need no service. A profile that the environment names and that does not exist
 * changes nothing: commands that need it read its base URL too, which throws.
 */
function unlessUnknown<T>({ profile }: Given, read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (failure) {
    const isUnknown = failure instanceof ConfigFailure && failure.code === 'profile_unknown';
    if (isUnknown && profile?.origin.from === 'environment') return otherwise;
    throw failure;
  }
}

/** The base URL, or a failure that lists the ways to set it. */
export function requireBaseUrl(settings: Settings): string {
  if (settings.baseUrl !== null) return settings.baseUrl.value;
  throw new ConfigFailure(
    'base_url_missing',
    'No base URL is set.',
    'Set one with --base-url, ESIGN_BASE_URL or `esign login`, or start the emulator with `esign emulator start`.',
  );
}

type Resolved = Omit<Settings, 'configDir' | 'stateDir' | 'given'>;

function readGiven(sources: SettingsSources): Given {
  const { env, flags } = sources;
  const contract = contractGiven(sources);
  const checked = (found: Sourced<string> | null): Sourced<string> | null =>
    found === null ? null : { ...found, value: checkBaseUrl(found.value, nameOf(found.origin)) };
  return {
    profile:
      sourced(flags.profile, { from: 'flag', flag: flags.profileFlag ?? '--profile' }) ??
      sourced(env['ESIGN_PROFILE'], { from: 'environment', variable: 'ESIGN_PROFILE' }),
    get baseUrl() {
      return checked(
        sourced(flags.baseUrl, { from: 'flag', flag: '--base-url' }) ??
          sourced(baseUrlIn(env), { from: 'environment', variable: 'ESIGN_BASE_URL' }),
      );
    },
    contract,
    key: lazy(() => givenKey(sources)),
  };
}

function resolve(sources: SettingsSources, folder: string, given: Given): Resolved {
  const { chosen, unread } = findProfileOf(given, folder, sources);
  const profile = chosen?.profile ?? null;
  const fromProfile = <T>(value: T): Sourced<T> => ({
    value,
    origin: { from: 'profile', profile: chosen?.name.value ?? '' },
  });
  const own =
    profile === null ? null : fromProfile(checkBaseUrl(profile.base_url, `profile ${chosen?.name.value ?? ''}`));
  const written = given.baseUrl ?? own;
  const meant = written === null ? null : withoutApiPath(written.value);
  const atProfile = own !== null && meant === withoutApiPath(own.value);
  const contract =
    given.contract ?? (atProfile && profile?.contract !== undefined ? fromProfile(profile.contract) : null);
  // The paths of a service with a contract file may be others.
  const baseUrl = written === null || meant === null || contract !== null ? written : { ...written, value: meant };
  const mode =
    sourced(sources.flags.mode, { from: 'flag', flag: '--mode' }) ??
    modeFromEnvironment(sources.env) ??
    (profile?.mode === undefined ? null : fromProfile(profile.mode));
  const or = (value: string | undefined, otherwise: string): Sourced<string> =>
    value === undefined ? { value: otherwise, origin: { from: 'default' } } : fromProfile(value);
  return {
    profile: chosen?.name ?? null,
    baseUrl,
    mode,
    emulator:
      isOnThisMachine(baseUrl) && ((atProfile && profile?.emulator === true) || isToldEmulator(sources.env, baseUrl)),
    signatureHeader: or(profile?.signature_header, defaultHeader.value),
    completionDeliveryValue: or(profile?.completion_delivery_value, 'service'),
    contract,
    warnings: [...unread, ...shortened(written, baseUrl), ...overrides(sources, chosen, baseUrl, own)],
    key: lazy(() => readKey({ given, folder, chosen, mode, atProfile })),
  };
}

/** A path of the command line or the environment is meant from the working folder. */
function contractGiven({ env, flags, cwd }: SettingsSources): Sourced<string> | null {
  const given =
    sourced(flags.contract, { from: 'flag', flag: '--contract' }) ??
    sourced(env['ESIGN_CONTRACT'], { from: 'environment', variable: 'ESIGN_CONTRACT' });
  return given === null ? null : { ...given, value: resolvePath(cwd, given.value) };
}

/** Says what was taken off a base URL. */
const shortened = (written: Sourced<string> | null, used: Sourced<string> | null): string[] =>
  written === null || used === null || written.value === used.value
    ? []
    : [`The base URL from ${nameOf(written.origin)} ends in /api/v1, which every request adds. Using ${used.value}.`];

interface Chosen {
  readonly name: Sourced<string>;
  readonly profile: Profile;
}

/** The chosen profile; a file that nobody may read stops only who needs it, and is told to the others. */
function findProfileOf(
  given: Given,
  folder: string,
  sources: SettingsSources,
): { readonly chosen: Chosen | null; readonly unread: readonly string[] } {
  try {
    return { chosen: chooseProfile(given, readProfiles(folder), sources), unread: [] };
  } catch (failure) {
    const { env, flags } = sources;
    const hasKey = flags.apiKeyFile !== undefined || flags.apiKeyStdin === true || (env['ESIGN_API_KEY'] ?? '') !== '';
    const isNeeded = given.profile !== null || given.baseUrl === null || !hasKey;
    if (isNeeded || !(failure instanceof ConfigFailure) || failure.code !== 'profiles_unreadable') throw failure;
    return { chosen: null, unread: [`${failure.message} No profile is used.`] };
  }
}

/** Within a project whose emulator runs, `local` and no profile at all are the profile of that emulator. */
function chooseProfile(given: Given, file: ProfilesFile, sources: SettingsSources): Chosen | null {
  const named = given.profile ?? sourced(file.current ?? undefined, { from: 'default' });
  const isOpen = named === null || named.value === sharedProfile;
  const project = isOpen ? runningProject(sources, stateFolder(sources.env, sources.home, sources.cwd).value) : null;
  const isKnown = project !== null && findProfile(file, project.profile) !== undefined;
  const name = isKnown
    ? { value: project.profile, origin: given.profile?.origin ?? ({ from: 'project', root: project.root } as const) }
    : named;
  return name === null ? null : { name, profile: profileNamed(file, name.value, nameOf(name.origin)) };
}

interface KeySearch {
  readonly given: Given;
  readonly folder: string;
  readonly chosen: Chosen | null;
  readonly mode: Sourced<KeyMode> | null;
  readonly atProfile: boolean;
}

async function readKey({ given, folder, chosen, mode, atProfile }: KeySearch): Promise<Sourced<ApiKey> | null> {
  const found = await given.key();
  if (found !== null) {
    if (
      mode !== null &&
      mode.origin.from !== 'profile' &&
      found.value.mode !== null &&
      found.value.mode !== mode.value
    ) {
      throw new ConfigFailure(
        'mode_mismatch',
        `The key from ${nameOf(found.origin)} is a ${found.value.mode} key, but ${nameOf(mode.origin)} requires a ${mode.value} key.`,
        'Use a key of that mode, or omit the mode.',
      );
    }
    return found;
  }
  // A stored key is sent only to the base URL that it was stored for.
  if (chosen === null || !atProfile) return null;
  const slot = mode?.value ?? (chosen.profile.keys.live === undefined ? 'test' : 'live');
  const store = chosen.profile.keys[slot];
  if (store === undefined) return null;
  // Loaded only when a key is looked up there.
  const { accountOf, keyStore } = await import('./key-store.js');
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
  throw new ConfigFailure('mode_invalid', `Invalid ESIGN_MODE value "${text}".`, 'Set it to `live` or `test`.');
}

/** Plain HTTP is allowed on this machine only (`checkBaseUrl`). */
const isOnThisMachine = (baseUrl: Sourced<string> | null): boolean => baseUrl?.value.startsWith('http://') === true;

/** `emulator exec` sets the URL of the emulator for its command. */
const isToldEmulator = (env: SettingsSources['env'], baseUrl: Sourced<string> | null): boolean =>
  baseUrl !== null && env['ESIGN_EMULATOR_URL'] === `${baseUrl.value}/_emulator`;

/** Warnings about values that the environment overrides, since variables are easy to miss. */
function overrides(
  { env, flags }: SettingsSources,
  chosen: Chosen | null,
  baseUrl: Sourced<string> | null,
  own: Sourced<string> | null,
): string[] {
  if (chosen === null) return [];
  const { name, profile } = chosen;
  const warnings: string[] = [];
  if (baseUrl?.origin.from === 'environment' && baseUrl.value !== own?.value) {
    warnings.push(`ESIGN_BASE_URL overrides the base URL of profile ${name.value}.`);
  }
  const keyFlag = flags.apiKeyStdin === true || flags.apiKeyFile !== undefined;
  const hasKey = profile.keys.live !== undefined || profile.keys.test !== undefined;
  if (!keyFlag && (env['ESIGN_API_KEY'] ?? '') !== '' && hasKey) {
    warnings.push(`ESIGN_API_KEY overrides the key of profile ${name.value}.`);
  }
  // No warnings for a default profile of which nothing is used.
  const isUnasked = name.origin.from === 'default' || name.origin.from === 'project';
  return isUnasked && warnings.length === 2 ? [] : warnings;
}
