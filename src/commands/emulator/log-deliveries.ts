import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { addListOptions, followOption, followReady } from '../../cli/flags/paging.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { type LogOptions, printLog, usualEntries } from '../../cli/emulator/log-list.js';
import type { Human, View } from '../../core/terminal/output.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { control } from '../../cli/emulator/control.js';
import { type AttemptPage, controlAnswer, type LoggedAttempt } from '../../cli/emulator/control-types.js';

const loggedAttempt = controlAnswer('loggedAttempt');

interface EmulatorLogDeliveriesOptions extends LogOptions {
  readonly endpoint?: string;
  readonly envelope?: string;
}

const pageSize = 1000;

/** `esign emulator log deliveries`: every delivery attempt and its result. */
export function emulatorLogDeliveriesCommand(context: Context): EsignCommand {
  const command = new EsignCommand('deliveries')
    .summary('List webhook delivery attempts')
    .description(
      'List webhook delivery attempts with their time, endpoint, attempt number, response, duration and fault. Times are ' +
        'emulator times. Secrets and bodies are not included.',
    )
    .addOption(followOption())
    .addOption(new Option('--endpoint <id>', 'show deliveries to this endpoint only').argParser(webhookId))
    .addOption(new Option('--envelope <id>', 'show events of this envelope only').argParser(uuidOf('envelope')))
    .example('esign emulator log deliveries', 'List the latest 1000 attempts.')
    .example('esign emulator log deliveries --follow', 'Also show new attempts.')
    .example('esign emulator log deliveries --follow --json', 'Print NDJSON, with `ready` first.')
    .prints(async (s) => s.object({ data: s.list(await loggedAttempt()), more: s.flag }))
    .streams(
      async (s) =>
        s.either(followReady(s), s.object({ type: s.literal('attempt'), ...(await loggedAttempt()).entries })),
      '--follow',
    )
    .exits([0, 1, 2, 3, 4, 8, 129, 130, 143])
    .action((options: EmulatorLogDeliveriesOptions) => runEmulatorLogDeliveries(context, options));
  return addListOptions(command, usualEntries);
}

async function runEmulatorLogDeliveries(context: Context, options: EmulatorLogDeliveriesOptions): Promise<void> {
  await printLog(context, options, {
    read: (after) => readAttempts(context, options, after),
    at: ({ at }) => at,
    view: (data) => (context.output.form === 'human' ? linesOf(context, data) : tableOf(data)),
    head: headOf(context),
    line: (attempt) => ({
      id: attempt.delivery_id,
      value: { type: 'attempt', ...attempt },
      human: lineOf(context, attempt),
    }),
  });
}

/** The log from a position to its current end. */
async function readAttempts(
  context: Context,
  { endpoint, envelope }: EmulatorLogDeliveriesOptions,
  start: number,
): Promise<AttemptPage> {
  const data: LoggedAttempt[] = [];
  for (let after = start; ;) {
    const query = new URLSearchParams({ after: String(after), limit: String(pageSize) });
    if (endpoint !== undefined) query.set('webhook_id', endpoint);
    if (envelope !== undefined) query.set('envelope_id', envelope);
    const path = `/_emulator/deliveries/log?${query.toString()}` as const;
    const page = await control<AttemptPage>(context, { method: 'GET', path });
    data.push(...page.data);
    after = page.last;
    if (page.data.length < pageSize) return { data, last: after };
  }
}

const tableOf = (data: readonly LoggedAttempt[]): View => ({
  ids: data.map(({ delivery_id: id }) => id),
  table: {
    columns: ['TIME', 'EVENT', 'ENDPOINT', 'ATTEMPT', 'STATUS', 'LATENCY', 'ERROR', 'DELIVERY', 'ENVELOPE', 'APP'],
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
      attempt.app === null ? '' : appOf(attempt.app),
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
    const good = isGood(status) && (attempt.app === null || isGood(attempt.app.status));
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
    const line = parts.join('  ').trimEnd();
    const more = attempt.app === null ? [] : [appOf(attempt.app), ...causesOf(attempt.app)];
    return [line, ...more.map((each) => `    ${clean(each)}`)].join('\n');
  };
}

const isGood = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** What the app answered after the listener had taken the delivery. */
const appOf = ({ url, status, milliseconds, attempts, error }: NonNullable<LoggedAttempt['app']>): string => {
  const words = status === null ? (error ?? 'no response') : `${status} in ${tookOf(milliseconds)}`;
  return `app ${url}: ${words}${attempts > 1 ? `, attempt ${attempts}` : ''}`;
};

const causesOf = ({ cause }: NonNullable<LoggedAttempt['app']>): readonly string[] => (cause === null ? [] : [cause]);

/** At most six characters: a response takes at most ten seconds. */
const tookOf = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** `#2`, or `#2+1` for a duplicate that a fault sent. */
const attemptOf = ({ attempt, copy }: LoggedAttempt): string => `#${attempt}${copy === 0 ? '' : `+${copy}`}`;

function whyOf({ error, faults }: LoggedAttempt): string {
  const faultNote = faults.length === 0 ? [] : [`fault: ${faults.join(', ')}`];
  return [...(error === null ? [] : [error]), ...faultNote].join('; ');
}
