import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import { sayMore } from '../../cli/paging.js';
import type { Context } from '../../cli/context.js';
import { parseDuration } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { limitReader } from '../../cli/limit.js';
import { uuidOf } from '../../cli/identifier.js';
import type { EventName } from '../../contract/events.js';
import type { RecordedDelivery } from '../../journal/deliveries-entry.js';
import { eventOption } from '../../webhook-endpoint/arguments.js';
import { openRecord } from '../../event/record.js';
import { deliveryFacts, deliveryJson, deliveryTable } from '../../event/view.js';

interface EventListOptions {
  readonly event?: readonly EventName[];
  readonly envelope?: string;
  readonly undelivered?: boolean;
  readonly refused?: boolean;
  /** Milliseconds. */
  readonly since?: number;
  readonly limit: number;
}

const maxRows = 10_000;

/** `esign event list`: the deliveries that this machine received, newest first. */
export function eventListCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List the deliveries received on this machine')
    .description(
      'List the deliveries that `esign listen` received on this machine, newest first. Each row shows the verification ' +
        'result and the forwarding state. For each forwarding target, the newest 64 MiB are kept for up to a week, and ' +
        'deliveries that the app has not received are always kept.',
    )
    .addOption(eventOption('show this event only (repeatable)'))
    .addOption(new Option('--envelope <id>', 'show deliveries about this envelope only').argParser(uuidOf('envelope')))
    .addOption(new Option('--undelivered', 'show only deliveries that the app has not accepted'))
    .addOption(new Option('--refused', 'show only deliveries that failed verification').conflicts('undelivered'))
    .addOption(
      new Option('--since <duration>', 'show deliveries of this period only, for example 2h or 3d').argParser((text) =>
        parseDuration(text, '--since'),
      ),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of deliveries to show').default(50).argParser(limitReader(maxRows)),
    )
    .example('esign event list', 'List the latest 50 deliveries.')
    .example('esign event list --undelivered -q', 'List the IDs of undelivered events.')
    .prints((s) => s.object({ data: s.list(s.object(deliveryFacts(s))), more: s.flag }))
    .exits(localExitCodes)
    .action((options: EventListOptions) => runEventList(context, options));
}

async function runEventList(context: Context, options: EventListOptions): Promise<void> {
  const { event, envelope, undelivered, refused, since, limit } = options;
  const from = since === undefined ? '' : new Date(context.clock.now() - since).toISOString();
  const isWanted = (delivery: RecordedDelivery): boolean =>
    delivery.at >= from &&
    (event === undefined || event.some((name) => name === delivery.event)) &&
    (envelope === undefined || delivery.envelopeId?.toLowerCase() === envelope) &&
    (refused !== true || !delivery.verdict.ok);
  const record = openRecord(context);
  const all =
    undelivered === true
      ? record.needed()
      : // Found by its bytes, since most of the record is about others.
        envelope !== undefined
        ? (await record.find(envelope)).toReversed()
        : record.newest();
  const found: RecordedDelivery[] = [];
  for await (const delivery of all) {
    if (isWanted(delivery)) found.push(delivery);
    // One more tells that there are more.
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit).toSorted((one, other) => (one.at > other.at ? -1 : one.at < other.at ? 1 : 0));
  const more = found.length > limit;
  await context.output.result({ data: shown.map(deliveryJson), more }, { table: deliveryTable(shown) });
  if (more) sayMore(context, `These are the newest ${limit}. Show more with --limit.`);
}
