import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import type { EarlierDeliveries } from '../journal/listener-journal.js';
import { isWaiting } from './forward-jobs.js';

/** Facts from the delivery journal for a listener that starts. */
export interface PreviousRuns {
  /** Of the same forwarding: deliveries that its apps have not accepted, oldest first. */
  readonly own: readonly RecordedDelivery[];
  /** Of other forwardings without a running listener: deliveries that wait for their apps. */
  readonly elsewhere: readonly RecordedDelivery[];
  /** Envelopes of this service with earlier deliveries that are not in a final state, the latest last. */
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
