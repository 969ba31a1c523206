import { entryOf, writeDeliveryEntry, type Forward, type NewDelivery, type Place } from './deliveries-entry.js';
import { deliverySizes, type DeliverySizes } from './deliveries-files.js';
import { openDeliveryReader, type DeliveryReader } from './deliveries-read.js';
import { RefusedRing } from './refused-ring.js';
import { SegmentWriter } from './segments.js';

/** The deliveries that this machine received, with their bytes: what is acknowledged is here first. */
export interface DeliveryJournal extends DeliveryReader {
  /** A verified delivery; on the disk when it resolves. Throws DeliveriesUnwritable, and then nothing is acknowledged. */
  got(delivery: NewDelivery): Promise<Place>;
  /** The same event came once more. */
  again(id: string, retryCount: number | null): Promise<void>;
  /** What became of it on its way to the app; with the system, not forced to the disk, when it resolves. */
  forwarded(id: string, forward: Exclude<Forward, { is: 'none' | 'waiting' }>): Promise<void>;
  /**
   * One that did not verify: kept in a ring of its own, without waiting, and given up where that fails or where they
   * come faster than the disk takes them.
   */
  refused(delivery: NewDelivery): void;
  close(): Promise<void>;
}

export interface DeliveryJournalOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sizes?: Partial<DeliverySizes>;
}

/** Bytes of a refused body that are kept: enough for any genuine one, and to see what came. */
export const keptOfRefused = 64 * 1024;

/**
 * Opens the record of deliveries for a program that adds a few lines to it; any number of others may do the same. One
 * that receives deliveries opens it with `openListenerJournal`.
 */
export function openDeliveryJournal({ folder, now, sizes: given }: DeliveryJournalOptions): DeliveryJournal {
  const sizes = { ...deliverySizes, ...given };
  const iso = (): string => new Date(now()).toISOString();
  const writer = new SegmentWriter({ folder, now, turnAt: sizes.turnAt });
  const ring = new RefusedRing(folder, sizes.refused);
  return {
    ...openDeliveryReader(folder, sizes),
    got: (delivery) => writer.append(writeDeliveryEntry(entryOf(delivery)), true),
    again: async (id, retryCount) => {
      await writer.append(writeDeliveryEntry({ kind: 'again', id, at: iso(), retryCount }), false);
    },
    forwarded: async (id, forward) => {
      await writer.append(writeDeliveryEntry({ kind: 'forward', id, forward }), false);
    },
    refused: (delivery) => ring.add(writeDeliveryEntry(entryOf(delivery, keptOfRefused))),
    close: async () => {
      await ring.rest();
      await writer.close();
    },
  };
}
