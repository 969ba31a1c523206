import { deliveriesWhere, deliveryBody, removeDelivery } from '../store/deliveries.js';
import { writePages } from '../store/pages.js';
import type { State } from '../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

interface Found {
  readonly place: number;
  readonly at: number;
}

const atOnce = 500;

/** Finds the deliveries about the subject, and adds the envelopes named in them. */
export function deliveriesAbout(state: State, subject: Subject): readonly Found[] {
  const found: Found[] = [];
  const page = `place > ? ORDER BY place LIMIT ${atOnce}`;
  for (let from = 0; ;) {
    const all = state.read((sql) => deliveriesWhere(sql, page, from), []);
    for (const delivery of all) {
      const { place, at, envelopeId } = delivery;
      const isNamed = subject.isIn(deliveryBody(state, delivery)?.toString('utf8') ?? '');
      if (isNamed) subject.addEnvelope(envelopeId);
      if (isNamed || subject.isEnvelope(envelopeId) || subject.isOld(at)) found.push({ place, at: Date.parse(at) });
      from = place;
    }
    if (all.length < atOnce) return found;
  }
}

/** Deletes deliveries, verified or rejected; the hash of an event stays, so that it is not forwarded twice. */
export function forgetDeliveries(
  state: State,
  subject: Subject,
  { removed }: Report,
  { apply, now }: { readonly apply: boolean; readonly now: number },
): void {
  const found = deliveriesAbout(state, subject);
  removed.deliveries += found.length;
  if (!apply) return;
  writePages(state, found, (sql, page) => {
    for (const each of page) removeDelivery(sql, each, now);
  });
}
