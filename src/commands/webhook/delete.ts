import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { actOn } from '../../receiving/endpoint/acted.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';

interface WebhookDeleteOptions extends WriteOptions {
  readonly id: string;
}

/** `esign webhook delete ID`: deletes an endpoint; its queued retries are dropped (A11). */
export function webhookDeleteCommand(context: Context): EsignCommand {
  const command = new EsignCommand('delete')
    .summary('Delete a webhook endpoint')
    .description(
      'Delete an endpoint with its secret and its queued deliveries. This cannot be undone. It asks for confirmation, ' +
        'even with a test key.',
    )
    .argument('<webhook>', 'endpoint ID', webhookId)
    .example('esign webhook delete 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Delete an endpoint after a confirmation.')
    .example('esign webhook delete 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --yes', 'Delete it in a script.')
    .usesOperations('deleteWebhook')
    .prints((s) => s.object({ id: s.text, deleted: s.yes }))
    .exits(serviceExitCodes)
    .action((id: string, options: WebhookDeleteOptions) => runWebhookDelete(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

async function runWebhookDelete(context: Context, options: WebhookDeleteOptions): Promise<void> {
  const { id } = options;
  const done = await write(context, {
    operation: 'deleteWebhook',
    input: { parameters: { webhookId: id } },
    options,
    act: () => actOn(context, id, (url) => `This deletes the endpoint ${url} and its queued deliveries`, 'Delete it?'),
  });
  if (done !== null) await context.output.result({ id, deleted: true }, { human: `Deleted the endpoint ${id}.` });
}
