import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import type { EarlierDeliveries } from '../journal/listener-journal.js';
import { isWaiting } from './forward-jobs.js';

/** What the record of deliveries tells a listener that begins. */
export interface PreviousRuns {
  /** Of the same forwarding: what its apps are still to have, the oldest first. */
  readonly own: readonly RecordedDelivery[];
  /** Of other forwardings that nobody does now: what waits for their apps. */
  readonly elsewhere: readonly RecordedDelivery[];
  /** The envelopes of this service that deliveries were about and to which more may happen, the latest last. */
  readonly envelopes: readonly string[];
}

/** `host`: the service's. */
export function previousRunsOf({ own, others, envelopes }: EarlierDeliveries, host: string): PreviousRuns {
  const about = envelopes.filter((each) => each.host === host);
  const over = new Set(about.filter((each) => each.over).map(({ id }) => id));
  return {
    own,
    elsewhere: others.filter((each) => each.host === host && isWaiting(each)),
    envelopes: about.map(({ id }) => id).filter((id) => !over.has(id)),
  };
}
