import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addWriteOptions, type WriteOptions } from '../../cli/write/write.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { runWebhookUpdate } from './update.js';

/** `esign webhook disable WEBHOOK`: a short form of `webhook update --disable`. */
export function webhookDisableCommand(context: Context): EsignCommand {
  const command = new EsignCommand('disable')
    .summary('Disable a webhook endpoint')
    .description('A short form of `esign webhook update WEBHOOK --disable`.')
    .argument('<webhook>', 'endpoint ID', webhookId)
    .example('esign webhook disable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Stop deliveries to an endpoint.')
    .usesOperations('updateWebhook')
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WriteOptions) => runWebhookUpdate(context, { ...options, id, disable: true }));
  return addWriteOptions(command, 'takes no key');
}
