import type { EventName } from '../../contract/events.js';
import type { Webhook } from '../../contract/resources/webhook.js';

/** A webhook endpoint, and the effects of its failures (Events; A11). */

/** All times are milliseconds since 1970. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly organisation_id: string;
  readonly url: string;
  readonly subscribed_events: readonly EventName[];
  /** Null: envelopes of every brand. */
  readonly brand_id: string | null;
  readonly active: boolean;
  readonly consecutive_failures: number;
  readonly last_success_at: number | null;
  readonly last_failure_at: number | null;
  /** The first failed attempt since the last success. */
  readonly failing_since: number | null;
  readonly disabled_at: number | null;
  readonly disabled_reason: string | null;
  readonly created_at: number;
  readonly secret: string;
  /** The secret before the last rotation, which signs `v0` for 24 hours from `rotated_at`. */
  readonly previous_secret: string | null;
  readonly rotated_at: number | null;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The endpoint in reads and lists, without its secret (Resources, Webhook endpoint). */
export const webhookBody = (endpoint: WebhookEndpoint): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  subscribed_events: [...endpoint.subscribed_events],
  brand_id: endpoint.brand_id,
  active: endpoint.active,
  consecutive_failures: endpoint.consecutive_failures,
  last_success_at: instant(endpoint.last_success_at),
  last_failure_at: instant(endpoint.last_failure_at),
  disabled_at: instant(endpoint.disabled_at),
  disabled_reason: endpoint.disabled_reason,
  created_at: new Date(endpoint.created_at).toISOString(),
});

/** Whether an event is for this endpoint (Webhook endpoint, `subscribed_events`, `brand_id`, `active`). */
export function wants(
  endpoint: WebhookEndpoint,
  event: { readonly name: EventName; readonly brand_id: string | null },
): boolean {
  const brand = endpoint.brand_id === null || endpoint.brand_id === event.brand_id;
  return endpoint.active && brand && endpoint.subscribed_events.includes(event.name);
}

/** The secrets that sign at a time: also the previous one, within its hours of grace (Events, Signature). */
export function signingSecrets(
  endpoint: Pick<WebhookEndpoint, 'secret' | 'previous_secret' | 'rotated_at'>,
  now: number,
  graceHours: number,
): { readonly current: string; readonly previous?: string } {
  const { secret: current, previous_secret: previous, rotated_at: rotated } = endpoint;
  const graced = previous !== null && rotated !== null && now < rotated + graceHours * hour;
  return graced ? { current, previous } : { current };
}

/** Rotation: a second one within a day also replaces the previous secret (A11). */
export const rotated = (endpoint: WebhookEndpoint, secret: string, now: number): WebhookEndpoint => ({
  ...endpoint,
  secret,
  previous_secret: endpoint.secret,
  rotated_at: now,
});

/**
 * A failed attempt, `exhausted` when it was the last one of its delivery. After some days without a success, counted from
 * the first failure and checked on each failure, the endpoint is disabled (A18).
 */
export function failed(
  endpoint: WebhookEndpoint,
  now: number,
  exhausted: boolean,
  disableAfterDays: number,
): WebhookEndpoint {
  const since = endpoint.failing_since ?? now;
  const counted: WebhookEndpoint = {
    ...endpoint,
    failing_since: since,
    ...(exhausted ? { consecutive_failures: endpoint.consecutive_failures + 1, last_failure_at: now } : {}),
  };
  if (!endpoint.active || now - since < disableAfterDays * day) return counted;
  const reason = `No delivery has succeeded for ${disableAfterDays} days, since ${new Date(since).toISOString()}.`;
  return disabled(counted, now, reason);
}

export const disabled = (endpoint: WebhookEndpoint, now: number, reason: string): WebhookEndpoint => ({
  ...endpoint,
  active: false,
  disabled_at: now,
  disabled_reason: reason,
});

/** `active: true`: also restarts the window of seven days (Retry ladder and disabling; A11). */
export const revived = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  active: true,
  consecutive_failures: 0,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
});
