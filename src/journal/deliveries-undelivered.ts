import type { DeliveryEntry, Place, RecordedDelivery } from './deliveries-entry.js';
import type { DeliverySizes } from './deliveries-files.js';
import { Fold } from './deliveries-fold.js';
import { IdSet } from './deliveries-line.js';
import { RecordSnapshot } from './deliveries-snapshot.js';

/** A delivery for an app, and no line says that the app accepted it. */
interface Candidate {
  readonly at: string;
  readonly place: Place;
}

/** The number of deliveries that are read first; a page shows fifty. Each later batch is four times as large. */
const firstBatch = 64;

/** Not accepted by the app, as far as is known: waiting, failed, given up, or interrupted. */
export const isUndelivered = ({ forward }: RecordedDelivery): boolean =>
  forward.is !== 'none' && forward.is !== 'delivered';

/**
 * The deliveries that apps still need, newest first. An event from several listeners is included once for each URL that
 * has not received it; with `to`, once for that URL. Looks at the bytes of the whole record, and parses little more than
 * what it returns.
 */
export async function* undeliveredNewestFirst(
  folder: string,
  sizes: DeliverySizes,
  to?: string,
): AsyncGenerator<RecordedDelivery> {
  const record = await RecordSnapshot.open(folder, sizes);
  try {
    const candidates = candidatesIn(record);
    for (let size = firstBatch; candidates.length > 0; size *= 4) {
      const batch = candidates.splice(-size).flatMap(({ place }) => record.read(place) ?? []);
      const ids = new Set(batch.map(({ id }) => id));
      // One that is not needed, because another one of its event counts, is returned when that one's turn comes.
      yield* lacking(withOthers(record, batch, ids), to)
        .filter(({ id }) => ids.has(id))
        .toReversed();
    }
  } finally {
    record.close();
  }
}

/**
 * Every delivery that may be undelivered, oldest first. One that was accepted is among them if the line that says so
 * comes before its own; `withOthers` finds out.
 */
function candidatesIn(record: RecordSnapshot): Candidate[] {
  const found = new Map<string, Candidate>();
  record.scan((line) => {
    if (line.isDelivered) found.delete(line.id);
    else if (line.kind === 'got' && !line.isForNobody) found.set(line.id, { at: line.at, place: line.place });
  });
  return [...found.values()].toSorted(byTime);
}

/** These deliveries and all others of the same events, oldest first. */
function withOthers(
  record: RecordSnapshot,
  batch: readonly DeliveryEntry[],
  ids: ReadonlySet<string>,
): readonly RecordedDelivery[] {
  const events = new IdSet(new Set(batch.flatMap((each) => (each.kind === 'got' ? (each.eventId ?? []) : []))));
  const others = new Set<string>();
  const fold = new Fold();
  const wanted = new IdSet(ids);
  record.scan((line) => {
    const entry = wanted.has(line) ? line.entry() : undefined;
    if (entry !== undefined) fold.add(entry, line.place);
    else if (line.kind === 'got' && events.hasEvent(line)) others.add(line.id);
  });
  const found = fold.deliveries();
  return others.size === 0 ? found : [...found, ...record.deliveries(others)].toSorted(byTime);
}

/** The deliveries that apps still need, of all deliveries of some events, oldest first. */
function lacking(all: readonly RecordedDelivery[], to?: string): readonly RecordedDelivery[] {
  const key = ({ id, eventId, forward }: RecordedDelivery): string =>
    `${eventId ?? id} ${to ?? (forward.is === 'none' ? '' : forward.target)}`;
  const seen = new Set(all.filter(({ forward: { is } }) => to === undefined && is === 'delivered').map(key));
  return all.filter((delivery) => {
    if (!isUndelivered(delivery) || seen.has(key(delivery))) return false;
    seen.add(key(delivery));
    return true;
  });
}

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
