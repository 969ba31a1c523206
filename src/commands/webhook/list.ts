import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { webhookTable } from '../../webhook-endpoint/view.js';

/** `esign webhook list`: the endpoints, newest first; ten at most. */
export function webhookListCommand(context: Context, run: Runner<object> = runWebhookList): EsignCommand {
  return new EsignCommand('list')
    .summary('List the endpoints')
    .description(
      'List the endpoints, newest first, without their secrets. Nobody is mailed when one is disabled: look here.',
    )
    .example('esign webhook list', 'Show them all.')
    .example("esign webhook list --jq '.data[] | select(.active | not) | .url'", 'Only those that are disabled.')
    .calls('listWebhooks')
    .exits(serviceExitCodes)
    .action((options: object) => run(context, options));
}

export async function runWebhookList(context: Context): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('listWebhooks', {});
  await context.output.result(body, { table: webhookTable(body.data) });
}
