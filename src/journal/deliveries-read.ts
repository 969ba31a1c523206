import { join } from 'node:path';
import {
  readDeliveryEntry,
  type DeliveryEntry,
  type Forward,
  type Place,
  type RecordedDelivery,
} from './deliveries-entry.js';
import { listSegments, readLines, readPlace } from './segments.js';

/** Sizes of the record of deliveries, in bytes. */
export interface DeliverySizes {
  /** One segment. */
  readonly turnAt: number;
  /** All of them. */
  readonly most: number;
  /** One of the two files of those that did not verify, which never push out the others. */
  readonly refused: number;
}

export const deliverySizes: DeliverySizes = {
  turnAt: 8 * 1024 * 1024,
  most: 64 * 1024 * 1024,
  refused: 4 * 1024 * 1024,
};

export interface DeliveryReader {
  /** Everything that is kept, verified or not, in the order of its coming. */
  list(): Promise<RecordedDelivery[]>;
  /** Those whose own id, event id or envelope id is this, or whose own id begins with it; the order of their coming. */
  find(id: string): Promise<RecordedDelivery[]>;
  /** The raw bytes as they came; undefined when they had to make room, or were too long to keep. */
  body(delivery: RecordedDelivery): Promise<Buffer | undefined>;
}

export const deliveriesFolder = (stateDir: string): string => join(stateDir, 'deliveries');
export const refusedFiles = (folder: string): readonly [earlier: string, current: string] => [
  join(folder, 'refused.1.ndjson'),
  join(folder, 'refused.ndjson'),
];

/** Reads the record of deliveries, which other processes may be writing. */
export function openDeliveryReader(folder: string, sizes = deliverySizes): DeliveryReader {
  const list = async (): Promise<RecordedDelivery[]> => {
    const fold = new Fold();
    for (const path of refusedFiles(folder)) await foldFile(fold, path, sizes.refused * 4);
    for (const { path } of await listSegments(folder)) await foldFile(fold, path, sizes.turnAt * 4);
    return fold.deliveries();
  };
  return {
    list,
    find: async (id) => {
      const wanted = id.toLowerCase();
      return (await list()).filter(
        (delivery) =>
          delivery.id.startsWith(wanted) || delivery.eventId === id || delivery.envelopeId?.toLowerCase() === wanted,
      );
    },
    body: async ({ place, id }) => (place === null ? undefined : bodyAt(place, id)),
  };
}

/** Joins the entries of several files: a later one counts more than an earlier one. */
export class Fold {
  readonly #found = new Map<string, RecordedDelivery>();
  /** Entries about a delivery whose own line comes later, in the segment of another process. */
  readonly #early: Exclude<DeliveryEntry, { kind: 'got' }>[] = [];

  add(entry: DeliveryEntry, place: Place): void {
    if (entry.kind !== 'got') {
      if (!this.#apply(entry)) this.#early.push(entry);
      return;
    }
    const { kind: _kind, target, body, ...facts } = entry;
    const known = this.#found.get(facts.id);
    const first: Forward = target === null ? { is: 'none' } : { is: 'waiting', target };
    this.#found.set(facts.id, {
      ...facts,
      forward: known?.forward ?? first,
      repeats: known?.repeats ?? 0,
      place: body === null ? (known?.place ?? null) : place,
    });
  }

  deliveries(): RecordedDelivery[] {
    for (const entry of this.#early.splice(0)) this.#apply(entry);
    return [...this.#found.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }

  #apply(entry: Exclude<DeliveryEntry, { kind: 'got' }>): boolean {
    const known = this.#found.get(entry.id);
    if (known === undefined) return false;
    if (entry.kind === 'again') this.#found.set(entry.id, { ...known, repeats: known.repeats + 1 });
    else if (isLater(entry.forward, known.forward)) {
      this.#found.set(entry.id, { ...known, forward: entry.forward });
    }
    return true;
  }
}

/**
 * Which of two states of one delivery holds. What an app has taken it has; else the one with more attempts is the later
 * one, since a clock may have been set back between the two; then the time decides.
 */
function isLater(one: Exclude<Forward, { is: 'none' | 'waiting' }>, known: Forward): boolean {
  if (!('at' in known)) return true;
  if (known.is === 'delivered' || one.is === 'delivered') return one.is === 'delivered';
  return one.attempts === known.attempts ? known.at <= one.at : one.attempts > known.attempts;
}

/** Adds the entries of one file; one longer than `limit` bytes is passed over. */
export async function foldFile(fold: Fold, path: string, limit: number): Promise<void> {
  for (const { line, place } of await readLines(path, limit)) {
    const entry = readDeliveryEntry(line);
    if (entry !== undefined) fold.add(entry, place);
  }
}

async function bodyAt(place: Place, id: string): Promise<Buffer | undefined> {
  const line = await readPlace(place);
  const entry = line === undefined ? undefined : readDeliveryEntry(line);
  // The segment may have made room for another file since; then the line is not the one that was meant.
  if (entry?.kind !== 'got' || entry.id !== id || entry.body === null) return undefined;
  return Buffer.from(entry.body, 'base64');
}
