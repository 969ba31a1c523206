import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write.js';
import { webhookId } from '../../webhook-endpoint/arguments.js';
import { webhookView } from '../../webhook-endpoint/view.js';

interface WebhookEnableOptions extends WriteOptions {
  readonly id: string;
}

/** `esign webhook enable ID`: sets `active` to true (A11). */
export function webhookEnableCommand(context: Context): EsignCommand {
  const command = new EsignCommand('enable')
    .summary('Enable a disabled webhook endpoint')
    .description(
      'Enable a disabled endpoint. Its seven-day failure window restarts. Events from the time it was disabled are not delivered.',
    )
    .argument('<id>', 'endpoint ID', webhookId)
    .example('esign webhook enable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Resume deliveries to an endpoint.')
    .example(
      'esign webhook enable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --dry-run',
      'Show the request without sending it.',
    )
    .usesOperations('updateWebhook')
    .asksOtherwise()
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WebhookEnableOptions) => runWebhookEnable(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

async function runWebhookEnable(context: Context, options: WebhookEnableOptions): Promise<void> {
  const done = await write(context, {
    operation: 'updateWebhook',
    input: { parameters: { webhookId: options.id }, body: { active: true } },
    options,
  });
  if (done !== null) await context.output.result(done.body, webhookView(done.body));
}
