import * as v from 'valibot';
import { address, anyText, count, flag, instant, noted, resource, uuid } from '../schema.js';
import { eventNames } from '../events.js';

/** The webhook endpoint (Resources: Webhook endpoint). */

const endpoint = {
  id: uuid,
  url: address,
  subscribed_events: noted(v.array(noted(anyText, { enum: eventNames })), { minItems: 1 }),
  brand_id: v.nullable(uuid),
  active: flag,
  consecutive_failures: count,
  last_success_at: v.nullable(instant),
  last_failure_at: v.nullable(instant),
  disabled_at: v.nullable(instant),
  disabled_reason: v.nullable(anyText),
  created_at: instant,
};

export const webhook = resource('Webhook', () => endpoint);
/** Registration and rotation alone show the secret. */
export const webhookWithSecret = resource('WebhookWithSecret', () => ({ ...endpoint, secret: anyText }));
export const webhookList = resource('WebhookList', () => ({ data: v.array(webhook()) }));

export type Webhook = v.InferOutput<ReturnType<typeof webhook>>;
export type WebhookWithSecret = v.InferOutput<ReturnType<typeof webhookWithSecret>>;
