import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { confirmLoss } from '../../emulator-client/confirm-loss.js';
import { control } from '../../emulator-client/control.js';

/** `esign emulator reset`: empties the emulator; its keys, its organisation and its brands stay. */
export function emulatorResetCommand(context: Context): EsignCommand {
  return new EsignCommand('reset')
    .summary('Empty it')
    .description(
      'Empty the emulator: templates, envelopes, webhooks, events and mail go; the two first keys and the brands stay. ' +
        'Asks first; without a terminal it needs --yes.',
    )
    .example('esign emulator reset', 'Begin anew.')
    .example('esign emulator reset --profile second --yes', 'Empty another one, in a script.')
    .answers(['reset'])
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorReset(context));
}

export async function runEmulatorReset(context: Context): Promise<void> {
  await confirmLoss(context, { what: 'This empties', question: 'Empty it?' });
  await control<undefined>(context, { method: 'POST', path: '/_emulator/reset' });
  await context.output.result({ reset: true }, { human: 'The emulator is empty.', ids: [] });
}
