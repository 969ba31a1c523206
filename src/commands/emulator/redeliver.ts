import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { isUuid } from '../../contract/schema.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type DeliveryList } from '../../cli/emulator/control-types.js';

interface EmulatorRedeliverOptions {
  /** The ID of a delivery or an event. */
  readonly id?: string;
  readonly failed?: boolean;
  readonly endpoint?: string;
}

/** `esign emulator redeliver DELIVERY|EVENT|--failed`: sends again, with a fresh signature. */
export function emulatorRedeliverCommand(context: Context): EsignCommand {
  return new EsignCommand('redeliver')
    .summary('Send a delivery again')
    .description(
      'Send a delivery again, send an event to every endpoint that subscribes to it now, or resend all failed ' +
        'deliveries. The event keeps its ID. A delivery that waits for its next retry is sent at once.',
    )
    .argument('[delivery]', 'delivery ID or event ID, or a prefix of one', readId)
    .addOption(new Option('--failed', 'resend all failed deliveries to active endpoints'))
    .addOption(
      new Option('--endpoint <id>', 'with an event ID or --failed: send to this endpoint only').argParser(webhookId),
    )
    .example('esign emulator redeliver 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a', 'Send a delivery again.')
    .example('esign emulator redeliver 2d3e4f5a', 'Use the short ID that `log deliveries` shows.')
    .example('esign emulator redeliver --failed', 'Resend all failed deliveries.')
    .prints(controlAnswer('deliveryList'))
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((id: string | undefined, options: EmulatorRedeliverOptions) =>
      runEmulatorRedeliver(context, { ...options, ...(id === undefined ? {} : { id }) }),
    );
}

async function runEmulatorRedeliver(
  context: Context,
  { id, failed, endpoint }: EmulatorRedeliverOptions,
): Promise<void> {
  if ((id === undefined) === (failed !== true)) {
    throw new UsageFailure('Specify a delivery ID, an event ID or --failed.', {
      code: 'missing_argument',
      hint: 'Find the ID with `esign emulator log deliveries`, or run: esign emulator redeliver --failed',
    });
  }
  const body = {
    ...(id === undefined ? { failed: true } : { id: await wholeId(context, id) }),
    ...(endpoint === undefined ? {} : { webhook_id: endpoint }),
  };
  const path = '/_emulator/deliveries/redeliver';
  const queued = await control<DeliveryList>(context, { method: 'POST', path, body });
  await context.output.result(queued, {
    table: {
      columns: ['DELIVERY', 'EVENT', 'ENDPOINT', 'ATTEMPTS'],
      rows: queued.data.map((delivery) => [
        { id: delivery.id },
        delivery.event,
        { id: delivery.webhook_id },
        delivery.attempts.length,
      ]),
      empty: 'No failed deliveries.',
    },
    ...(queued.data.length === 0 ? {} : { next: ['esign emulator log deliveries'] }),
  });
}

/** The shortest accepted prefix of an ID. */
const start = /^[0-9a-f]{4,8}(-[0-9a-f-]{0,28})?$/i;

function readId(text: string): string {
  if (isUuid(text) || start.test(text)) return text.toLowerCase();
  throw new UsageFailure(`Invalid delivery or event ID "${text}".`, {
    code: 'invalid_id',
    hint: 'Find the ID with `esign emulator log deliveries`.',
  });
}

/** The only delivery or event whose ID has this prefix. Throws CommandFailure (4) for none and UsageFailure for several. */
async function wholeId(context: Context, id: string): Promise<string> {
  if (isUuid(id)) return id;
  const path = '/_emulator/deliveries';
  const { data } = await control<DeliveryList>(context, { method: 'GET', path });
  const ids = data.flatMap((delivery) => [delivery.id, delivery.event_id]).filter((each) => each.startsWith(id));
  const [found, ...others] = new Set(ids);
  const hint = 'Find the ID with `esign emulator log deliveries`.';
  if (found === undefined) throw new CommandFailure(4, 'not_found', `Delivery or event ${id} not found.`, { hint });
  if (others.length === 0) return found;
  throw new UsageFailure(`${others.length + 1} IDs begin with ${id}.`, { code: 'ambiguous_id', hint });
}
