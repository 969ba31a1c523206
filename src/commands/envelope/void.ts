import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { optionFor } from '../../cli/flags/option.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { voidEnvelope } from '../../contract/operations/envelopes.js';
import { envelopeId, envelopeView, voidAct } from '../../sending/envelope/view.js';
import { nextStepsFor } from '../../sending/envelope/next-steps.js';
import { remember } from '../../sending/envelope/view.js';

interface EnvelopeVoidOptions extends WriteOptions {
  readonly id: string;
  readonly reason: string;
}

/** `esign envelope void ID --reason R`: withdraws an envelope that is out for signature. */
export function envelopeVoidCommand(context: Context): EsignCommand {
  const command = new EsignCommand('void')
    .summary('Void a sent envelope')
    .description(
      'Void an envelope that was sent. All signing links stop working. Signatures already given stay on record. ' +
        'This cannot be undone.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .addOption(
      optionFor('--reason <text>', 'reason, kept on record', voidEnvelope().body, 'reason').makeOptionMandatory(),
    )
    .example('esign envelope void 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --reason "Wrong tenant"', 'Void an envelope.')
    .example(
      'esign envelope void 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --reason "Wrong tenant" --dry-run',
      'Print the request instead.',
    )
    .usesOperations('voidEnvelope')
    .exits(serviceExitCodes)
    .action((id: string, options: EnvelopeVoidOptions) => runEnvelopeVoid(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeVoid(context: Context, options: EnvelopeVoidOptions): Promise<void> {
  const parameters = { envelopeId: options.id };
  const done = await write(context, {
    operation: 'voidEnvelope',
    input: { parameters, body: { reason: options.reason } },
    options,
    act: async () => {
      const { body } = await (await context.api()).call('getEnvelope', { parameters });
      return voidAct(body);
    },
  });
  if (done === null) return;
  await remember(context, [done.body], done);
  await context.output.result(done.body, envelopeView(done.body, nextStepsFor(context, done.body)));
}
