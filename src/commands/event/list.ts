import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import {
  addListOptions,
  cutList,
  endList,
  followList,
  followOption,
  followReady,
  limitOf,
  type ListOptions,
  sinceOf,
} from '../../cli/flags/paging.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import type { EventName } from '../../contract/events.js';
import { eventOption } from '../../receiving/endpoint/arguments.js';
import { type DeliveryFilter, lastPlace, listDeliveries } from '../../store/deliveries.js';
import {
  deliveryFacts,
  deliveryHead,
  deliveryJson,
  deliveryLine,
  deliveryTable,
} from '../../receiving/deliveries/view.js';

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
  const limit = limitOf(options, usual);
  // One more tells that there are more.
  const cut = cutList(listDeliveries(await context.state(), filterOf(context, options), limit + 1), limit);
  await context.output.result({ ...cut, data: cut.data.map(deliveryJson) }, { table: deliveryTable(cut.data) });
  endList(context, options, cut);
}

const filterOf = (context: Context, options: EventListOptions): DeliveryFilter => ({
  envelope: options.envelope,
  events: options.event,
  refused: options.refused,
  since: sinceOf(options, context.clock.now()),
  needed: options.undelivered === true ? {} : undefined,
});

/** The newest deliveries, the latest last, and then each new one as it comes, until Ctrl-C. */
async function followRecord(context: Context, options: EventListOptions): Promise<void> {
  const state = await context.state();
  const filter = filterOf(context, options);
  let after: number | undefined;
  await followList(context, deliveryHead, async () => {
    const last = lastPlace(state);
    const fresh = listDeliveries(
      state,
      { ...filter, after },
      after === undefined ? limitOf(options, usual) : undefined,
    );
    after = Math.max(last, fresh[0]?.place ?? 0);
    return fresh.toReversed().map((delivery) => ({
      id: delivery.id,
      value: { type: 'delivery', ...deliveryJson(delivery) },
      human: deliveryLine(context.output, delivery),
    }));
  });
}
