import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { envelopeId } from '../../envelope/arguments.js';
import { nextStepsFor } from '../../envelope/next-steps.js';
import { envelopeView } from '../../envelope/view.js';

interface EnvelopeGetOptions {
  readonly id: string;
}

/** `esign envelope get ID`: one envelope as it stands. */
export function envelopeGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .summary('Show one envelope')
    .description('Show one envelope as the service returns it, with its recipients in routing order.')
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign envelope get 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Show an envelope.')
    .example('esign envelope get 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --jq .status', 'Print its status.')
    .usesOperations('getEnvelope')
    .exits(serviceExitCodes)
    .action((id: string) => runEnvelopeGet(context, { id }));
}

async function runEnvelopeGet(context: Context, { id }: EnvelopeGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getEnvelope', { parameters: { envelopeId: id } });
  const sealed = body.status === 'completed' ? await knownSealed(context, id) : null;
  await context.output.result(body, envelopeView(body, nextStepsFor(context, body, sealed), { sealed }));
}

/** True if this machine saw it sealed, which is final; null otherwise. `get` sends one request only. */
async function knownSealed(context: Context, id: string): Promise<true | null> {
  const { openMemory } = await import('../../envelope/known-status.js');
  return (await (await openMemory(context)).read(id))?.sealed === true ? true : null;
}
