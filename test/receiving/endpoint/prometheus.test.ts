import { expect, it } from 'vitest';
import { prometheusText } from '../../../src/receiving/endpoint/prometheus.js';
import type { Webhook } from '../../../src/contract/resources/webhook.js';

const webhook: Webhook = {
  id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  url: 'https://hooks.example.com:8443/token',
  subscribed_events: ['envelope.sent'],
  brand_id: null,
  active: false,
  consecutive_failures: 3,
  last_success_at: '2026-03-01T08:00:00.500Z',
  last_failure_at: null,
  disabled_at: '2026-03-02T08:00:00Z',
  disabled_reason: 'No success for 7 days.',
  created_at: '2026-01-01T00:00:00Z',
};

it('is the text that Prometheus reads', () => {
  const text = prometheusText([{ webhook, ok: false }], Date.parse('2026-03-02T09:00:00Z'));
  expect(text).toBe(
    [
      '# HELP esign_webhook_check_success Whether the service returned its endpoints.',
      '# TYPE esign_webhook_check_success gauge',
      'esign_webhook_check_success 1',
      '# HELP esign_webhook_check_timestamp_seconds When the endpoints were checked.',
      '# TYPE esign_webhook_check_timestamp_seconds gauge',
      'esign_webhook_check_timestamp_seconds 1772442000',
      '# HELP esign_webhook_endpoints Number of checked endpoints.',
      '# TYPE esign_webhook_endpoints gauge',
      'esign_webhook_endpoints 1',
      '# HELP esign_webhook_ok Whether the endpoint is active and within the allowed number of failed deliveries.',
      '# TYPE esign_webhook_ok gauge',
      'esign_webhook_ok{id="6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11",host="hooks.example.com:8443"} 0',
      '# HELP esign_webhook_active Whether the service delivers to the endpoint.',
      '# TYPE esign_webhook_active gauge',
      'esign_webhook_active{id="6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11",host="hooks.example.com:8443"} 0',
      '# HELP esign_webhook_consecutive_failures Failed deliveries since the last success, each after all retries.',
      '# TYPE esign_webhook_consecutive_failures gauge',
      'esign_webhook_consecutive_failures{id="6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11",host="hooks.example.com:8443"} 3',
      '# HELP esign_webhook_last_success_timestamp_seconds Time of the last successful delivery.',
      '# TYPE esign_webhook_last_success_timestamp_seconds gauge',
      'esign_webhook_last_success_timestamp_seconds{id="6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11",host="hooks.example.com:8443"} 1772352000.5',
      '# HELP esign_webhook_disabled_timestamp_seconds When the endpoint was disabled.',
      '# TYPE esign_webhook_disabled_timestamp_seconds gauge',
      'esign_webhook_disabled_timestamp_seconds{id="6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11",host="hooks.example.com:8443"} 1772438400',
      '',
    ].join('\n'),
  );
});

it('quotes any text of a service, and leaves out what is not a number', () => {
  const hostile = {
    ...webhook,
    id: 'a"} 1\nevil{x="\\',
    url: 'no url',
    consecutive_failures: 'many' as unknown as number,
  };
  const text = prometheusText([{ webhook: hostile, ok: true }], 0);
  expect(text).toContain('esign_webhook_ok{id="a\\"} 1\\nevil{x=\\"\\\\",host=""} 1\n');
  expect(text).not.toContain('esign_webhook_consecutive_failures{');
  expect(text).not.toMatch(/^evil/m);
});
