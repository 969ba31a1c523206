import { systemCode } from '../platform/durable-file.js';
import { DeliveriesTooNew } from './deliveries-checkpoint.js';
import {
  entryOf,
  readDeliveryEntry,
  writeDeliveryEntry,
  type Forward,
  type NewDelivery,
  type Place,
} from './deliveries-entry.js';
import type { RecordedDelivery } from './deliveries-entry.js';
import { deliverySizes, type DeliverySizes } from './deliveries-files.js';
import { Fold, foldFile, recordedBy } from './deliveries-fold.js';
import { DeliveryIndex, type RememberedEvent } from './deliveries-index.js';
import type { KnownDeliveries } from './deliveries-known.js';
import { dropOldFolders, foldersOf } from './deliveries-owner.js';
import { openDeliveryReader, readOpen } from './deliveries-read.js';
import { readOthers, startKnown } from './deliveries-start.js';
import { keptOfRefused, type DeliveryJournal, type DeliveryJournalOptions } from './deliveries.js';
import { ownMark } from './process-lock.js';
import { RefusedRing } from './refused-ring.js';
import { Room } from './deliveries-room.js';
import { SegmentWriter } from './segment-writer.js';
import { DeliveriesUnwritable, LineReader, listSegments } from './segments.js';

/** The journal of a listener: it knows earlier events without reading them. */
export interface ListenerJournal extends DeliveryJournal {
  /**
   * Reads what earlier runs left, before anything is received. `busy`: forwardings of other running processes. Throws
   * DeliveriesUnwritable and DeliveriesTooNew.
   */
  start(busy: ReadonlySet<string>): Promise<EarlierDeliveries>;
  /** A delivery that an app has not accepted yet; undefined when its bytes were removed. */
  open(id: string): Promise<{ readonly delivery: RecordedDelivery; readonly body: Buffer } | undefined>;
  /** What is remembered of an event that arrived at this forwarding within the last week. */
  event(eventId: string): RememberedEvent | undefined;
  /** Whether an event of an envelope arrived from the host at this forwarding; see `arrivalOf`. */
  arrived(host: string, arrival: string): boolean;
  /** The same for every forwarding of this machine. */
  arrivedAnywhere(): Promise<{ readonly has: (host: string, arrival: string) => boolean; readonly close: () => void }>;
  /** Deliveries that no app has accepted, oldest first; given-up ones only if this run gave them up. */
  undelivered(): Promise<readonly RecordedDelivery[]>;
}

/** What earlier runs left. */
export interface EarlierDeliveries {
  /** Of the same forwarding: deliveries that its apps have not accepted, oldest first. */
  readonly own: readonly RecordedDelivery[];
  /** Of forwardings without a running process. */
  readonly others: readonly RecordedDelivery[];
  /** Envelopes of deliveries, the latest last. */
  readonly envelopes: readonly { readonly host: string; readonly id: string; readonly over: boolean }[];
}

export interface ListenerJournalOptions extends DeliveryJournalOptions {
  /** The forwarding; letters and digits. */
  readonly listener: string;
}

/** The number of given-up deliveries of this run that are listed at its end. */
const maxGivenUp = 10_000;

interface Started {
  readonly known: KnownDeliveries;
  readonly writer: SegmentWriter;
  readonly room: Room;
  readonly listed: ReadonlySet<string>;
  readonly mark: string;
}

/** Opens the delivery journal for a receiver. */
export function openListenerJournal(options: ListenerJournalOptions): ListenerJournal {
  return new Listener(options);
}

class Listener implements ListenerJournal {
  readonly #of: Omit<ListenerJournalOptions, 'sizes'> & { readonly sizes: DeliverySizes };
  readonly #ring: RefusedRing;
  readonly #reader;
  readonly #lines = new LineReader();
  readonly #givenUp = new Map<string, { readonly place: Place; readonly forward: Forward }>();
  #started: Started | undefined;

  constructor(options: ListenerJournalOptions) {
    const sizes = { ...deliverySizes, ...options.sizes };
    this.#of = { ...options, sizes };
    this.#ring = new RefusedRing(options.folder, sizes.refused);
    this.#reader = openDeliveryReader(options.folder, sizes);
  }

