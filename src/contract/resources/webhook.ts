import * as v from 'valibot';
import { answer, anyText, flag, instant, integer, oneOf, uuid } from '../schema.js';
import { lazy } from '../lazy.js';
import { eventNames } from '../events.js';

/** The webhook endpoint, and the body of a delivery (Resources: Webhook endpoint; Events; A15). */

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

export const event = lazy(() =>
  answer({
    id: anyText,
    event: oneOf(eventNames),
    created_at: instant,
    retry_count: integer,
    envelope_id: uuid,
    recipient_id: v.nullable(uuid),
    uri: anyText,
  }),
);

export type Webhook = v.InferOutput<ReturnType<typeof webhook>>;
export type WebhookWithSecret = v.InferOutput<ReturnType<typeof webhookWithSecret>>;
export type Event = v.InferOutput<ReturnType<typeof event>>;
