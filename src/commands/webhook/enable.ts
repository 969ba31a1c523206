import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addWriteOptions, type WriteOptions } from '../../cli/write/write.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { runWebhookUpdate } from './update.js';

/** `esign webhook enable WEBHOOK`: a short form of `webhook update --enable`. */
export function webhookEnableCommand(context: Context): EsignCommand {
  const command = new EsignCommand('enable')
    .summary('Enable a disabled webhook endpoint')
    .description('A short form of `esign webhook update WEBHOOK --enable`.')
    .argument('<webhook>', 'endpoint ID', webhookId)
    .example('esign webhook enable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Resume deliveries to an endpoint.')
    .usesOperations('updateWebhook')
    .asksOtherwise()
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WriteOptions) => runWebhookUpdate(context, { ...options, id, enable: true }));
  return addWriteOptions(command, 'takes no key');
}
