import { removeDelivery } from '../../store/deliveries.js';
import { writePages } from '../../store/pages.js';
import type { State } from '../../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

interface Found {
  readonly place: number;
  readonly at: number;
}

const atOnce = 500;
const page = `SELECT place, at, envelope_id AS envelope, body FROM deliveries LEFT JOIN delivery_bodies USING (place)
  WHERE place > ? ORDER BY place LIMIT ${atOnce}`;

/** Finds the deliveries about the subject, and adds the envelopes named in them. Throws JournalFailure. */
export function deliveriesAbout(state: State, subject: Subject): readonly Found[] {
  const found: Found[] = [];
  for (let from = 0; ;) {
    const all = state.read((sql) => sql.all<Found & Searched>(page, from), []);
    for (const { place, at, envelope, body } of all) {
      const isNamed = subject.isIn(body?.toString('utf8') ?? '');
      if (isNamed) subject.addEnvelope(envelope);
      if (isNamed || subject.isEnvelope(envelope) || subject.isOld(at)) found.push({ place, at });
      from = place;
    }
    if (all.length < atOnce) return found;
  }
}

interface Searched {
  readonly envelope: string | null;
  readonly body: Buffer | null;
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
