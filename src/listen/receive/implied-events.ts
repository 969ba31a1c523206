import { createHash } from 'node:crypto';
import type { EventName } from '../../contract/events.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import type { Arrival } from '../../store/delivery.js';

/** An event that must have occurred for an envelope to be in its state. */
export interface Implied {
  readonly event: EventName;
  readonly envelopeId: string;
  readonly recipientId: string | null;
  /** ISO 8601 UTC, if the envelope shows it. */
  readonly at: string | null;
}

/**
 * The events that an envelope's state implies (Events; States and transitions): what a listener without a public URL
 * can know. `sealed` is null when the documents were not read. A failed sealing is not visible.
 */
export function impliedEvents(envelope: Envelope, sealed: boolean | null): readonly Implied[] {
  const { id: envelopeId, status, sent_at: sentAt } = envelope;
  const implied = (event: EventName, recipientId: string | null = null, at: string | null = null): Implied => {
    return { event, envelopeId, recipientId, at };
  };
  const left = status !== 'draft';
  return [
    ...(left ? [implied('envelope.sent', null, sentAt)] : []),
    ...envelope.recipients
      .filter((each) => each.status === 'signed')
      .map(({ id }) => implied('recipient.completed', id)),
    ...(status === 'completed' ? [implied('envelope.completed')] : []),
    ...(status === 'declined' ? [implied('envelope.declined')] : []),
    ...(status === 'voided' ? [implied('envelope.voided')] : []),
    ...(status === 'expired' ? [implied('envelope.expired')] : []),
    ...(sealed === true ? [implied('envelope.sealed')] : []),
  ];
}

/** The same for the same event, however it was found; identifies events that were already reported. */
export const keyOf = ({ event, envelopeId, recipientId }: Arrival): string =>
  `${envelopeId} ${event} ${recipientId ?? ''}`;

/** Whether the envelope is in a final state. */
export const isOver = (envelope: Envelope, sealed: boolean | null): boolean =>
  ['voided', 'declined', 'expired'].includes(envelope.status) || (envelope.status === 'completed' && sealed === true);

/**
 * The body of a synthetic event (A15): the shape of the service, marked `synthetic`. Its ID derives from the change, so
 * that the same change is never reported twice.
 */
export function syntheticBody(implied: Implied, now: string): { readonly id: string; readonly body: Buffer } {
  const id = uuidFrom(keyOf(implied));
  const fields = {
    id,
    event: implied.event,
    created_at: implied.at ?? now,
    retry_count: 0,
    envelope_id: implied.envelopeId,
    recipient_id: implied.recipientId,
    uri: `/api/v1/envelopes/${implied.envelopeId}`,
    synthetic: true,
  };
  return { id, body: Buffer.from(JSON.stringify(fields), 'utf8') };
}

/** A UUID of version 8, whose bits are free to choose. */
function uuidFrom(text: string): string {
  const hex = createHash('sha256').update('esign synthetic event ').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
