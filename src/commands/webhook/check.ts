import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { Ended, UsageFailure } from '../../cli/failure.js';
import { limits } from '../../contract/limits.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { webhookId } from './arguments.js';

export interface WebhookCheckOptions {
  readonly ids: readonly string[];
  readonly maxFailures: number;
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
        'deliveries. Meant for cron: nobody is mailed when the service disables an endpoint. A failure counts once ' +
        'its whole ladder of some 34 hours is used up.',
    )
    .argument('[ids...]', 'ids of endpoints; all of them unless told; a missing one ends with 4')
    .addOption(
      new Option('--max-failures <n>', 'deliveries given up since the last success that are still fine')
        .default(0)
        .argParser(wholeNumber),
    )
    .example('esign webhook check', 'Exit 0 when all is well, 9 when not.')
    .example('esign webhook check --max-failures 3 --json --jq ".data[] | select(.state != \\"ok\\")"', 'Be patient.')
    .calls('listWebhooks', 'getWebhook')
    .exits(serviceExitCodes, 9)
    .action((ids: readonly string[], options: Omit<WebhookCheckOptions, 'ids'>) =>
      run(context, { ...options, ids: ids.map(webhookId) }),
    );
}

export async function runWebhookCheck(context: Context, { ids, maxFailures }: WebhookCheckOptions): Promise<void> {
  const client = await context.api();
  const webhooks: Webhook[] = [];
  if (ids.length === 0) webhooks.push(...(await client.call('listWebhooks', {})).body.data);
  for (const id of new Set(ids)) {
    webhooks.push((await client.call('getWebhook', { parameters: { webhookId: id } })).body);
  }
  const data = webhooks.map((webhook) => judge(webhook, maxFailures));
  const wrong = data.filter(({ state }) => state !== 'ok');
  await context.output.result(
    { ok: wrong.length === 0, data },
    {
      table: {
        columns: ['WEBHOOK', 'URL', 'STATE', 'WHY'],
        rows: data.map(({ id, url, state, why }) => [{ id }, url, { state }, why]),
        empty: 'There are no webhook endpoints to check.',
      },
    },
  );
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
