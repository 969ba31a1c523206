import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseDuration } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { UsageFailure } from '../../cli/failure.js';
import { uuidOf } from '../../cli/identifier.js';
import type { EventName } from '../../contract/events.js';
import type { RecordedDelivery } from '../../journal/deliveries-entry.js';
import { eventOption } from '../../webhook-endpoint/arguments.js';
import { lacking, openRecord } from '../../event/record.js';
import { deliveryJson, deliveryTable } from '../../event/view.js';

export interface EventListOptions {
  readonly event?: readonly EventName[];
  readonly envelope?: string;
  readonly undelivered?: boolean;
  readonly refused?: boolean;
  /** Milliseconds. */
  readonly since?: number;
  readonly limit: number;
}

const most = 10_000;

/** `esign event list`: the deliveries that this machine received, newest first. */
export function eventListCommand(context: Context, run: Runner<EventListOptions> = runEventList): EsignCommand {
  return new EsignCommand('list')
    .summary('List the deliveries received here')
    .description(
      'List the deliveries that `esign listen` received on this machine, newest first: how each was verified, and what ' +
        'became of it on its way to the app. Each forwarding keeps its newest 64 MiB for up to a week, and everything ' +
        'that its app still has to receive.',
    )
    .addOption(eventOption('only this event; may be repeated'))
    .addOption(new Option('--envelope <id>', 'only those about this envelope').argParser(uuidOf('envelope')))
    .addOption(new Option('--undelivered', 'only those that the app has not taken'))
    .addOption(new Option('--refused', 'only those that did not verify').conflicts('undelivered'))
    .addOption(
      new Option('--since <duration>', 'only those of the last 2h, 3d …').argParser((text) =>
        parseDuration(text, '--since'),
      ),
    )
    .addOption(new Option('--limit <n>', 'at most so many').default(50).argParser(readLimit))
    .example('esign event list', 'The last fifty.')
    .example('esign event list --undelivered -q', 'Ids of those that the app has not taken.')
    .exits(localExitCodes)
    .action((options: EventListOptions) => run(context, options));
}

export async function runEventList(context: Context, options: EventListOptions): Promise<void> {
  const { event, envelope, undelivered, refused, since, limit } = options;
  const from = since === undefined ? '' : new Date(context.clock.now() - since).toISOString();
  const isWanted = (delivery: RecordedDelivery): boolean =>
    delivery.at >= from &&
    (event === undefined || event.some((name) => name === delivery.event)) &&
    (envelope === undefined || delivery.envelopeId?.toLowerCase() === envelope) &&
    (refused !== true || !delivery.verdict.ok);
  const record = openRecord(context);
  const all = undelivered === true ? lacking(await record.list()).toReversed() : record.newest();
  const found: RecordedDelivery[] = [];
  for await (const delivery of all) {
    if (isWanted(delivery)) found.push(delivery);
    // One more tells that there are more.
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit).toSorted((one, other) => (one.at > other.at ? -1 : one.at < other.at ? 1 : 0));
  await context.output.result({ data: shown.map(deliveryJson) }, { table: deliveryTable(shown) });
  if (found.length > limit) context.output.note(`Only the newest ${limit} are shown. Show more with --limit.`);
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageFailure(`--limit takes a number from 1 to ${most}, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'Write it like this: --limit 200',
  });
}
