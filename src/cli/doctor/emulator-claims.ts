import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { proofOf } from '../../client/emulator-proof.js';
import { dropEmulatorToken, readEmulatorToken } from '../../core/config/emulator-token.js';
import { isProjectProfile, type ProfilesFile, readProfiles } from '../../core/config/profiles.js';
import { forgetProfile } from '../../core/config/save-profile.js';
import { pluralize } from '../context/counted.js';
import { emulatorDataFolder, findRunning } from '../emulator/running.js';
import { type Finding, finding, type DoctorContext } from './finding.js';

/**
 * Profiles that are marked as an emulator but reach something else: the mark alone must not make a live key look
 * harmless. A stopped emulator is not reported.
 */
export async function checkEmulatorClaims({ context }: DoctorContext): Promise<readonly Finding[]> {
  const { configDir, stateDir } = context.settings();
  const { profiles } = readKnown(configDir.value);
  const claims = Object.entries(profiles).filter(([, profile]) => profile.emulator === true);
  const found: Finding[] = [];
  for (const [name, { base_url: url }] of claims) {
    const flaw = await flawOf(url, stateDir.value, context.signal);
    if (flaw === null) continue;
    found.push(
      finding('emulator_profiles', 'warning', `The profile ${name} is marked as an emulator, but ${flaw}.`, {
        hint: 'It is treated as a real service, so requests need a confirmation. Remove the profile, or start the emulator: esign emulator start',
        facts: { profile: name, base_url: url },
      }),
    );
  }
  return found;
}

/**
 * Profiles of projects whose folder was deleted or moved: nothing leads to their emulator any more. Where the folder
 * above is missing too, a disk may not be mounted. `--fix` removes them with their keys; the data of the emulator, which a
 * moved project may miss, stay.
 */
export async function checkProjects({ context, fix }: DoctorContext): Promise<readonly Finding[]> {
  const { configDir, stateDir } = context.settings();
  const { profiles } = readKnown(configDir.value);
  const gone: string[] = [];
  for (const [name, profile] of Object.entries(profiles)) {
    const { project: root } = profile;
    if (root === undefined || !isProjectProfile(name) || existsSync(root) || !existsSync(dirname(root))) continue;
    if ((await findRunning(context, name)).where !== 'gone') continue;
    gone.push(name);
    if (!fix) continue;
    await forgetProfile(configDir.value, name, profile);
    await dropEmulatorToken(stateDir.value, profile.base_url);
  }
  if (gone.length === 0) return [];
  const facts = { profiles: gone };
  const named = gone.map((name) => `${name} (${profiles[name]?.project ?? ''})`).join(', ');
  const what = `${pluralize(gone.length, 'profile')} of projects whose folder was deleted or moved`;
  if (fix) {
    const kept = gone.map((name) => emulatorDataFolder(context, name)).filter((folder) => existsSync(folder));
    const data =
      kept.length === 0 ? '' : ` The data of their emulators stay; delete what you no longer need: ${kept.join(', ')}.`;
    return [finding('projects', 'fixed', `Removed ${what}, with their keys: ${named}.${data}`, { facts })];
  }
  const hint = 'Remove them with their keys, and keep the data of their emulators: esign doctor --fix';
  return [finding('projects', 'warning', `${what}: ${named}.`, { hint, facts })];
}

/** Unreadable files are reported by the settings check. */
function readKnown(folder: string): Pick<ProfilesFile, 'profiles'> {
  try {
    return readProfiles(folder);
  } catch {
    // See above.
    return { profiles: {} };
  }
}

async function flawOf(url: string, stateDir: string, signal: AbortSignal): Promise<string | null> {
  if (!url.startsWith('http://')) return `${url} is not an address on this machine over plain HTTP`;
  // Without a token the emulator cannot prove itself, so check only whether anything responds.
  const token = (await readEmulatorToken(stateDir, url)) ?? randomUUID();
  return (await proofOf(url, token, signal)) === 'unproven' ? `the server at ${url} cannot prove it` : null;
}
