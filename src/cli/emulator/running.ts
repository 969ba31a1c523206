import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context/context.js';
import { checkProfileName, findProfile, readProfiles } from '../../core/config/profiles.js';
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
}

const limit = 64 * 1024;

/**
 * The profile that `emulator start` writes and the other emulator commands use: `--profile`, else the profile of the
 * environment if it is an emulator, else `local`. A variable that names the real service has no effect here.
 */
export function emulatorProfile(context: Context): string {
  const named = context.flags().profile;
  if (named !== undefined) {
    checkProfileName(named);
    return named;
  }
  const { given, configDir } = context.settings();
  const name = given.profile?.value ?? 'local';
  return findProfile(readProfiles(configDir.value), name)?.emulator === true ? name : 'local';
}

/** The data folder of a profile unless --data names another one. */
export const emulatorDataFolder = (context: Context, profile: string): string =>
  join(context.settings().stateDir.value, profile === 'local' ? 'emulator' : `emulator-${profile}-data`);

const pathOf = (context: Context, profile: string): string =>
  join(context.settings().stateDir.value, `emulator-${profile}.json`);

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
  const { profile, url, pid, started, data } = isObject(value) ? value : {};
  const known =
    typeof profile === 'string' &&
    typeof url === 'string' &&
    typeof data === 'string' &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 1;
  if (!known || (started !== null && typeof started !== 'string')) return null;
  return { profile, url, pid: Number(pid), started, data };
}
