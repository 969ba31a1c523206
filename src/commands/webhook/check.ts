import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { addFailEmpty, failIfEmpty } from '../../cli/flags/paging.js';
import { limits } from '../../contract/limits.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { prometheusStart, prometheusText } from '../../receiving/endpoint/prometheus.js';

interface WebhookCheckOptions {
  readonly failEmpty?: boolean;
  readonly ids: readonly string[];
  readonly maxFailures: number;
  readonly format?: 'text' | 'prometheus';
  readonly output?: string;
}

const endpointCheck = (s: ShapeBlocks) =>
  s.object({
    ok: s.flag,
    data: s.list(
      s.object({
        id: s.text,
        url: s.text,
        state: s.oneOf('ok', 'failing', 'disabled'),
        why: s.nullable(s.text),
      }),
    ),
    warnings: s.list(s.text),
  });
type Checked = Shaped<typeof endpointCheck>['data'][number];

/** `esign webhook check`: for cron jobs, because the service sends no email when an endpoint fails or is disabled. */
export function webhookCheckCommand(context: Context): EsignCommand {
  const command = new EsignCommand('check')
    .summary('Fail if an endpoint is failing or disabled')
    .description(
      'Check webhook endpoints and exit with 9 if one is disabled or has deliveries that used up all their retries. Use ' +
        'it in cron jobs and monitoring, because the service sends no email when it disables an endpoint. The retries take ' +
        'about 34 hours: until then an endpoint whose receiver is down is ok here. Prometheus output is written in every case, even if the service is ' +
        'unreachable, and the exit code is the same.',
    )
    .argument('[webhook...]', 'endpoint IDs (default: all); exits with 4 if one does not exist')
    .addOption(
      new Option('--max-failures <n>', 'failed deliveries to allow since the last success')
        .default(0)
        .argParser(wholeNumber),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'prometheus']).default('text'))
    .option('-o, --output <file>', 'file or folder/ for the Prometheus text, written atomically')
    .example('esign webhook check', 'Exit with 0 if every endpoint is healthy, otherwise with 9.')
    .example(
      'esign webhook check --max-failures 3 --json --jq ".data[] | select(.state != \\"ok\\")"',
      'Allow up to three failed deliveries.',
    )
    .example(
      'esign webhook check --format prometheus -o esign.prom',
      'Write a file for the textfile collector of node_exporter.',
    )
    .usesOperations('listWebhooks', 'getWebhook')
    .prints(endpointCheck)
    .prints((s) => s.either(s.object({ prometheus: s.text }), endpointCheck(s)), '--format')
    .plain('--format', ({ format }) => format === 'prometheus')
    .exits(serviceExitCodes, 9)
    .action((ids: readonly string[], options: Omit<WebhookCheckOptions, 'ids'>) =>
      runWebhookCheck(context, { ...options, ids: ids.map(webhookId) }),
    );
  return addFailEmpty(command, 'no endpoint is registered');
}

async function runWebhookCheck(context: Context, options: WebhookCheckOptions): Promise<void> {
  const { ids, maxFailures, format } = options;
  if (options.output !== undefined && format !== 'prometheus') {
    throw new UsageFailure('--output requires --format prometheus.', {
      hint: 'Add --format prometheus, or remove --output.',
    });
  }
  const webhooks = await readEndpoints(context, ids).catch(async (failure: unknown) => {
    // A scrape must show that the state is unknown, not the last known state.
    if (format === 'prometheus' && !context.signal.aborted) await writeMetrics(context, options, null);
    throw failure;
  });
  const data = webhooks.map((webhook) => judge(webhook, maxFailures));
  const wrong = data.filter(({ state }) => state !== 'ok');
  // With --fail-empty, the failure says it.
  if (data.length === 0 && options.failEmpty !== true) context.output.warn(noEndpoints);
  if (format === 'prometheus') await writeMetrics(context, options, webhooks);
  else await show(context, data);
  failIfEmpty(options, data.length, noEndpoints);
  fail(data, wrong);
}

const noEndpoints = 'The service has no webhook endpoints, so nothing was checked.';

async function readEndpoints(context: Context, ids: readonly string[]): Promise<readonly Webhook[]> {
  const client = await context.api();
  if (ids.length === 0) return (await client.call('listWebhooks', {})).body.data;
  const webhooks: Webhook[] = [];
  for (const id of new Set(ids)) {
    webhooks.push((await client.call('getWebhook', { parameters: { webhookId: id } })).body);
  }
  return webhooks;
}

async function writeMetrics(
  context: Context,
  { output, maxFailures }: WebhookCheckOptions,
  webhooks: readonly Webhook[] | null,
): Promise<void> {
  const measured = webhooks?.map((webhook) => ({ webhook, ok: judge(webhook, maxFailures).state === 'ok' })) ?? null;
  const text = prometheusText(measured, context.clock.now());
  const file = await context.files.place(output ?? '-', 'esign.prom');
  if (file === '-') await context.output.text('prometheus', text);
  else await context.files.write(file, text, { replaces: prometheusStart, existsHint: 'Use another file name.' });
}

async function show(context: Context, data: readonly Checked[]): Promise<void> {
  await context.output.result(
    { ok: data.every(({ state }) => state === 'ok'), data, warnings: data.length === 0 ? [noEndpoints] : [] },
    {
      table: {
        columns: ['WEBHOOK', 'URL', 'STATE', 'REASON'],
        rows: data.map(({ id, url, state, why }) => [{ id }, url, { state }, why === null ? null : { sentence: why }]),
        empty: 'No webhook endpoints to check.',
      },
    },
  );
}

function fail(data: readonly Checked[], wrong: readonly Checked[]): void {
  if (wrong.length === 0) return;
  const named = wrong.map(({ id, url, state, why }) => `${url} (${id}) is ${state}: ${why ?? ''}`);
  const disabled = wrong.find(({ state }) => state === 'disabled');
  throw new CommandFailure(9, 'endpoints_failing', `${wrong.length} of ${data.length} endpoints need attention.`, {
    hint: [
      ...named,
      disabled === undefined
        ? 'Fix the receiver. The next successful delivery resets the count.'
        : `Fix the receiver, then enable the endpoint: esign webhook update ${disabled.id} --enable`,
    ].join('\n'),
    details: { endpoints: wrong },
  });
}

/** A read shows only deliveries that were given up, not attempts that are still retried. */
function judge(webhook: Webhook, maxFailures: number): Checked {
  const { id, url, active, consecutive_failures: failures, disabled_reason: reason } = webhook;
  if (!active) return { id, url, state: 'disabled', why: reason ?? 'no reason given' };
  if (failures <= maxFailures) return { id, url, state: 'ok', why: null };
  const since =
    webhook.last_success_at === null ? 'no delivery has succeeded' : `the last success was ${webhook.last_success_at}`;
  const given = failures === 1 ? '1 delivery failed' : `${failures} deliveries failed`;
  const until = `the service disables it after ${limits.webhook.disableAfterDays} days without a success`;
  return { id, url, state: 'failing', why: `${given}, ${since}; ${until}` };
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageFailure(`Invalid --max-failures value "${text}". Use a whole number.`, {
    code: 'invalid_value',
    hint: 'Example: --max-failures 3',
  });
}
