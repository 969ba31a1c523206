import { lazy } from '../../platform/lazy.js';
import { eventNames } from '../events.js';
import { answer, anyText, instant, integer, nullable, oneOf, uuid } from '../schema.js';

/** The body of a webhook delivery, whose properties a service may name otherwise too (Events; A15). */
export const deliveryBody = lazy(() =>
  answer({
    id: uuid,
    event: oneOf(eventNames),
    created_at: instant,
    retry_count: integer,
    envelope_id: uuid,
    recipient_id: nullable(uuid),
    uri: anyText,
  }),
);
