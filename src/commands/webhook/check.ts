import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { Ended, UsageFailure } from '../../cli/failure.js';
import { limits } from '../../contract/limits.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { webhookId } from '../../webhook-endpoint/arguments.js';
import { prometheusText } from '../../webhook-endpoint/prometheus.js';

export interface WebhookCheckOptions {
  readonly ids: readonly string[];
  readonly maxFailures: number;
  readonly format?: 'text' | 'prometheus';
  readonly output?: string;
}

interface Checked {
  readonly id: string;
  readonly url: string;
  readonly state: 'ok' | 'failing' | 'disabled';
  readonly why: string | null;
}

/** `esign webhook check`: for cron, since nobody is mailed when an endpoint fails or is disabled. */
export function webhookCheckCommand(
  context: Context,
  run: Runner<WebhookCheckOptions> = runWebhookCheck,
): EsignCommand {
  return new EsignCommand('check')
    .summary('Fail when an endpoint fails or is disabled')
    .description(
      'Look at the endpoints, all of them or those named, and end with 9 when one is disabled or has given up on ' +
        'deliveries. Meant for cron and monitoring: nobody is mailed when the service disables an endpoint. A failure ' +
        'counts once its whole ladder of some 34 hours is used up. As Prometheus text it is written whatever is found, ' +
        'also when the service cannot be reached, and ends with the same code.',
    )
    .argument('[ids...]', 'ids of endpoints; all of them unless told; a missing one ends with 4')
    .addOption(
      new Option('--max-failures <n>', 'deliveries given up since the last success that are still fine')
        .default(0)
        .argParser(wholeNumber),
    )
    .addOption(new Option('--format <format>', 'how to write it').choices(['text', 'prometheus']).default('text'))
    .option('-o, --output <file>', 'write the Prometheus text into this file, whole or not at all')
    .example('esign webhook check', 'Exit 0 when all is well, 9 when not.')
    .example('esign webhook check --max-failures 3 --json --jq ".data[] | select(.state != \\"ok\\")"', 'Be patient.')
    .example(
      'esign webhook check --format prometheus -o /var/lib/node_exporter/esign.prom',
      'For the text files that node_exporter collects.',
    )
    .calls('listWebhooks', 'getWebhook')
    .exits(serviceExitCodes, 9)
    .action((ids: readonly string[], options: Omit<WebhookCheckOptions, 'ids'>) =>
      run(context, { ...options, ids: ids.map(webhookId) }),
    );
}

export async function runWebhookCheck(context: Context, options: WebhookCheckOptions): Promise<void> {
  const { ids, maxFailures, format } = options;
  if (options.output !== undefined && format !== 'prometheus') {
    throw new UsageFailure('-o is for Prometheus text.', { hint: 'Add --format prometheus, or leave -o out.' });
  }
  const webhooks = await readEndpoints(context, ids).catch(async (failure: unknown) => {
    // Whoever scrapes must see that nothing is known, not what was known last.
    if (format === 'prometheus') await writeMetrics(context, options, null);
    throw failure;
  });
  const data = webhooks.map((webhook) => judge(webhook, maxFailures));
  const wrong = data.filter(({ state }) => state !== 'ok');
  if (format === 'prometheus') await writeMetrics(context, options, webhooks);
  else await show(context, data);
  fail(data, wrong);
}

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
  if (output === undefined || output === '-') await context.output.text('prometheus', text);
  else await context.files.write(output, text, { overwrite: true });
}

async function show(context: Context, data: readonly Checked[]): Promise<void> {
  await context.output.result(
    { ok: data.every(({ state }) => state === 'ok'), data },
    {
      table: {
        columns: ['WEBHOOK', 'URL', 'STATE', 'WHY'],
        rows: data.map(({ id, url, state, why }) => [{ id }, url, { state }, why === null ? null : { sentence: why }]),
        empty: 'There are no webhook endpoints to check.',
      },
    },
  );
}

function fail(data: readonly Checked[], wrong: readonly Checked[]): void {
  if (wrong.length === 0) return;
  const named = wrong.map(({ id, url, state, why }) => `${url} (${id}) is ${state}: ${why ?? ''}`);
  const disabled = wrong.find(({ state }) => state === 'disabled');
  throw new Ended(9, 'endpoints_failing', `${wrong.length} of ${data.length} endpoints need attention.`, {
    hint: [
      ...named,
      disabled === undefined
        ? 'Mend the receiver; the next delivery that succeeds sets the count back.'
        : `Mend the receiver, then switch it on again: esign webhook enable ${disabled.id}`,
    ].join('\n'),
    details: { endpoints: wrong },
  });
}

/** Deliveries given up are all that a read tells: an attempt that is still to be repeated does not count. */
function judge(webhook: Webhook, maxFailures: number): Checked {
  const { id, url, active, consecutive_failures: failures, disabled_reason: reason } = webhook;
  if (!active) return { id, url, state: 'disabled', why: reason ?? 'no reason is given' };
  if (failures <= maxFailures) return { id, url, state: 'ok', why: null };
  const since =
    webhook.last_success_at === null ? 'none ever succeeded' : `the last success was ${webhook.last_success_at}`;
  const given = failures === 1 ? '1 delivery was given up' : `${failures} deliveries were given up`;
  const until = `it is disabled after ${limits.webhook.disableAfterDays} days without a success`;
  return { id, url, state: 'failing', why: `${given}, ${since}; ${until}` };
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageFailure(`--max-failures takes a whole number, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'Write it like this: --max-failures 3',
  });
}
