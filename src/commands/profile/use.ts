import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { chooseProfile } from '../../core/config/profiles.js';

interface ProfileUseOptions {
  readonly name: string;
}

/** `esign profile use NAME`: the profile that commands use when none is named. */
export function profileUseCommand(context: Context): EsignCommand {
  return new EsignCommand('use')
    .summary('Choose the current profile')
    .description('Choose the profile that commands use when neither --profile nor ESIGN_PROFILE names one.')
    .argument('<name>', 'name of the profile')
    .example('esign profile use local', 'Work with the emulator from now on.')
    .prints((s) => s.object({ current: s.text }))
    .exits(localExitCodes)
    .action((name: string) => runProfileUse(context, { name }));
}

async function runProfileUse(context: Context, { name }: ProfileUseOptions): Promise<void> {
  await chooseProfile(context.settings().configDir.value, name);
  await context.output.result({ current: name }, { human: `Commands now use profile ${name}.`, ids: [name] });
}
