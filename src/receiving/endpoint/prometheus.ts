import type { Webhook } from '../../contract/resources/webhook.js';
import { bare, type Family, metrics, type Sample } from '../../cli/files/prometheus.js';

/** The endpoints in the Prometheus text format, for a scrape or a file of node_exporter. */

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
  const families: readonly Family[] = [
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
  return metrics('esign_webhook_', families);
}

/** The path of a URL may contain a token, so only the host is shown with the ID. */
function labelsOf({ id, url }: Webhook): Sample['labels'] {
  return { id, host: URL.canParse(url) ? new URL(url).host : '' };
}

/** Responses are checked leniently: values other than numbers are omitted. */
const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function secondsOf(instant: string | null): number | null {
  const time = Date.parse(instant ?? '');
  return Number.isNaN(time) ? null : time / 1000;
}
