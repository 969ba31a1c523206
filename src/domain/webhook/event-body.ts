import type { EventName } from '../../contract/events.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { EventBody } from '../../contract/resources/event.js';

export type { EventBody };

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

/** The known facts when a delivery is created. */
export interface EventFacts extends Omit<EventBody, 'created_at' | 'uri'> {
  /** Milliseconds since 1970. */
  readonly created_at: number;
}

/**
 * The body for an event; `uri` is a path, so that a receiver cannot be led to another host. A service with a contract
 * file has its own path.
 */
export const eventBody = (facts: EventFacts, contract?: Pick<Contract, 'row'>): EventBody => ({
  id: facts.id,
  event: facts.event,
  created_at: new Date(facts.created_at).toISOString(),
  retry_count: facts.retry_count,
  envelope_id: facts.envelope_id,
  recipient_id: facts.recipient_id,
  uri:
    contract?.row('getEnvelope').path.replace('{envelopeId}', facts.envelope_id) ??
    `/api/v1/envelopes/${facts.envelope_id}`,
});

/** A new event with generated IDs; `fields` replace generated values. */
export function makeEventBody(
  event: EventName,
  { now, uuid }: EventSources,
  fields: Partial<EventBody> = {},
): EventBody {
  const made = eventBody({
    id: uuid(),
    event,
    created_at: now,
    retry_count: 0,
    envelope_id: fields.envelope_id ?? uuid(),
    recipient_id: event === 'recipient.completed' ? uuid() : null,
  });
  return { ...made, ...fields };
}

/** The bytes to send and sign, in the words of the service where it has a contract file. */
export function writeEventBody(body: EventBody, contract?: Pick<Contract, 'written'>): Buffer {
  const { id, event, created_at, retry_count, envelope_id, recipient_id, uri } = body;
  const ours = { id, event, created_at, retry_count, envelope_id, recipient_id, uri };
  return Buffer.from(JSON.stringify(contract?.written('delivery', 'body', ours) ?? ours), 'utf8');
}
