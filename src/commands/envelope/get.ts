import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { envelopeId } from '../../sending/envelope/view.js';

interface EnvelopeGetOptions {
  readonly id: string;
}

/** `esign envelope get ID`: one envelope. */
export function envelopeGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .summary('Print the JSON of one envelope')
    .description(
      'Print one envelope as the service returns it: JSON, on a terminal too. `esign envelope show` is for people.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign envelope get 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Print an envelope.')
    .example('esign envelope get 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --jq .status', 'Print its status.')
    .usesOperations('getEnvelope')
    .exits(serviceExitCodes)
    .action((id: string) => runEnvelopeGet(context, { id }));
}

async function runEnvelopeGet(context: Context, { id }: EnvelopeGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getEnvelope', { parameters: { envelopeId: id } });
  await context.output.result(body);
}
