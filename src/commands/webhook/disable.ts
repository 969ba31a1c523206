import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write.js';
import { actOn } from '../../webhook-endpoint/act.js';
import { webhookId } from '../../webhook-endpoint/arguments.js';
import { webhookView } from '../../webhook-endpoint/view.js';

interface WebhookDisableOptions extends WriteOptions {
  readonly id: string;
}

/** `esign webhook disable ID`: sets `active` to false (A11). */
export function webhookDisableCommand(context: Context): EsignCommand {
  const command = new EsignCommand('disable')
    .summary('Disable a webhook endpoint')
    .description(
      'Disable an endpoint. It gets no deliveries until you enable it again. It asks for confirmation, even with a test key.',
    )
    .argument('<id>', 'endpoint ID', webhookId)
    .example('esign webhook disable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Stop deliveries to an endpoint.')
    .example('esign webhook disable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --yes', 'Disable it in a script.')
    .usesOperations('updateWebhook')
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WebhookDisableOptions) => runWebhookDisable(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

async function runWebhookDisable(context: Context, options: WebhookDisableOptions): Promise<void> {
  const done = await write(context, {
    operation: 'updateWebhook',
    input: { parameters: { webhookId: options.id }, body: { active: false } },
    options,
    act: () => actOn(context, options.id, (url) => `This stops all deliveries to ${url}`, 'Disable it?'),
  });
  if (done !== null) await context.output.result(done.body, webhookView(done.body));
}
