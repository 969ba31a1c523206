import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { actExits, envelopeId } from '../../envelope/recipient-acts.js';
import { control } from '../../emulator-client/control.js';

export interface EmulatorRequeueOptions {
  readonly envelope: string;
}

/** `esign emulator requeue ENVELOPE`: tries the sealing again, as support would after `envelope.sealing_failed`. */
export function emulatorRequeueCommand(context: Context): EsignCommand {
  return new EsignCommand('requeue')
    .summary('Try a failed sealing again')
    .description(
      'Try the sealing of an envelope again after it failed, as support would. A success delivers `envelope.sealed`.',
    )
    .argument('<envelope>', 'the id of the envelope', envelopeId)
    .example('esign emulator requeue 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Try again.')
    .example('esign emulator requeue 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --json', 'The same for a program.')
    .answers(['envelope_id', 'requeued'])
    .exits(actExits)
    .action((envelope: string) => runEmulatorRequeue(context, { envelope }));
}

export async function runEmulatorRequeue(context: Context, { envelope }: EmulatorRequeueOptions): Promise<void> {
  await control<undefined>(context, { method: 'POST', path: `/_emulator/envelopes/${envelope}/requeue-sealing` });
  await context.output.result(
    { envelope_id: envelope, requeued: true },
    { human: 'The sealing is tried again.', ids: [envelope], next: ['esign emulator clock advance --to next'] },
  );
}
