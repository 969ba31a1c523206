import { appendFile, rename, stat } from 'node:fs/promises';
import { makeFolder } from '../disk.js';
import { entryOf, writeDeliveryEntry, type Forward, type NewDelivery, type Place } from './deliveries-entry.js';
import { makeRoom } from './deliveries-room.js';
import {
  deliverySizes,
  openDeliveryReader,
  refusedFiles,
  type DeliveryReader,
  type DeliverySizes,
} from './deliveries-read.js';
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
const keptOfRefused = 64 * 1024;
const mostWaitingRefused = 256 * 1024;

/** Opens the record of deliveries for a process that adds to it; any number of others may do the same. */
export function openDeliveryJournal({ folder, now, sizes: given }: DeliveryJournalOptions): DeliveryJournal {
  const sizes = { ...deliverySizes, ...given };
  const iso = (): string => new Date(now()).toISOString();
  let room: Promise<void> = Promise.resolve();
  const writer: SegmentWriter = new SegmentWriter({
    folder,
    now,
    turnAt: sizes.turnAt,
    turned: () => {
      // Old segments are no reason to keep a delivery waiting, nor to fail it.
      room = room.then(() => makeRoom({ folder, now: now(), sizes, writer })).catch(() => undefined);
    },
  });
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
      await room;
      await writer.close();
    },
  };
}

/** Two files in turn, so that a flood of forgeries costs a fixed space on the disk and in memory. */
class RefusedRing {
  readonly #folder: string;
  readonly #most: number;
  #waiting: string[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;

  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  add(line: string): void {
    if (this.#size + line.length > mostWaitingRefused) return;
    this.#waiting.push(line);
    this.#size += line.length;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async rest(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const [earlier, current] = refusedFiles(this.#folder);
    while (this.#waiting.length > 0) {
      const text = this.#waiting.join('');
      this.#waiting = [];
      this.#size = 0;
      try {
        await makeFolder(this.#folder, 0o700);
        await appendFile(current, text, { mode: 0o600 });
        if ((await stat(current)).size >= this.#most) await rename(current, earlier);
      } catch {
        // A refused delivery was reported already; that it cannot be kept as well is no reason to stop.
        return;
      }
    }
  }
}
