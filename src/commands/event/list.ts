import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import { addListOptions, cutList, endList, limitOf, type ListOptions, sinceOf } from '../../cli/paging.js';
import type { Context } from '../../cli/context.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { followList, followOption, followReady } from '../../cli/follow-list.js';
import { uuidOf } from '../../cli/identifier.js';
import type { EventName } from '../../contract/events.js';
import type { RecordedDelivery } from '../../journal/deliveries-entry.js';
import { eventOption } from '../../webhook-endpoint/arguments.js';
import { openRecord } from '../../event/record.js';
import { deliveryFacts, deliveryHead, deliveryJson, deliveryLine, deliveryTable } from '../../event/view.js';

interface EventListOptions extends ListOptions {
  readonly event?: readonly EventName[];
  readonly envelope?: string;
  readonly undelivered?: boolean;
  readonly refused?: boolean;
  readonly follow?: boolean;
}

const usual = 50;

/** `esign event list`: the deliveries that this machine received, newest first. */
export function eventListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
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
    .addOption(followOption().conflicts(['undelivered']))
    .example('esign event list', 'List the latest 50 deliveries.')
    .example('esign event list --undelivered -q', 'List the IDs of undelivered events.')
    .example('esign event list --follow', 'Also show new deliveries.')
    .prints((s) => s.object({ data: s.list(s.object(deliveryFacts(s))), more: s.flag }))
    .streams(
      (s) => s.either(followReady(s), s.object({ type: s.literal('delivery'), ...deliveryFacts(s) })),
      '--follow',
    )
    .exits(localExitCodes, 4, 129, 130, 143)
    .action((options: EventListOptions) => runEventList(context, options));
  return addListOptions(command, usual);
}

async function runEventList(context: Context, options: EventListOptions): Promise<void> {
  if (options.follow === true) return await followRecord(context, options);
  const found = await newest(context, options, limitOf(options, usual));
  const cut = { data: found.data.toSorted(byTime).toReversed(), more: found.more };
  await context.output.result({ ...cut, data: cut.data.map(deliveryJson) }, { table: deliveryTable(cut.data) });
  endList(context, options, cut);
}

const byTime = (one: RecordedDelivery, other: RecordedDelivery): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;

/** How far back a new delivery is looked for: several listeners write at once. */
const recentMs = 60_000;

function wantedBy(context: Context, options: EventListOptions): (delivery: RecordedDelivery) => boolean {
  const { event, envelope, refused } = options;
  const from = sinceOf(options, context.clock.now());
  return (delivery) =>
    !(Date.parse(delivery.at) < from) &&
    (event === undefined || event.some((name) => name === delivery.event)) &&
    (envelope === undefined || delivery.envelopeId?.toLowerCase() === envelope) &&
    (refused !== true || !delivery.verdict.ok);
}

/** The newest deliveries that the flags choose. */
async function newest(
  context: Context,
  options: EventListOptions,
  limit: number,
): Promise<{ readonly data: readonly RecordedDelivery[]; readonly more: boolean }> {
  const { envelope, undelivered } = options;
  const isWanted = wantedBy(context, options);
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
  return cutList(found, limit);
}

/** The newest deliveries, the latest last, and then each new one as it comes, until Ctrl-C. */
async function followRecord(context: Context, options: EventListOptions): Promise<void> {
  const isWanted = wantedBy(context, options);
  const told = new Set<string>();
  let isFirst = true;
  await followList(context, deliveryHead, async () => {
    const recent: RecordedDelivery[] = [];
    const from = context.clock.now() - recentMs;
    for await (const delivery of openRecord(context).newest()) {
      if (Date.parse(delivery.at) < from) break;
      if (!told.has(delivery.id)) recent.push(delivery);
      told.add(delivery.id);
    }
    const fresh = isFirst ? (await newest(context, options, limitOf(options, usual))).data : recent.filter(isWanted);
    isFirst = false;
    return fresh.toSorted(byTime).map((delivery) => ({
      id: delivery.id,
      value: { type: 'delivery', ...deliveryJson(delivery) },
      human: deliveryLine(context.output, delivery),
    }));
  });
}
