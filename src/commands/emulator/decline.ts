import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { act, actExits, type ActOptions, envelopeId, recipientAbout } from '../../sending/envelope/which-recipient.js';

interface EmulatorDeclineOptions extends ActOptions {
  readonly reason: string;
}

/** `esign emulator decline ENVELOPE RECIPIENT --reason R`: declines as the recipient; the envelope becomes `declined`. */
export function emulatorDeclineCommand(context: Context): EsignCommand {
  return new EsignCommand('decline')
    .summary('Decline as a recipient')
    .description('Decline to sign as a recipient. The status of the envelope becomes `declined`.')
    .argument('<envelope>', 'envelope ID', envelopeId)
    .argument('<recipient>', recipientAbout)
    .requiredOption('--reason <text>', 'why')
    .example(
      'esign emulator decline 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --reason "The rent is wrong"',
      'Decline with a reason.',
    )
    .example(
      'esign emulator decline 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --reason No --jq .status',
      'Decline and print the status.',
    )
    .prints({ of: 'getEnvelope' })
    .exits(actExits)
    .action((envelope: string, recipient: string, options: EmulatorDeclineOptions) =>
      runEmulatorDecline(context, { ...options, envelope, recipient }),
    );
}

async function runEmulatorDecline(context: Context, options: EmulatorDeclineOptions): Promise<void> {
  await act(context, options, 'decline', { reason: options.reason });
}
