import { randomUUID } from 'node:crypto';
import { proofOf } from '../../client/emulator-proof.js';
import { readEmulatorToken } from '../../core/config/emulator-token.js';
import { type ProfilesFile, readProfiles } from '../../core/config/profiles.js';
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
