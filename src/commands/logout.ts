import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { localExitCodes } from '../cli/failure/exit-code.js';
import { profileNamed, readProfiles, writeProfile } from '../core/config/profiles.js';
import { forgetKeys } from '../core/config/save-profile.js';
import { UsageFailure } from '../cli/failure/failure.js';

/** `esign logout`: forgets the keys of a profile on this machine; its address stays. */
export function logoutCommand(context: Context): EsignCommand {
  return new EsignCommand('logout')
    .description(
      'Remove the API keys of a profile from this machine. Its base URL is kept, and the keys stay valid at the service.',
    )
    .example('esign logout', 'Remove the keys of the current profile.')
    .example('esign logout --profile production --mode live', 'Remove the live key of a profile.')
    .prints((s) => s.object({ profile: s.text, forgotten: s.list(s.oneOf('live', 'test')) }))
    .exits(localExitCodes, 3)
    .action(() => runLogout(context));
}

async function runLogout(context: Context): Promise<void> {
  const { configDir, given } = context.settings();
  const file = readProfiles(configDir.value);
  const name = given.profile?.value ?? file.current;
  if (name === null) {
    throw new UsageFailure('No current profile to log out of.', {
      code: 'missing_option',
      hint: 'Specify a profile: esign logout --profile production',
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
          ? `Profile ${name} has no API key.`
          : `Removed the ${gone.join(' and ')} key of profile ${name}.`,
      ids: [name],
    },
  );
}
