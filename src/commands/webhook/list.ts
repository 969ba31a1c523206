import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addListOptions, cutList, endList, limitOf, type ListOptions, sinceOf } from '../../cli/flags/paging.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { limits } from '../../contract/limits.js';
import { webhookTable } from '../../receiving/endpoint/view.js';

/** `esign webhook list`: the endpoints, newest first; ten at most. */
export function webhookListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List webhook endpoints')
    .description(
      'List webhook endpoints, newest first, without their secrets. The service sends no email when it disables an endpoint, so check here.',
    )
    .example('esign webhook list', 'List all endpoints.')
    .example("esign webhook list --jq '.data[] | select(.active | not) | .url'", 'List the URLs of disabled endpoints.')
    .usesOperations('listWebhooks')
    .prints({ of: 'listWebhooks', more: true })
    .exits(serviceExitCodes)
    .action((options: ListOptions) => runWebhookList(context, options));
  return addListOptions(command, usual);
}

/** All that a service has. */
const usual = limits.webhook.endpoints;

async function runWebhookList(context: Context, options: ListOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('listWebhooks', {});
  const from = options.since === undefined ? -Infinity : sinceOf(options, await serviceTime(context));
  const recent = body.data.filter(({ created_at: at }) => !(Date.parse(at) < from));
  const shown = cutList(recent, limitOf(options, usual));
  await context.output.result({ ...body, ...shown }, { table: webhookTable(shown.data) });
  endList(context, options, shown);
}
