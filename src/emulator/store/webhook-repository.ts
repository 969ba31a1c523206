import type { EventName } from '../../contract/events.js';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js';
import type { SqlDatabase } from './database.js';

/** Webhook endpoints. Their secrets are stored in plain text, because deliveries are signed with them. */
export interface WebhookRepository {
  find(organisationId: string, id: string): WebhookEndpoint | null;
  /** Of any organisation; null when it was deleted. */
  get(id: string): WebhookEndpoint | null;
  /** Newest first. */
  list(organisationId: string): readonly WebhookEndpoint[];
  insert(endpoint: WebhookEndpoint): void;
  update(endpoint: WebhookEndpoint): void;
  /** After a 2xx the failures are reset; `at` is milliseconds since 1970. Without effect when it was deleted. */
  succeeded(id: string, at: number): void;
  remove(id: string): void;
}

type Row = Omit<WebhookEndpoint, 'subscribed_events' | 'active'> & {
  readonly sequence: number;
  readonly subscribed_events: string;
  readonly active: number;
};

export function webhookRepository(sql: SqlDatabase): WebhookRepository {
  return {
    find(organisationId, id) {
      const row = sql.get<Row>('SELECT * FROM webhooks WHERE id = ? AND organisation_id = ?', id, organisationId);
      return row === undefined ? null : toEndpoint(row);
    },
    get(id) {
      const row = sql.get<Row>('SELECT * FROM webhooks WHERE id = ?', id);
      return row === undefined ? null : toEndpoint(row);
    },
    list: (organisationId) =>
      sql
        .all<Row>('SELECT * FROM webhooks WHERE organisation_id = ? ORDER BY sequence DESC', organisationId)
        .map(toEndpoint),
    insert(endpoint) {
      sql.run(
        `INSERT INTO webhooks (url, subscribed_events, brand_id, active, consecutive_failures, last_success_at,
           last_failure_at, failing_since, disabled_at, disabled_reason, secret, previous_secret, rotated_at,
           id, organisation_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...changing(endpoint),
        endpoint.id,
        endpoint.organisation_id,
        endpoint.created_at,
      );
    },
    update(endpoint) {
      sql.run(
        `UPDATE webhooks SET url = ?, subscribed_events = ?, brand_id = ?, active = ?, consecutive_failures = ?,
           last_success_at = ?, last_failure_at = ?, failing_since = ?, disabled_at = ?, disabled_reason = ?,
           secret = ?, previous_secret = ?, rotated_at = ?
         WHERE id = ?`,
        ...changing(endpoint),
        endpoint.id,
      );
    },
    succeeded(id, at) {
      // Once for all deliveries of one time: an unchanged row need not be written.
      sql.run(
        `UPDATE webhooks SET consecutive_failures = 0, last_success_at = ?1, failing_since = NULL
         WHERE id = ?2 AND (consecutive_failures <> 0 OR last_success_at IS NOT ?1 OR failing_since IS NOT NULL)`,
        at,
        id,
      );
    },
    remove(id) {
      sql.run('DELETE FROM webhooks WHERE id = ?', id);
    },
  };
}

const changing = (endpoint: WebhookEndpoint): (string | number | null)[] => [
  endpoint.url,
  JSON.stringify(endpoint.subscribed_events),
  endpoint.brand_id,
  Number(endpoint.active),
  endpoint.consecutive_failures,
  endpoint.last_success_at,
  endpoint.last_failure_at,
  endpoint.failing_since,
  endpoint.disabled_at,
  endpoint.disabled_reason,
  endpoint.secret,
  endpoint.previous_secret,
  endpoint.rotated_at,
];

function toEndpoint({ sequence: _sequence, ...row }: Row): WebhookEndpoint {
  return {
    ...row,
    subscribed_events: JSON.parse(row.subscribed_events) as EventName[],
    active: row.active === 1,
  };
}
