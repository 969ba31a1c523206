import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { emulatorReasons } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import type { KeyMode } from '../../core/config/api-key.js';
import { Cancelled, UsageFailure } from '../../cli/failure/failure.js';
import { noKey } from '../../cli/context/ways-to-a-key.js';

interface ProfileTokenOptions {
  readonly print?: boolean;
}

/** `esign profile token`: the API key in use, only when asked for it. */
export function profileTokenCommand(context: Context): EsignCommand {
  return new EsignCommand('token')
    .summary('Print the API key in use')
    .description(
      'Print the API key that commands of this profile use, for a program that needs it. Without --print it is masked. ' +
        'The live key of a real service also needs a confirmation, or --yes without a terminal.',
    )
    .addOption(new Option('--print', 'print the whole key'))
    .example('esign profile token', 'Show which key is in use, masked.')
    .example('key=$(esign profile token --print --profile local)', 'Save the key of the emulator for an app.')
    .prints((s) => s.object({ key: s.text, mode: s.nullable(s.oneOf('live', 'test')), masked: s.flag }))
    .plain('--print')
    .exits(localExitCodes)
    .action((options: ProfileTokenOptions) => runProfileToken(context, options));
}

async function runProfileToken(context: Context, { print = false }: ProfileTokenOptions): Promise<void> {
  const found = await context.settings().key();
  if (found === null) {
    throw noKey(context.settings());
  }
  const { mode, masked, secret } = found.value;
  if (print) await confirmPrinting(context, masked, mode);
  else context.output.note('Add --print to print the whole key.');
  const shown = print ? secret : masked;
  // `key=$(esign profile token --print)` needs the key alone.
  if (print && context.output.form !== 'json') return context.output.text('key', shown);
  await context.output.result({ key: shown, mode: mode ?? null, masked: !print }, { human: shown, ids: [shown] });
}

/** A live key of a real service acts in the name of the organisation. Throws Cancelled and UsageFailure. */
async function confirmPrinting(context: Context, masked: string, mode: KeyMode | null): Promise<void> {
  if (mode === 'test' || context.flags().yes === true || (await context.confirmation()) === 'none') return;
  const about = `${masked} is a live key: with it, anybody can send documents in the name of your organisation.`;
  const sentence = [about, ...(await emulatorReasons(context))].join(' ');
  if (!context.prompt.available) {
    throw new UsageFailure(`${sentence} This needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to print it.',
    });
  }
  context.output.note(sentence);
  if (!(await context.prompt.confirm('Print it?'))) throw new Cancelled();
}
