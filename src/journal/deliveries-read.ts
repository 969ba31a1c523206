import { join } from 'node:path';
import type { OpenDelivery } from './deliveries-checkpoint.js';
import { readDeliveryEntry, type DeliveryEntry, type Place, type RecordedDelivery } from './deliveries-entry.js';
import { deliverySizes, recordFiles } from './deliveries-files.js';
import { findDeliveries, findEnvelopes } from './deliveries-find.js';
import { Fold, foldFile, recordedBy } from './deliveries-fold.js';
import { DeliveryIndex, type RememberedEvent } from './deliveries-index.js';
import { newestFirst } from './deliveries-newest.js';
import { foldersOf } from './deliveries-owner.js';
import { undeliveredNewestFirst } from './deliveries-undelivered.js';
import { PlaceReader, readPlace } from './segments.js';

export interface DeliveryReader {
  /** All stored deliveries, verified or not, in order of arrival. */
  list(): Promise<RecordedDelivery[]>;
  /** The same, newest first, read block by block from the end. */
  newest(): Iterable<RecordedDelivery> | AsyncIterable<RecordedDelivery>;
  /**
   * Deliveries that apps still need, newest first; of an event that several listeners received, one for each URL that
   * has not received it. With `to`, one for that URL.
   */
  needed(to?: string): AsyncIterable<RecordedDelivery>;
  /** Those with this ID, event ID or envelope ID, or with this ID prefix; in order of arrival. */
  find(id: string): Promise<RecordedDelivery[]>;
  /** IDs of envelopes that begin with this, from verified deliveries, in lower case. */
  envelopes(begun: string): Promise<ReadonlySet<string>>;
  /** What is remembered of an event whose delivery was removed; undefined when it did not arrive within a week. */
  remembered(eventId: string): Promise<RememberedEvent | undefined>;
  /** The raw bytes as received; undefined when they were removed. */
  body(delivery: RecordedDelivery): Promise<Buffer | undefined>;
}

export const deliveriesFolder = (stateDir: string): string => join(stateDir, 'deliveries');
/** Reads the delivery journal, which other processes may be writing. */
export function openDeliveryReader(folder: string, sizes = deliverySizes): DeliveryReader {
  return {
    list: async () => {
      const fold = new Fold();
      for await (const { path, limit } of recordFiles(folder, sizes)) await foldFile(fold, path, limit);
      return fold.deliveries();
    },
    newest: () => newestFirst(folder, sizes),
    needed: (to) => undeliveredNewestFirst(folder, sizes, to),
    find: (id) => findDeliveries(folder, sizes, id),
    envelopes: (begun) => findEnvelopes(folder, sizes, begun),
    remembered: async (eventId) => {
      const index = new DeliveryIndex({ folder: null, others: await foldersOf(folder), now: Date.now });
      try {
        return index.event(eventId);
      } finally {
        index.close();
      }
    },
    body: async ({ place, id }) => (place === null ? undefined : bodyAt(place, id)),
  };
}

/** Deliveries with their states; without those whose lines were removed. */
export function readOpen(
  all: Iterable<readonly [id: string, open: Pick<OpenDelivery, 'place' | 'forward'>]>,
): RecordedDelivery[] {
  const places = new PlaceReader();
  const found: RecordedDelivery[] = [];
  try {
    for (const [id, { place, forward }] of all) {
      const line = places.read(place);
      const entry = line === undefined ? undefined : readDeliveryEntry(line);
      if (entry?.kind === 'got' && entry.id === id) found.push({ ...recordedBy(entry, place), forward });
    }
    return found;
  } finally {
    places.close();
  }
}

async function entryAt(place: Place, id: string): Promise<(DeliveryEntry & { readonly kind: 'got' }) | undefined> {
  const line = await readPlace(place);
  const entry = line === undefined ? undefined : readDeliveryEntry(line);
  // The segment may have been replaced since; then the line is another one.
  return entry?.kind === 'got' && entry.id === id ? entry : undefined;
}

async function bodyAt(place: Place, id: string): Promise<Buffer | undefined> {
  const body = (await entryAt(place, id))?.body ?? null;
  return body === null ? undefined : Buffer.from(body, 'base64');
}
