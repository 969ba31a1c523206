import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { uuidOf } from '../../cli/identifier.js';
import type { View } from '../../terminal/output.js';
import { control } from '../../emulator-client/control.js';
import { emulatorLogDeliveriesCommand } from './log-deliveries.js';
import { emulatorLogRequestsCommand } from './log-requests.js';
import { controlAnswer, type EmulatorEvent, type EventPage } from '../../emulator-client/control-types.js';

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
  return new EsignCommand('events')
    .summary('List the events')
    .description('List all events in order, including events that no endpoint subscribes to.')
    .option('--envelope <id>', 'show events of this envelope only', uuidOf('envelope'))
    .example('esign emulator log events', 'List all events.')
    .example(
      'esign emulator log events --envelope 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -q',
      'List the event IDs of one envelope.',
    )
    .prints(async (s) => s.object({ data: s.list(await controlAnswer('listedEvent')()) }))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(async ({ envelope }: { readonly envelope?: string }) => {
      const data = await readEvents(context, envelope);
      await context.output.result({ data }, context.output.form === 'human' ? linesOf(context, data) : tableOf(data));
    });
}

/** All events, page by page, since a response has a maximum size. */
async function readEvents(context: Context, envelope: string | undefined): Promise<readonly EmulatorEvent[]> {
  const events: EmulatorEvent[] = [];
  for (;;) {
    const query = new URLSearchParams({
      after: String(events.at(-1)?.sequence ?? 0),
      ...(envelope === undefined ? {} : { envelope_id: envelope }),
    });
    const path = `/_emulator/events?${query.toString()}` as const;
    const page = await control<EventPage>(context, { method: 'GET', path });
    events.push(...page.data);
    if (!page.has_more || page.data.length === 0) return events;
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
function linesOf({ output }: Context, events: readonly EmulatorEvent[]): View {
  const columns = output.columns ?? 0;
  const whole = columns >= roomForEnvelope ? 36 : 8;
  const id = (text: string): string[] => (columns >= roomForEventId ? [text.slice(0, 8).padEnd(8)] : []);
  const head = ['TIME'.padEnd(26), 'EVENT'.padEnd(23), 'ENVELOPE'.padEnd(whole), ...id('EVENT ID'), 'RECIPIENT'];
  return {
    human: (colour, clean) =>
      events.length === 0
        ? 'No events yet.'
        : [
            colour.bold(head.join('  ')),
            ...events.map((event) =>
              [
                colour.dim(output.instant(event.created_at)),
                clean(event.event).padEnd(23),
                clean(event.envelope_id).slice(0, whole),
                ...id(clean(event.id)),
                clean(event.recipient_id ?? '-').slice(0, 8),
              ].join('  '),
            ),
          ].join('\n'),
  };
}
