import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../cli/context.js';
import { checkProfileName, readProfiles } from '../config/profiles.js';
import { makeFolder, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import { type Whereabouts, whereIs } from '../platform/process-identity.js';

/** What is known of an emulator that `emulator start` began: where it answers, and which process it is. */
export interface Running {
  readonly profile: string;
  readonly url: string;
  readonly pid: number;
  /** When that process began, as the system tells it; null where it does not tell. */
  readonly started: string | null;
  readonly data: string;
}

const limit = 64 * 1024;

/**
 * The profile that `emulator start` writes and the other emulator commands look for: `--profile`, else that of the
 * environment when it is an emulator's, else `local`. A variable that names the real service changes nothing here.
 */
export function emulatorProfile(context: Context): string {
  const named = context.flags().profile;
  if (named !== undefined) {
    checkProfileName(named);
    return named;
  }
  const { given, configDir } = context.settings();
  const { profiles } = readProfiles(configDir.value);
  const name = given.profile?.value;
  return name !== undefined && Object.hasOwn(profiles, name) && profiles[name]?.emulator === true ? name : 'local';
}

const pathOf = (context: Context, profile: string): string =>
  join(context.settings().stateDir.value, `emulator-${profile}.json`);

/** The emulator of a profile, when its process is still the one that was started; null otherwise. */
export async function readRunning(context: Context, profile: string): Promise<Running | null> {
  const { running, where } = await findRunning(context, profile);
  return where === 'here' ? running : null;
}

/** What is written of the emulator of a profile, and where its process is. */
export async function findRunning(
  context: Context,
  profile: string,
): Promise<{ readonly running: Running | null; readonly where: Whereabouts }> {
  const running = await readRecord(pathOf(context, profile));
  return { running, where: running === null ? 'gone' : await whereIs(running.pid, running.started) };
}

/** Remembers the emulator of a profile, for its owner alone. */
export async function writeRunning(context: Context, running: Running): Promise<void> {
  const path = pathOf(context, running.profile);
  await makeFolder(context.settings().stateDir.value, 0o700);
  await writeFileAtomic(path, `${JSON.stringify(running)}\n`);
}

/** Forgets an emulator, unless another one has been started under the same profile meanwhile. */
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
