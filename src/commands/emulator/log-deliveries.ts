import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { uuidOf } from '../../cli/identifier.js';
import type { Human, View } from '../../terminal/output.js';
import { webhookId } from '../../webhook-endpoint/arguments.js';
import { control } from '../../emulator-client/control.js';
import { type AttemptPage, controlAnswer, type LoggedAttempt } from '../../emulator-client/control-types.js';

const loggedAttempt = controlAnswer('loggedAttempt');

interface EmulatorLogDeliveriesOptions {
  readonly follow?: boolean;
  readonly endpoint?: string;
  readonly envelope?: string;
}

const pageSize = 1000;
/** Milliseconds between two polls without new attempts. */
const lookAgain = 250;

/** `esign emulator log deliveries`: every delivery attempt and its result. */
export function emulatorLogDeliveriesCommand(context: Context): EsignCommand {
  return new EsignCommand('deliveries')
    .summary('List webhook delivery attempts')
    .description(
      'List webhook delivery attempts with their time, endpoint, attempt number, response, duration and fault. Times are ' +
        'emulator times. Secrets and bodies are not included.',
    )
    .addOption(new Option('--follow', 'keep showing new attempts until Ctrl-C'))
    .addOption(new Option('--endpoint <id>', 'show deliveries to this endpoint only').argParser(webhookId))
    .addOption(new Option('--envelope <id>', 'show events of this envelope only').argParser(uuidOf('envelope')))
    .example('esign emulator log deliveries', 'List all attempts so far.')
    .example('esign emulator log deliveries --follow', 'Also show new attempts.')
    .example('esign emulator log deliveries --follow --json', 'Print NDJSON, with `ready` first.')
    .prints(async (s) => s.object({ data: s.list(await loggedAttempt()) }))
    .streams(
      async (s) =>
        s.either(
          s.object({ type: s.literal('ready') }),
          s.object({ type: s.literal('attempt'), ...(await loggedAttempt()).entries }),
        ),
      '--follow',
    )
    .exits([0, 1, 2, 3, 4, 8, 129, 130, 143])
    .action((options: EmulatorLogDeliveriesOptions) => runEmulatorLogDeliveries(context, options));
}

async function runEmulatorLogDeliveries(context: Context, options: EmulatorLogDeliveriesOptions): Promise<void> {
  if (options.follow === true) return follow(context, options);
  const data: LoggedAttempt[] = [];
  for await (const page of pages(context, options)) data.push(...page.data);
  await context.output.result({ data }, context.output.form === 'human' ? linesOf(context, data) : tableOf(data));
}

async function follow(context: Context, options: EmulatorLogDeliveriesOptions): Promise<void> {
  const { output, clock, signal } = context;
  let after = 0;
  let ready = false;
  while (!signal.aborted) {
    for await (const page of pages(context, options, after)) {
      if (!ready) await output.event({ type: 'ready' }, headOf(context));
      ready = true;
      for (const attempt of page.data) await output.event({ type: 'attempt', ...attempt }, lineOf(context, attempt));
      after = page.last;
    }
    await clock.sleep(lookAgain, signal).catch(() => undefined);
  }
}

/** The log from a position to its current end. */
async function* pages(
  context: Context,
  { endpoint, envelope }: EmulatorLogDeliveriesOptions,
  start = 0,
): AsyncGenerator<AttemptPage> {
  for (let after = start; ;) {
    const query = new URLSearchParams({ after: String(after), limit: String(pageSize) });
    if (endpoint !== undefined) query.set('webhook_id', endpoint);
    if (envelope !== undefined) query.set('envelope_id', envelope);
    const path = `/_emulator/deliveries/log?${query.toString()}` as const;
    const page = await control<AttemptPage>(context, { method: 'GET', path });
    yield page;
    if (page.data.length < pageSize) return;
    after = page.last;
  }
}

const tableOf = (data: readonly LoggedAttempt[]): View => ({
  ids: data.map(({ delivery_id: id }) => id),
  table: {
    columns: ['TIME', 'EVENT', 'ENDPOINT', 'ATTEMPT', 'STATUS', 'LATENCY', 'ERROR', 'DELIVERY', 'ENVELOPE'],
    rows: data.map((attempt) => [
      { instant: attempt.at },
      attempt.event,
      { id: attempt.webhook_id },
      attemptOf(attempt),
      attempt.status,
      `${attempt.milliseconds} ms`,
      whyOf(attempt),
      { id: attempt.delivery_id },
      { id: attempt.envelope_id },
    ]),
    empty: '',
  },
});

const linesOf = (context: Context, data: readonly LoggedAttempt[]): View => ({
  human: (colour, clean) =>
    data.length === 0
      ? 'No delivery attempts yet.'
      : [headOf(context), ...data.map((attempt) => lineOf(context, attempt))]
          .map((line) => line(colour, clean))
          .join('\n'),
});

type Line = Exclude<Human, string>;

/** A line has 80 columns; the endpoint is shown only on a wider terminal. */
const roomForEndpoint = 100;
const hasRoom = ({ output }: Context): boolean => (output.columns ?? 0) >= roomForEndpoint;

function headOf(context: Context): Line {
  const endpoint = hasRoom(context) ? ['ENDPOINT'] : [];
  const names = ['TIME'.padEnd(26), 'EVENT'.padEnd(23), 'DELIVERY', 'TRY  HTTP', '  TOOK', ...endpoint];
  return (colour) => colour.bold(names.join('  ').trimEnd());
}

/** One aligned line with short IDs, which `redeliver` accepts; --json has the full IDs. */
function lineOf(context: Context, attempt: LoggedAttempt): Line {
  const { output } = context;
  return (colour, clean) => {
    const { status, at, event } = attempt;
    const good = status !== null && status >= 200 && status < 300;
    const parts = [
      colour.dim(output.instant(at)),
      clean(event).padEnd(23),
      clean(attempt.delivery_id).slice(0, 8),
      attemptOf(attempt).padEnd(4),
      (good ? colour.good : colour.bad)(String(status ?? '---')),
      tookOf(attempt.milliseconds).padStart(6),
      ...(hasRoom(context) ? [clean(attempt.webhook_id).slice(0, 8)] : []),
      clean(whyOf(attempt)),
    ];
    return parts.join('  ').trimEnd();
  };
}

/** At most six characters: a response takes at most ten seconds. */
const tookOf = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** `#2`, or `#2+1` for a duplicate that a fault sent. */
const attemptOf = ({ attempt, copy }: LoggedAttempt): string => `#${attempt}${copy === 0 ? '' : `+${copy}`}`;

function whyOf({ error, faults }: LoggedAttempt): string {
  const faultNote = faults.length === 0 ? [] : [`fault: ${faults.join(', ')}`];
  return [...(error === null ? [] : [error]), ...faultNote].join('; ');
}
