import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Context } from '../context/context.js';
import { checkProfileName, findProfile, readProfiles, sharedProfile } from '../../core/config/profiles.js';
import { emulatorRecordPath, projectAt, runningProject } from '../../core/config/project.js';
import { makeFolder, writeFileAtomic } from '../../core/platform/durable-file.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { type Whereabouts, whereIs } from '../../core/platform/process-identity.js';

/** An emulator that `emulator start` started: its URL and its process. */
export interface Running {
  readonly profile: string;
  readonly url: string;
  readonly pid: number;
  /** The start time of the process from the system; null where it is not available. */
  readonly started: string | null;
  readonly data: string;
  /** The root of the project that it belongs to. */
  readonly project: string | null;
}

const limit = 64 * 1024;
/** Emulators that a hint names. */
const maxNamed = 10;

/**
 * The emulator that a command means: that of `--profile`, else of the profile of the environment if it is an emulator,
 * else `local`, which is the emulator of the project where one runs, and the machine's elsewhere. A variable that names
 * the real service has no effect here.
 */
export function emulatorProfile(context: Context): string {
  const name = namedProfile(context);
  if (name !== sharedProfile) return name;
  return runningProject(context.machine, context.settings().stateDir.value)?.profile ?? name;
}

/** The emulator that `emulator start` and `dev` start: `local` is that of the project, whether or not it runs. */
export function startedEmulator(
  context: Context,
  { shared = false }: { readonly shared?: boolean },
): { readonly profile: string; readonly project: string | null } {
  const name = namedProfile(context);
  const project = projectAt(context.machine);
  if (project !== null && ((name === sharedProfile && !shared) || name === project.profile)) {
    return { profile: project.profile, project: project.root };
  }
  return { profile: name, project: null };
}

/** A profile as people in this folder name it: that of the project is `local` here. */
export const spokenProfile = (context: Context, profile: string): string =>
  projectAt(context.machine)?.profile === profile ? sharedProfile : profile;

/** The flag that leads a command of this folder to the emulator of a profile. */
export function profileFlag(context: Context, profile: string): string {
  const spoken = spokenProfile(context, profile);
  return spoken === sharedProfile ? '' : ` --profile ${spoken}`;
}

/** `emulator start --shared` and `dev --shared`. */
export const sharedOption = (): Option =>
  new Option('--shared', 'use the emulator of the machine, which all projects share, instead of that of this project');

function namedProfile(context: Context): string {
  const named = context.flags().profile;
  if (named !== undefined) {
    checkProfileName(named);
    return named;
  }
  const { given, configDir } = context.settings();
  const name = given.profile?.value ?? sharedProfile;
  return findProfile(readProfiles(configDir.value), name)?.emulator === true ? name : sharedProfile;
}

/** The data folder of a profile unless --data names another one. */
export const emulatorDataFolder = (context: Context, profile: string): string =>
  join(context.settings().stateDir.value, profile === sharedProfile ? 'emulator' : `emulator-${profile}-data`);

const pathOf = (context: Context, profile: string): string =>
  emulatorRecordPath(context.settings().stateDir.value, profile);

/** What to do where no emulator is in reach: those that run elsewhere are named. */
export async function waysToAnEmulator(context: Context): Promise<string> {
  const names = await readdir(context.settings().stateDir.value).catch(() => []);
  const profiles = names.flatMap((file) => /^emulator-([\w.-]+)\.json$/.exec(file)?.[1] ?? []);
  const found = await Promise.all(profiles.slice(0, maxNamed).map((profile) => readRunning(context, profile)));
  const others = found.flatMap((one) => (one === null ? [] : [one]));
  if (others.length === 0) return 'Start one with `esign emulator start`, or set its URL with --base-url.';
  const named = others.map(({ profile, project }) => `--profile ${profile}${project === null ? '' : ` (${project})`}`);
  return `Start one with \`esign emulator start\`, or use one that runs: ${named.join(', ')}.`;
}

/** The emulator of a profile if its process still runs; null otherwise. */
export async function readRunning(context: Context, profile: string): Promise<Running | null> {
  const { running, where } = await findRunning(context, profile);
  return where === 'here' ? running : null;
}

/** The record of the emulator of a profile, and whether its process runs here. */
export async function findRunning(
  context: Context,
  profile: string,
): Promise<{ readonly running: Running | null; readonly where: Whereabouts }> {
  const running = await readRecord(pathOf(context, profile));
  return { running, where: running === null ? 'gone' : await whereIs(running.pid, running.started) };
}

/** Records the emulator of a profile in a private file. */
export async function writeRunning(context: Context, running: Running): Promise<void> {
  const path = pathOf(context, running.profile);
  await makeFolder(context.settings().stateDir.value, 0o700);
  await writeFileAtomic(path, `${JSON.stringify(running)}\n`);
}

/** Removes the record, unless another emulator was started for the same profile meanwhile. */
export async function forgetRunning(context: Context, { profile, pid, started }: Running): Promise<void> {
  const path = pathOf(context, profile);
  const now = await readRecord(path);
  if (now === null || (now.pid === pid && now.started === started)) await rm(path, { force: true });
}

async function readRecord(path: string): Promise<Running | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '' || text.length > limit) return null;
  const value = parseJson(text);
  const { profile, url, pid, started, data, project = null } = isObject(value) ? value : {};
  const known =
    typeof profile === 'string' &&
    typeof url === 'string' &&
    typeof data === 'string' &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 1;
  if (!known || (started !== null && typeof started !== 'string')) return null;
  return { profile, url, pid: Number(pid), started, data, project: typeof project === 'string' ? project : null };
}
