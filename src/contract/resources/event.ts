import type * as v from 'valibot';
import { anyText, assumed, count, instant, noted, nullable, resource, uuid } from '../schema.js';
import { eventNames } from '../events.js';

/** The body of a delivery as the service writes it (Events; A15): these fields in this order, without spaces. */
export interface EventBody {
  /** The event's identity: the same at every endpoint and on every attempt. */
  readonly id: string;
  /** One of the eight names; another one only to test a receiver. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  /** 0 on the first attempt. */
  readonly retry_count: number;
  readonly envelope_id: string;
  /** Set for `recipient.completed` only. */
  readonly recipient_id: string | null;
  /** The path of the envelope, relative to the base URL. */
  readonly uri: string;
}

export const event = resource(
  'Event',
  () =>
    ({
      id: noted(uuid, { description: 'The identity of the event: the same at every endpoint and on every attempt' }),
      event: assumed('A15', noted(anyText, { enum: eventNames })),
      created_at: instant,
      retry_count: noted(count, { description: '0 on the first attempt' }),
      envelope_id: uuid,
      recipient_id: noted(nullable(uuid), { description: 'Set for recipient.completed only' }),
      uri: noted(anyText, {
        format: 'uri-reference',
        description: 'The path of the envelope, relative to the base URL',
      }),
    }) satisfies { readonly [Name in keyof EventBody]: v.GenericSchema<EventBody[Name]> },
);
