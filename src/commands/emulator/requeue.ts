import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { actExits, envelopeId } from '../../sending/envelope/which-recipient.js';
import { control } from '../../cli/emulator/control.js';

interface EmulatorRequeueOptions {
  readonly envelope: string;
}

/** `esign emulator requeue ENVELOPE`: retries the sealing, as support would after `envelope.sealing_failed`. */
export function emulatorRequeueCommand(context: Context): EsignCommand {
  return new EsignCommand('requeue')
    .summary('Retry a failed sealing')
    .description(
      'Retry the failed sealing of an envelope, like support would. If it succeeds, `envelope.sealed` is delivered.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign emulator requeue 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Retry the sealing.')
    .example('esign emulator requeue 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --json', 'Print the result as JSON.')
    .prints((s) => s.object({ id: s.text, requeued: s.yes }))
    .exits(actExits)
    .action((envelope: string) => runEmulatorRequeue(context, { envelope }));
}

async function runEmulatorRequeue(context: Context, { envelope }: EmulatorRequeueOptions): Promise<void> {
  await control<undefined>(context, { method: 'POST', path: `/_emulator/envelopes/${envelope}/requeue-sealing` });
  await context.output.result(
    { id: envelope, requeued: true },
    { human: 'Queued the sealing again.', ids: [envelope], next: ['esign emulator clock advance --to next'] },
  );
}
