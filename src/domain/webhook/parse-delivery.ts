import type { DeliveryWords } from '../../contract/overlay/line.js';
import { eventNames, type EventName } from '../../contract/events.js';
import { isObject, parseJson } from '../../core/platform/json.js';

/** The body of a delivery with its known fields. Nothing in it is trusted. */
export interface DeliveryBody {
  /** The event's identity: the same at every endpoint and on every attempt. */
  readonly id: string | undefined;
  readonly event: string | undefined;
  /** The event, when it is one of the eight that the description knows. */
  readonly known: EventName | undefined;
  /** ISO 8601 UTC. */
  readonly createdAt: string | undefined;
  /** 0 on the first delivery. */
  readonly retryCount: number | undefined;
  readonly envelopeId: string | undefined;
  readonly recipientId: string | undefined;
  /** A path or a URL: resolve it only against the configured base URL. */
  readonly uri: string | undefined;
}

const maxTextLength = 1_000;

/**
 * Reads the fields of a body (Events; A15: the event's own field is `event`; `type` and `event_type` are also read).
 * Returns undefined when the text is not a JSON object. A service with a contract file has its own names.
 */
export function parseDelivery(body: string, contract?: Pick<DeliveryWords, 'read'>): DeliveryBody | undefined {
  const given = parseJson(body);
  const parsed = contract === undefined ? given : contract.read('delivery', 'body', given);
  if (!isObject(parsed)) return undefined;
  const field = (name: string): unknown => (Object.hasOwn(parsed, name) ? parsed[name] : undefined);
  const text = (name: string): string | undefined => {
    const value = field(name);
    return typeof value === 'string' && value.length <= maxTextLength ? value : undefined;
  };
  const count = field('retry_count');
  const event = text('event') ?? text('type') ?? text('event_type');
  return {
    id: text('id'),
    event,
    known: eventNames.find((name) => name === event),
    createdAt: text('created_at'),
    retryCount: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
    envelopeId: text('envelope_id'),
    recipientId: text('recipient_id'),
    uri: text('uri'),
  };
}
