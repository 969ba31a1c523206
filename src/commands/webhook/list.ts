import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { webhookTable } from '../../webhook-endpoint/view.js';

/** `esign webhook list`: the endpoints, newest first; ten at most. */
export function webhookListCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List webhook endpoints')
    .description(
      'List webhook endpoints, newest first, without their secrets. The service sends no email when it disables an endpoint, so check here.',
    )
    .example('esign webhook list', 'List all endpoints.')
    .example("esign webhook list --jq '.data[] | select(.active | not) | .url'", 'List the URLs of disabled endpoints.')
    .usesOperations('listWebhooks')
    .exits(serviceExitCodes)
    .action(() => runWebhookList(context));
}

async function runWebhookList(context: Context): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('listWebhooks', {});
  await context.output.result(body, { table: webhookTable(body.data) });
}
