import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write.js';
import { webhookId } from '../../webhook-endpoint/arguments.js';
import { webhookView } from '../../webhook-endpoint/view.js';

export interface WebhookEnableOptions extends WriteOptions {
  readonly id: string;
}

/** `esign webhook enable ID`: sets `active` to true (A11). */
export function webhookEnableCommand(
  context: Context,
  run: Runner<WebhookEnableOptions> = runWebhookEnable,
): EsignCommand {
  const command = new EsignCommand('enable')
    .summary('Switch an endpoint on again')
    .description(
      'Switch an endpoint on again after it was disabled. Its window of seven days begins anew; what was not delivered meanwhile stays undelivered.',
    )
    .argument('<id>', 'the id of the endpoint', webhookId)
    .example('esign webhook enable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Deliver to it again.')
    .example('esign webhook enable 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --dry-run', 'Look at the request first.')
    .calls('updateWebhook')
    .asksOtherwise()
    .exits(serviceExitCodes)
    .action((id: string, options: WebhookEnableOptions) => run(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

export async function runWebhookEnable(context: Context, options: WebhookEnableOptions): Promise<void> {
  const done = await write(context, {
    operation: 'updateWebhook',
    input: { parameters: { webhookId: options.id }, body: { active: true } },
    options,
  });
  if (done !== null) await context.output.result(done.body, webhookView(done.body));
}
