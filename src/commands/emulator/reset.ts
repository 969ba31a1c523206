import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { Cancelled, UsageFailure } from '../../cli/failure.js';
import { control, findEmulator } from './control.js';

/** `esign emulator reset`: empties the emulator; its keys, its organisation and its brands stay. */
export function emulatorResetCommand(context: Context, run: Runner<object> = runEmulatorReset): EsignCommand {
  return new EsignCommand('reset')
    .summary('Empty it')
    .description(
      'Empty the emulator: templates, envelopes, webhooks, events and mail go; the two first keys and the brands stay. ' +
        'Asks first; without a terminal it needs --yes.',
    )
    .example('esign emulator reset', 'Begin anew.')
    .example('esign emulator reset --profile second --yes', 'Empty another one, in a script.')
    .exits([0, 1, 2, 4, 8, 130])
    .action((options: object) => run(context, options));
}

export async function runEmulatorReset(context: Context): Promise<void> {
  await confirm(context);
  await control<undefined>(context, { method: 'POST', path: '/_emulator/reset' });
  await context.output.result({ reset: true }, { human: 'The emulator is empty.', ids: [] });
}

/** What is gone cannot be had back, though nobody but its owner misses it. Throws Cancelled and UsageFailure. */
async function confirm(context: Context): Promise<void> {
  const what = `This empties the emulator at ${await findEmulator(context)}.`;
  if (context.flags().yes === true) return;
  if (!context.prompt.available) {
    throw new UsageFailure(`${what} It needs a yes, and there is nobody to ask.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to say yes beforehand.',
    });
  }
  context.output.note(what);
  if (!(await context.prompt.confirm('Empty it?'))) throw new Cancelled();
}
