import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { webhookView } from '../../receiving/endpoint/view.js';

interface WebhookGetOptions {
  readonly id: string;
}

/** `esign webhook get ID`: one endpoint, without its secret. */
export function webhookGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .alias('show')
    .summary('Show a webhook endpoint')
    .description(
      'Show the events, the state and the delivery health of an endpoint. `get` prints the JSON of the service, `show` the same for people.',
    )
    .argument('<webhook>', 'endpoint ID', webhookId)
    .example('esign webhook get 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Show an endpoint.')
    .example(
      'esign webhook get 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --jq .disabled_reason',
      'Show why it was disabled.',
    )
    .usesOperations('getWebhook')
    .exits(serviceExitCodes)
    .action((id: string) => runWebhookGet(context, { id }));
}

async function runWebhookGet(context: Context, { id }: WebhookGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getWebhook', { parameters: { webhookId: id } });
  await context.output.result(body, webhookView(body, [], body.active ? [] : [`esign webhook update ${id} --enable`]));
}
