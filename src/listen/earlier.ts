import type { EventName } from '../contract/events.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import { keyOf } from './changes.js';
import { isWaiting } from './parcels.js';

/** What the record of deliveries tells a listener that begins. */
export interface Earlier {
  /** Verified ones of the same forwarding, the oldest first. */
  readonly own: readonly RecordedDelivery[];
  /** Of other forwardings that nobody does now: what waits for their apps. */
  readonly elsewhere: readonly RecordedDelivery[];
  /** The events of this service that any listener of this machine received; see `keyOf`. */
  readonly arrived: ReadonlySet<string>;
  /** The envelopes that they were about and to which more may happen, the latest last. */
  readonly envelopes: readonly string[];
}

const final: readonly string[] = ['envelope.declined', 'envelope.voided', 'envelope.expired', 'envelope.sealed'];

/** `listener`: the forwarding that begins; `busy`: those that other processes do now; `host`: the service's. */
export function earlierOf(
  all: readonly RecordedDelivery[],
  { listener, host, busy }: { readonly listener: string; readonly host: string; readonly busy: ReadonlySet<string> },
): Earlier {
  const verified = all.filter(({ verdict }) => verdict.ok);
  const ofService = verified.filter((delivery) => delivery.host === host);
  const arrived = new Set<string>();
  const envelopes = new Set<string>();
  const over = new Set<string>();
  for (const { event, envelopeId, recipientId } of ofService) {
    if (event === null || envelopeId === null) continue;
    arrived.add(keyOf({ event: event as EventName, envelopeId, recipientId }));
    // The latest mention counts.
    envelopes.delete(envelopeId);
    envelopes.add(envelopeId);
    if (final.includes(event)) over.add(envelopeId);
  }
  return {
    own: verified.filter((each) => each.listener === listener),
    elsewhere: ofService.filter((each) => each.listener !== listener && !busy.has(each.listener) && isWaiting(each)),
    arrived,
    envelopes: [...envelopes].filter((id) => !over.has(id)),
  };
}
