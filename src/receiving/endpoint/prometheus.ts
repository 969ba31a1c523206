import type { Webhook } from '../../contract/resources/webhook.js';

/** The endpoints in the Prometheus text format 0.0.4, for a scrape or a file of node_exporter. */

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Measured {
  readonly webhook: Webhook;
  readonly ok: boolean;
}

/** How each text begins. */
export const prometheusStart = /^# HELP esign_webhook_/;

/** Null: the service could not be reached, and only that is reported. `now` in milliseconds since 1970. */
export function prometheusText(measured: readonly Measured[] | null, now: number): string {
  const each = (value: (one: Measured) => number | null): readonly Sample[] =>
    (measured ?? []).flatMap((one) => {
      const found = value(one);
      return found === null ? [] : [{ labels: labelsOf(one.webhook), value: found }];
    });
  const instant = (read: (webhook: Webhook) => string | null): readonly Sample[] =>
    each(({ webhook }) => secondsOf(read(webhook)));
  const bare = (value: number): readonly Sample[] => [{ labels: {}, value }];
  const families: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[] = [
    ['check_success', 'Whether the service returned its endpoints.', bare(measured === null ? 0 : 1)],
    ['check_timestamp_seconds', 'When the endpoints were checked.', bare(Math.floor(now / 1000))],
    ['endpoints', 'Number of checked endpoints.', measured === null ? [] : bare(measured.length)],
    [
      'ok',
      'Whether the endpoint is active and within the allowed number of failed deliveries.',
      each(({ ok }) => Number(ok)),
    ],
    ['active', 'Whether the service delivers to the endpoint.', each(({ webhook }) => Number(webhook.active))],
    [
      'consecutive_failures',
      'Failed deliveries since the last success, each after all retries.',
      each(({ webhook }) => finite(webhook.consecutive_failures)),
    ],
    [
      'last_success_timestamp_seconds',
      'Time of the last successful delivery.',
      instant((webhook) => webhook.last_success_at),
    ],
    [
      'last_failure_timestamp_seconds',
      'Time of the last failed delivery.',
      instant((webhook) => webhook.last_failure_at),
    ],
    ['disabled_timestamp_seconds', 'When the endpoint was disabled.', instant((webhook) => webhook.disabled_at)],
  ];
  return families
    .filter(([, , samples]) => samples.length > 0)
    .map(([name, help, samples]) => family(`esign_webhook_${name}`, help, samples))
    .join('');
}

function family(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** The path of a URL may contain a token, so only the host is shown with the ID. */
function labelsOf({ id, url }: Webhook): Sample['labels'] {
  return { id, host: URL.canParse(url) ? new URL(url).host : '' };
}

function labelText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Responses are checked leniently: values other than numbers are omitted. */
const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function secondsOf(instant: string | null): number | null {
  const time = Date.parse(instant ?? '');
  return Number.isNaN(time) ? null : time / 1000;
}
