import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { profileNamed, readProfiles } from '../../core/config/profiles.js';
import { forgetProfile } from '../../core/config/save-profile.js';

interface ProfileRemoveOptions {
  readonly name: string;
}

/** `esign profile remove NAME`: forgets a profile and its keys; the keys stay valid at the service. */
export function profileRemoveCommand(context: Context): EsignCommand {
  return new EsignCommand('remove')
    .summary('Remove a profile and its keys')
    .description('Remove a profile and its keys from this machine. The keys stay valid at the service.')
    .argument('<name>', 'name of the profile')
    .example('esign profile remove staging', 'Remove the base URL and the keys of staging.')
    .prints((s) => s.object({ removed: s.text }))
    .exits(localExitCodes, 3)
    .action((name: string) => runProfileRemove(context, { name }));
}

async function runProfileRemove(context: Context, { name }: ProfileRemoveOptions): Promise<void> {
  const folder = context.settings().configDir.value;
  const profile = profileNamed(readProfiles(folder), name, 'the command line');
  await forgetProfile(folder, name, profile);
  await context.output.result({ removed: name }, { human: `Profile ${name} and its keys are forgotten.`, ids: [name] });
}
