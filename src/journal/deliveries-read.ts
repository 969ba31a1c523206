import { join } from 'node:path';
import type { OpenDelivery } from './deliveries-checkpoint.js';
import { readDeliveryEntry, type DeliveryEntry, type Place, type RecordedDelivery } from './deliveries-entry.js';
import { deliverySizes, recordFiles } from './deliveries-files.js';
import { findDeliveries } from './deliveries-find.js';
import { Fold, foldFile, recordedBy } from './deliveries-fold.js';
import { DeliveryIndex, type RememberedEvent } from './deliveries-index.js';
import { newestFirst } from './deliveries-newest.js';
import { foldersOf } from './deliveries-owner.js';
import { PlaceReader, readPlace } from './segments.js';

export interface DeliveryReader {
  /** Everything that is kept, verified or not, in the order of its coming. */
  list(): Promise<RecordedDelivery[]>;
  /** The same, the newest first, read page by page from the end. */
  newest(): Iterable<RecordedDelivery> | AsyncIterable<RecordedDelivery>;
  /** Those whose own id, event id or envelope id is this, or whose own id begins with it; the order of their coming. */
  find(id: string): Promise<RecordedDelivery[]>;
  /** What is remembered of an event whose delivery had to make room; undefined when it did not come within a week. */
  remembered(eventId: string): Promise<RememberedEvent | undefined>;
  /** The raw bytes as they came; undefined when they had to make room, or were too long to keep. */
  body(delivery: RecordedDelivery): Promise<Buffer | undefined>;
}

export const deliveriesFolder = (stateDir: string): string => join(stateDir, 'deliveries');
/** Reads the record of deliveries, which other processes may be writing. */
export function openDeliveryReader(folder: string, sizes = deliverySizes): DeliveryReader {
  return {
    list: async () => {
      const fold = new Fold();
      for (const { path, limit } of await recordFiles(folder, sizes)) await foldFile(fold, path, limit);
      return fold.deliveries();
    },
    newest: () => newestFirst(folder, sizes),
    find: async (id) => findDeliveries(await recordFiles(folder, sizes), id),
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

/** A delivery as its own line tells, without what became of it since; undefined when its line is gone. */
export async function recordedAt(place: Place, id: string): Promise<RecordedDelivery | undefined> {
  const entry = await entryAt(place, id);
  return entry === undefined ? undefined : recordedBy(entry, place);
}

/** The same of many, with what became of each; without those whose lines are gone. */
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
  // The segment may have made room for another file since; then the line is not the one that was meant.
  return entry?.kind === 'got' && entry.id === id ? entry : undefined;
}

async function bodyAt(place: Place, id: string): Promise<Buffer | undefined> {
  const body = (await entryAt(place, id))?.body ?? null;
  return body === null ? undefined : Buffer.from(body, 'base64');
}
