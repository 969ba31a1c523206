import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { confirmDataLoss, control } from '../../cli/emulator/control.js';

interface EmulatorResetOptions {
  readonly clock?: boolean;
}

/** `esign emulator reset`: deletes the data of the emulator, except its keys, organisation and brands. */
export function emulatorResetCommand(context: Context): EsignCommand {
  return new EsignCommand('reset')
    .summary('Delete the data of the emulator')
    .description(
      'Delete all templates, envelopes, webhooks, events and mail of the emulator. The two initial API keys and the ' +
        'brands stay. It asks for confirmation; without a terminal it needs --yes. The clock stays too, because it never ' +
        'moves back while there is data; with --clock it runs again from the time of this machine.',
    )
    .addOption(new Option('--clock', 'also set the clock back to the time of this machine'))
    .example('esign emulator reset', 'Delete the data after a confirmation.')
    .example('esign emulator reset --clock', 'Start again with real time, after the clock was moved.')
    .example('esign emulator reset --profile second --yes', 'Reset the emulator of another profile in a script.')
    .prints(resetShape)
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorResetOptions) => runEmulatorReset(context, options));
}

const resetShape = (s: ShapeBlocks) => s.object({ reset: s.yes });

/** Throws Cancelled and UsageFailure without a confirmation. */
async function runEmulatorReset(context: Context, { clock = false }: EmulatorResetOptions): Promise<void> {
  await confirmDataLoss(context, { what: 'This deletes the data of', question: 'Delete it?' });
  await control<undefined>(context, { method: 'POST', path: '/_emulator/reset', body: { clock } });
  const human = `Deleted the data of the emulator.${clock ? ' Its clock has the time of this machine.' : ''}`;
  await context.output.result({ reset: true }, { human, ids: [] });
}
