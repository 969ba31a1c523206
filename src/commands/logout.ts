import { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { localExitCodes } from '../cli/exit-code.js';
import { profileNamed, readProfiles, writeProfile } from '../config/profiles.js';
import { forgetKeys } from '../config/save-profile.js';
import { UsageFailure } from '../cli/failure.js';

/** `esign logout`: forgets the keys of a profile on this machine; its address stays. */
export function logoutCommand(context: Context): EsignCommand {
  return new EsignCommand('logout')
    .description('Forget the keys of a profile on this machine; its address stays. The keys stay valid at the service.')
    .example('esign logout', 'Forget the keys of the current profile.')
    .example('esign logout --profile production --mode live', 'Forget the live key of one profile.')
    .exits(localExitCodes, 3)
    .action(() => runLogout(context));
}

export async function runLogout(context: Context): Promise<void> {
  const { configDir, given } = context.settings();
  const file = readProfiles(configDir.value);
  const name = given.profile?.value ?? file.current;
  if (name === null) {
    throw new UsageFailure('There is no current profile to log out of.', {
      code: 'missing_option',
      hint: 'Name one: esign logout --profile production',
    });
  }
  const profile = profileNamed(file, name, given.profile === null ? 'the profiles file' : '--profile');
  const only = context.flags().mode;
  const gone = (['live', 'test'] as const).filter(
    (mode) => profile.keys[mode] !== undefined && (only === undefined || only === mode),
  );
  await forgetKeys(configDir.value, name, profile, only);
  const keys = Object.fromEntries(
    Object.entries(profile.keys).filter(([mode]) => !gone.some((other) => other === mode)),
  );
  const { mode: _mode, ...rest } = profile;
  await writeProfile(configDir.value, name, { ...rest, keys });
  await context.output.result(
    { profile: name, forgotten: gone },
    {
      human:
        gone.length === 0
          ? `Profile ${name} holds no key.`
          : `The ${gone.join(' and ')} key of profile ${name} is forgotten.`,
      ids: [name],
    },
  );
}
