import * as v from 'valibot';
import { address, answer, anyText, count, flag, instant, named, noted, uuid } from '../schema.js';
import { eventNames } from '../events.js';
import { lazy } from '../../core/platform/lazy.js';

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

export const webhook = lazy(() => named('Webhook', answer(endpoint)));
/** Registration and rotation alone show the secret. */
export const webhookWithSecret = lazy(() => named('WebhookWithSecret', answer({ ...endpoint, secret: anyText })));
export const webhookList = lazy(() => named('WebhookList', answer({ data: v.array(webhook()) })));

export type Webhook = v.InferOutput<ReturnType<typeof webhook>>;
export type WebhookWithSecret = v.InferOutput<ReturnType<typeof webhookWithSecret>>;
