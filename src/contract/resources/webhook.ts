import * as v from 'valibot';
import { answer, anyText, flag, instant, integer, uuid } from '../schema.js';
import { lazy } from '../../platform/lazy.js';

/** The webhook endpoint (Resources: Webhook endpoint). */

const endpoint = {
  id: uuid,
  url: anyText,
  subscribed_events: v.array(anyText),
  brand_id: v.nullable(uuid),
  active: flag,
  consecutive_failures: integer,
  last_success_at: v.nullable(instant),
  last_failure_at: v.nullable(instant),
  disabled_at: v.nullable(instant),
  disabled_reason: v.nullable(anyText),
  created_at: instant,
};

export const webhook = lazy(() => answer(endpoint));
/** Registration and rotation alone show the secret. */
export const webhookWithSecret = lazy(() => answer({ ...endpoint, secret: anyText }));

export type Webhook = v.InferOutput<ReturnType<typeof webhook>>;
export type WebhookWithSecret = v.InferOutput<ReturnType<typeof webhookWithSecret>>;
