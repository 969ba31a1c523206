import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import type { EventName } from '../../contract/events.js';
import { actOn } from '../../receiving/endpoint/acted.js';
import { brandId, eventOption, webhookId } from '../../receiving/endpoint/arguments.js';
import { webhookView } from '../../receiving/endpoint/view.js';

interface WebhookUpdateOptions extends WriteOptions {
  readonly id: string;
  readonly url?: string;
  readonly event?: readonly EventName[];
  /** False after `--no-brand`: envelopes of every brand. */
  readonly brand?: string | false;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

/** `esign webhook update ID`: changes the URL, events or brand of an endpoint (A11). */
export function webhookUpdateCommand(context: Context): EsignCommand {
  const command = new EsignCommand('update')
    .summary('Update a webhook endpoint')
    .description(
      'Change the URL, the events or the brand of an endpoint, or enable or disable it. The given events replace the ' +
        'previous ones. A disabled endpoint gets no deliveries; events from that time are not delivered later. It asks ' +
        'for confirmation, even with a test key, unless it only enables.',
    )
    .argument('<webhook>', 'endpoint ID', webhookId)
    .option('--url <url>', 'URL that receives the events')
    .addOption(eventOption('event to deliver (repeatable)'))
    .addOption(new Option('--brand <id>', 'deliver events of this brand only').argParser(brandId))
    .addOption(new Option('--no-brand', 'deliver events of every brand'))
    .addOption(new Option('--enable', 'resume deliveries; the seven-day failure window restarts').conflicts('disable'))
    .addOption(new Option('--disable', 'stop deliveries until it is enabled again'))
    .example(
      'esign webhook update 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --url https://app.example.com/new-hooks',
      'Change the URL.',
    )
    .example(
      'esign webhook update 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --event envelope.sealed',
      'Deliver only this event.',
    )
    .example('esign webhook update 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --enable', 'Enable a disabled endpoint.')
    .usesOperations('updateWebhook')
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WebhookUpdateOptions) => runWebhookUpdate(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

/** Also of `webhook enable` and `webhook disable`. */
async function runWebhookUpdate(context: Context, options: WebhookUpdateOptions): Promise<void> {
  const { id, url, event, brand, enable, disable } = options;
  const body = {
    ...(url === undefined ? {} : { url }),
    ...(event === undefined ? {} : { events: [...event] }),
    ...(brand === undefined ? {} : { brand_id: brand === false ? null : brand }),
    ...(enable === true ? { active: true } : disable === true ? { active: false } : {}),
  };
  if (Object.keys(body).length === 0) {
    throw new UsageFailure('Nothing to update.', {
      code: 'missing_option',
      hint: 'Use at least one of --url, --event, --brand, --no-brand, --enable and --disable.',
    });
  }
  const done = await write(context, {
    operation: 'updateWebhook',
    input: { parameters: { webhookId: id }, body },
    options,
    act: onlyEnables(body) ? undefined : () => actOn(context, id, (from) => changeWords(from, options), asked(body)),
  });
  if (done !== null) await context.output.result(done.body, webhookView(done.body));
}

type Changes = Readonly<Record<string, unknown>>;

const onlyEnables = (body: Changes): boolean => body['active'] === true && Object.keys(body).length === 1;
const onlyDisables = (body: Changes): boolean => body['active'] === false && Object.keys(body).length === 1;
const asked = (body: Changes): string => (onlyDisables(body) ? 'Disable it?' : 'Change it?');

/** The effects on the receiver at `from`. */
function changeWords(from: string, { url, event, brand, enable, disable }: WebhookUpdateOptions): string {
  if (disable === true && url === undefined && event === undefined && brand === undefined) {
    return `This stops all deliveries to ${from}`;
  }
  const parts = [
    ...(url === undefined ? [] : [`delivers its events to ${url}`]),
    ...(event === undefined ? [] : [`delivers only ${event.join(', ')}`]),
    ...(brand === undefined ? [] : [brand === false ? 'delivers envelopes of every brand' : 'delivers one brand only']),
    ...(enable === true ? ['is enabled'] : disable === true ? ['is disabled'] : []),
  ];
  return `This changes the endpoint ${from}: it ${parts.join(', and ')}`;
}

/** `esign webhook enable WEBHOOK`: a short form of `webhook update --enable`. */
export const webhookEnableCommand = (context: Context): EsignCommand =>
  shortForm(
    context,
    'enable',
    'Enable a disabled webhook endpoint',
    'Resume deliveries to an endpoint.',
  ).asksOtherwise();

/** `esign webhook disable WEBHOOK`: a short form of `webhook update --disable`. */
export const webhookDisableCommand = (context: Context): EsignCommand =>
  shortForm(context, 'disable', 'Disable a webhook endpoint', 'Stop deliveries to an endpoint.');

function shortForm(context: Context, name: 'enable' | 'disable', summary: string, example: string): EsignCommand {
  const command = new EsignCommand(name)
    .summary(summary)
    .description(`A short form of \`esign webhook update WEBHOOK --${name}\`.`)
    .argument('<webhook>', 'endpoint ID', webhookId)
    .example(`esign webhook ${name} 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b`, example)
    .usesOperations('updateWebhook')
    .prints({ of: 'updateWebhook' })
    .exits(serviceExitCodes)
    .action((id: string, options: WriteOptions) =>
      runWebhookUpdate(context, { ...options, id, ...(name === 'enable' ? { enable: true } : { disable: true }) }),
    );
  return addWriteOptions(command, 'takes no key');
}
