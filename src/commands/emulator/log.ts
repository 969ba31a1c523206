import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { addListOptions, followOption, followReady } from '../../cli/flags/paging.js';
import { type LogOptions, printLog, usualEntries } from '../../cli/emulator/log-list.js';
import type { Output, View } from '../../core/terminal/output.js';
import { control } from '../../cli/emulator/control.js';
import { emulatorLogDeliveriesCommand } from './log-deliveries.js';
import { emulatorLogRequestsCommand } from './log-requests.js';
import { controlAnswer, type EmulatorEvent, type EventPage } from '../../cli/emulator/control-types.js';

/** `esign emulator log`: events, delivery attempts and requests. */
export function emulatorLogCommand(context: Context): EsignCommand {
  return new EsignCommand('log')
    .summary('Show events, deliveries and requests')
    .description('Show the events, the delivery attempts and the requests of the emulator.')
    .verbs(
      emulatorLogDeliveriesCommand(context),
      emulatorLogEventsCommand(context),
      emulatorLogRequestsCommand(context),
    );
}

function emulatorLogEventsCommand(context: Context): EsignCommand {
  const command = new EsignCommand('events')
    .summary('List the events')
    .description('List the events in order, including events that no endpoint subscribes to.')
    .addOption(followOption())
    .option('--envelope <id>', 'show events of this envelope only', uuidOf('envelope'))
    .example('esign emulator log events', 'List the latest 1000 events.')
    .example(
      'esign emulator log events --envelope 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -q',
      'List the event IDs of one envelope.',
    )
    .prints(async (s) => s.object({ data: s.list(await listedEvent()), more: s.flag }))
    .streams(
      async (s) => s.either(followReady(s), s.object({ type: s.literal('event'), ...(await listedEvent()).entries })),
      '--follow',
    )
    .exits([0, 1, 2, 3, 4, 8, 129, 130, 143])
    .action((options: LogEventsOptions) =>
      printLog(context, options, {
        read: (after) => readEvents(context, options, after),
        at: ({ created_at: at }) => at,
        view: (data) => (context.output.form === 'human' ? linesOf(context, data) : tableOf(data)),
        head: (colour) => colour.bold(headOf(context.output)),
        line: (event) => ({
          id: event.id,
          value: { type: 'event', ...event },
          human: (_, clean) => lineOf(context.output, event, clean),
        }),
      }),
    );
  return addListOptions(command, usualEntries);
}

const listedEvent = controlAnswer('listedEvent');

interface LogEventsOptions extends LogOptions {
  readonly envelope?: string;
}

/** All events after a position, page by page, since a response has a maximum size. */
async function readEvents(
  context: Context,
  { envelope }: LogEventsOptions,
  start: number,
): Promise<{ readonly data: readonly EmulatorEvent[]; readonly last: number }> {
  const data: EmulatorEvent[] = [];
  for (;;) {
    const last = data.at(-1)?.sequence ?? start;
    const query = new URLSearchParams({
      after: String(last),
      ...(envelope === undefined ? {} : { envelope_id: envelope }),
    });
    const path = `/_emulator/events?${query.toString()}` as const;
    const page = await control<EventPage>(context, { method: 'GET', path });
    data.push(...page.data);
    if (!page.more || page.data.length === 0) return { data, last: data.at(-1)?.sequence ?? start };
  }
}

const tableOf = (events: readonly EmulatorEvent[]): View => ({
  table: {
    columns: ['EVENT ID', 'TIME', 'EVENT', 'ENVELOPE', 'RECIPIENT'],
    rows: events.map((event) => [
      { id: event.id },
      { instant: event.created_at },
      event.event,
      { id: event.envelope_id },
      event.recipient_id === null ? null : { id: event.recipient_id },
    ]),
    empty: '',
  },
});

/** The envelope ID is shown in full on a wide terminal; --json has all IDs in full. */
const roomForEnvelope = 100;
const roomForEventId = 110;

/** One event on each line, within 80 columns. */
const linesOf = ({ output }: Context, events: readonly EmulatorEvent[]): View => ({
  human: (colour, clean) =>
    events.length === 0
      ? 'No events yet.'
      : [colour.bold(headOf(output)), ...events.map((event) => lineOf(output, event, clean))].join('\n'),
});

const widths = ({ columns = 0 }: Pick<Output, 'columns'>): { readonly envelope: number; readonly id: number } => ({
  envelope: columns >= roomForEnvelope ? 36 : 8,
  id: columns >= roomForEventId ? 8 : 0,
});

function headOf(output: Output): string {
  const { envelope, id } = widths(output);
  const eventId = id === 0 ? [] : ['EVENT ID'];
  return ['TIME'.padEnd(26), 'EVENT'.padEnd(23), 'ENVELOPE'.padEnd(envelope), ...eventId, 'RECIPIENT'].join('  ');
}

function lineOf(output: Output, event: EmulatorEvent, clean: (text: string) => string): string {
  const { envelope, id } = widths(output);
  return [
    output.instant(event.created_at),
    clean(event.event).padEnd(23),
    clean(event.envelope_id).slice(0, envelope),
    ...(id === 0 ? [] : [clean(event.id).slice(0, id).padEnd(id)]),
    clean(event.recipient_id ?? '-').slice(0, 8),
  ].join('  ');
}
