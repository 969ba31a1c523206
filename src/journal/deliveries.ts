import { entryOf, writeDeliveryEntry, type Forward, type NewDelivery, type Place } from './deliveries-entry.js';
import { deliverySizes, type DeliverySizes } from './deliveries-files.js';
import { openDeliveryReader, type DeliveryReader } from './deliveries-read.js';
import { ownMark } from './process-lock.js';
import { RefusedRing } from './refused-ring.js';
import { SegmentWriter } from './segment-writer.js';

/** Records the deliveries that this machine received, with their bodies, before they are acknowledged. */
export interface DeliveryJournal extends DeliveryReader {
  /** A verified delivery; on disk when it resolves. Throws DeliveriesUnwritable, and then nothing is acknowledged. */
  got(delivery: NewDelivery): Promise<Place>;
  /** The same event again. */
  again(id: string, retryCount: number | null): Promise<void>;
  /** Its state on the way to the app; written, but not synced, when it resolves. */
  forwarded(id: string, forward: Exclude<Forward, { is: 'none' | 'waiting' }>): Promise<void>;
  /** A rejected delivery: written to a separate ring without waiting, and dropped on failure or overload. */
  refused(delivery: NewDelivery): void;
  close(): Promise<void>;
}

export interface DeliveryJournalOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sizes?: Partial<DeliverySizes>;
}

/** Stored bytes of a rejected body: enough for any valid one, and for a diagnosis. */
export const keptOfRefused = 64 * 1024;

/**
 * Opens the delivery journal for a program that adds a few lines; any number of others may do the same. A receiver
 * opens it with `openListenerJournal`.
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
    forwarded: async (id, state) => {
      const forward = state.is === 'sending' ? { ...state, by: await ownMark() } : state;
      await writer.append(writeDeliveryEntry({ kind: 'forward', id, forward }), false);
    },
    refused: (delivery) => ring.add(writeDeliveryEntry(entryOf(delivery, keptOfRefused))),
    close: async () => {
      await ring.rest();
      await writer.close();
    },
  };
}
