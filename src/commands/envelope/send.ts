import { type AllowOptions, allowProblemOption } from '../../authoring/template/allow-problem.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import { actOn, envelopeId, envelopeView } from '../../sending/envelope/view.js';
import { nextStepsFor } from '../../sending/envelope/next-steps.js';
import { remember } from '../../sending/envelope/view.js';

interface EnvelopeSendOptions extends WriteOptions, AllowOptions {
  readonly id: string;
}

/** `esign envelope send ID`: sends a draft to its recipients (A3). */
export function envelopeSendCommand(context: Context): EsignCommand {
  const command = new EsignCommand('send')
    .summary('Send a draft')
    .description('Send a draft to its recipients. Shows whose turn it is first.')
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign envelope send 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Send a draft.')
    .example('esign envelope send 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --yes', 'Send a draft from a script.')
    .addOption(allowProblemOption('send a form with this problem'))
    .usesOperations('sendEnvelope', 'getEnvelope', 'getTemplate', 'listTemplatePeople')
    .exits(serviceExitCodes)
    .action((id: string, options: EnvelopeSendOptions) => runEnvelopeSend(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeSend(context: Context, options: EnvelopeSendOptions): Promise<void> {
  const parameters = { envelopeId: options.id };
  if (options.dryRun !== true) await checkSending(context, 'sendEnvelope', { parameters }, options);
  const done = await write(context, {
    operation: 'sendEnvelope',
    input: { parameters },
    options,
    act: async () => {
      const { body } = await (await context.api()).call('getEnvelope', { parameters });
      return { ...actOn((title) => `This sends “${title}” for signature`, body), question: 'Send it?' };
    },
  });
  if (done === null) return;
  await remember(context, [done.body], done);
  await context.output.result(
    done.body,
    envelopeView(done.body, nextStepsFor(context, done.body), { isSendResponse: true }),
  );
}
