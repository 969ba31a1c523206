import type { Webhook } from '../../contract/resources/webhook.js';
import type { View } from '../../core/terminal/output.js';
import type { Cell, Details, Table } from '../../core/terminal/table.js';

/** A webhook endpoint as text. */
export function webhookView(webhook: Webhook, more: Details = [], next: readonly string[] = []): View {
  return {
    details: [
      ['Id', webhook.id],
      ['URL', webhook.url],
      ['Events', webhook.subscribed_events.join(', ')],
      ['Brand', webhook.brand_id ?? 'all'],
      ['State', state(webhook)],
      ...(webhook.disabled_reason === null ? [] : [['Because', webhook.disabled_reason] as const]),
      ['Failures', webhook.consecutive_failures],
      ['Last success', instant(webhook.last_success_at)],
      ['Last failure', instant(webhook.last_failure_at)],
      ['Created', instant(webhook.created_at)],
      ...more,
    ],
    next,
  };
}

export function webhookTable(webhooks: readonly Webhook[]): Table {
  return {
    columns: ['WEBHOOK', 'URL', 'EVENTS', 'STATE', 'FAILURES', 'LAST SUCCESS'],
    rows: webhooks.map((webhook) => [
      { id: webhook.id },
      webhook.url,
      webhook.subscribed_events.join(','),
      state(webhook),
      webhook.consecutive_failures,
      instant(webhook.last_success_at),
    ]),
    empty: 'No webhook endpoints found. Register one with `esign webhook register`.',
  };
}

const state = ({ active }: Webhook): Cell => ({ state: active ? 'active' : 'disabled' });

const instant = (iso: string | null): Cell => (iso === null ? null : { instant: iso });
