import type { EventName } from '../contract/events.js';

/** The body of a delivery as the service writes it (Events; A15): these fields, in this order, without blanks. */
export interface EventBody {
  /** The event's identity: the same at every endpoint and on every attempt. */
  readonly id: string;
  /** One of the eight names; another one only where a receiver is tried with it. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  /** 0 on the first attempt. */
  readonly retry_count: number;
  readonly envelope_id: string;
  /** Set for `recipient.completed` alone. */
  readonly recipient_id: string | null;
  /** The path of the envelope's read, relative to the base address. */
  readonly uri: string;
}

export const eventFields = [
  'id',
  'event',
  'created_at',
  'retry_count',
  'envelope_id',
  'recipient_id',
  'uri',
] as const satisfies readonly (keyof EventBody)[];

export interface EventSources {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly uuid: () => string;
}

/** An event that has just happened, with ids of its own; `fields` take the place of what would be made up. */
export function makeEventBody(
  event: EventName,
  { now, uuid }: EventSources,
  fields: Partial<EventBody> = {},
): EventBody {
  const envelope = fields.envelope_id ?? uuid();
  const made: EventBody = {
    id: uuid(),
    event,
    created_at: new Date(now).toISOString(),
    retry_count: 0,
    envelope_id: envelope,
    recipient_id: event === 'recipient.completed' ? uuid() : null,
    uri: `/api/v1/envelopes/${envelope}`,
  };
  return { ...made, ...fields };
}

/** The bytes that are sent and signed. */
export function writeEventBody(body: EventBody): Buffer {
  const { id, event, created_at, retry_count, envelope_id, recipient_id, uri } = body;
  return Buffer.from(JSON.stringify({ id, event, created_at, retry_count, envelope_id, recipient_id, uri }), 'utf8');
}