  async start(busy: ReadonlySet<string>): Promise<EarlierDeliveries> {
    const { folder, now, sizes } = this.#of;
    try {
      const { known, listed, own, path } = await startKnown(this.#of);
      const turned = (): void => this.#started?.room.turned();
      const writer = new SegmentWriter({ folder, now, turnAt: sizes.turnAt, owner: known.name, turned });
      const room = new Room({ folder, path, now, sizes, known, writer, listed });
      this.#started = { known, writer, room, listed, mark: await ownMark() };
      await dropOldFolders(folder, path);
      const { open, envelopes } = await readOthers(this.#of, busy);
      const { host } = known;
      const about = [...known.envelopes].map(([id, over]) => ({ host, id, over }));
      return { own, others: open, envelopes: [...envelopes, ...about] };
    } catch (error) {
      if (error instanceof DeliveriesTooNew) throw error;
      throw new DeliveriesUnwritable(folder, systemCode(error) ?? 'UNKNOWN');
    }
  }

  list = (): Promise<RecordedDelivery[]> => this.#reader.list();
  newest = () => this.#reader.newest();
  needed = (to?: string) => this.#reader.needed(to);
  find = (id: string): Promise<RecordedDelivery[]> => this.#reader.find(id);
  envelopes = (begun: string) => this.#reader.envelopes(begun);
  remembered = (eventId: string): Promise<RememberedEvent | undefined> => this.#reader.remembered(eventId);

  body(delivery: RecordedDelivery): Promise<Buffer | undefined> {
    // It may have been copied since the position was read.
    const place = this.#started?.known.open.get(delivery.id)?.place ?? delivery.place;
    return this.#reader.body({ ...delivery, place });
  }

  async got(delivery: NewDelivery): Promise<Place> {
    const { writer, known } = this.#begun;
    const place = await writer.append(writeDeliveryEntry(entryOf(delivery)), true);
    known.got(delivery, delivery.target, place);
    return place;
  }

  async again(id: string, retryCount: number | null): Promise<void> {
    const at = new Date(this.#of.now()).toISOString();
    await this.#begun.writer.append(writeDeliveryEntry({ kind: 'again', id, at, retryCount }), false);
  }

  async forwarded(id: string, state: Exclude<Forward, { is: 'none' | 'waiting' }>): Promise<void> {
    const { writer, known, room, mark } = this.#begun;
    const forward = state.is === 'sending' ? { ...state, by: mark } : state;
    const entry = { kind: 'forward', id, forward } as const;
    const place = known.open.get(id)?.place;
    const text = writeDeliveryEntry(entry);
    const copied = room.forwarded(id, text);
    await writer.append(text, false);
    if (copied !== undefined) await copied;
    known.forwarded(id, forward);
    if (forward.is === 'given-up' && place !== undefined) this.#noteGivenUp(id, place, forward);
  }

  refused(delivery: NewDelivery): void {
    this.#ring.add(writeDeliveryEntry(entryOf(delivery, keptOfRefused)));
  }

  async open(id: string): Promise<{ delivery: RecordedDelivery; body: Buffer } | undefined> {
    const find = () => this.#started?.known.open.get(id);
    const known = find();
    if (known === undefined) return undefined;
    const { place, forward } = known;
    const line = await this.#lines.read(place);
    // It was copied meanwhile, and its segment deleted.
    if (line === undefined && find() !== undefined && find()?.place !== place) return this.open(id);
    const entry = line === undefined ? undefined : readDeliveryEntry(line);
    if (entry?.kind !== 'got' || entry.id !== id || entry.body === null) return undefined;
    return { delivery: { ...recordedBy(entry, place), forward }, body: Buffer.from(entry.body, 'base64') };
  }

  event(eventId: string): RememberedEvent | undefined {
    return this.#started?.known.event(eventId);
  }

  arrived(host: string, arrival: string): boolean {
    return this.#started?.known.arrived(host, arrival) ?? false;
  }

  async arrivedAnywhere() {
    const others = await foldersOf(this.#of.folder);
    const all = new DeliveryIndex({ folder: null, others, now: this.#of.now });
    return {
      has: (host: string, arrival: string) => this.arrived(host, arrival) || all.arrived(host, arrival),
      close: () => all.close(),
    };
  }

  async undelivered(): Promise<readonly RecordedDelivery[]> {
    if (this.#started === undefined) return [];
    const { known } = this.#started;
    await this.#readReplays();
    const found = readOpen([...known.open, ...this.#givenUp]);
    return found.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }

  async close(): Promise<void> {
    await this.#ring.rest();
    const started = this.#started;
    this.#started = undefined;
    if (started === undefined) return;
    await started.writer.close();
    await started.room.close();
    await started.writer.close();
    await started.known.close();
  }

  get #begun(): Started {
    if (this.#started === undefined) throw new DeliveriesUnwritable(this.#of.folder, 'EBADF');
    return this.#started;
  }

  #noteGivenUp(id: string, place: Place, forward: Forward): void {
    this.#givenUp.set(id, { place, forward });
    for (const [oldest] of this.#givenUp) {
      if (this.#givenUp.size <= maxGivenUp) break;
      this.#givenUp.delete(oldest);
    }
  }

  /** Deliveries that `event replay` sent to an app meanwhile. */
  async #readReplays(): Promise<void> {
    if (this.#started === undefined) return;
    const { folder, sizes } = this.#of;
    const { known, listed } = this.#started;
    const fold = new Fold();
    for (const { path, owner, name } of await listSegments(folder)) {
      if (owner === undefined && !listed.has(name)) await foldFile(fold, path, sizes.turnAt * 4);
    }
    for (const entry of fold.orphans()) {
      if (entry.kind !== 'forward') continue;
      known.forwarded(entry.id, entry.forward);
      if (entry.forward.is === 'delivered') this.#givenUp.delete(entry.id);
    }
  }
}
