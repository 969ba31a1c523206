import { rememberedFor } from './deliveries-index.js';
import { isOpen, readDeliveryEntry, writeDeliveryEntry } from './deliveries-entry.js';
import type { KnownDeliveries } from './deliveries-known.js';
import { keptFolder, type DeliverySizes } from './deliveries-files.js';
import { Fold, foldFile } from './deliveries-fold.js';
import { SegmentWriter } from './segment-writer.js';
import { LineReader, listSegments, readPlace, removeSegment, type Segment } from './segments.js';

export interface RoomOptions {
  readonly folder: string;
  /** The folder of the forwarding's state. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sizes: DeliverySizes;
  readonly known: KnownDeliveries;
  readonly writer: Pick<SegmentWriter, 'append' | 'path'>;
  /** Segments of no forwarding, or of earlier runs, whose entries are known. */
  readonly listed: ReadonlySet<string>;
}

/** The share of the limit that stays free, so that room is not made at every new segment. */
const leftOver = 3 / 4;

/**
 * Keeps the journal of one forwarding within its limits. Lasting facts are stored separately, so an old segment is
 * simply deleted; the bodies that an app still needs are copied once, into their own segments.
 */
export class Room {
  readonly #of: RoomOptions;
  readonly #keptFolder: string;
  readonly #kept: SegmentWriter;
  /** Bytes of a segment of copies, which are made at once and share a sync. */
  readonly #keptSize: number;
  readonly #carrying = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  constructor(options: RoomOptions) {
    const { path, now, sizes } = options;
    this.#of = options;
    this.#keptFolder = keptFolder(path);
    this.#keptSize = sizes.turnAt / 8;
    this.#kept = new SegmentWriter({ folder: this.#keptFolder, now, turnAt: this.#keptSize });
  }

  /** A segment was begun, so the earlier ones are on disk. Problems with old ones must not delay a delivery. */
  turned(): void {
    this.#work = this.#work.then(() => this.#turn()).catch(() => undefined);
  }

  /** Where the body is copied, the line of its state must be copied too. */
  forwarded(id: string, text: string): Promise<unknown> | undefined {
    const file = this.#of.known.open.get(id)?.place.file;
    if (!this.#carrying.has(id) && file?.startsWith(this.#keptFolder) !== true) return undefined;
    return this.#kept.append(text, false);
  }

  /** Writes the state, so that the next start reads no segment. */
  async close(): Promise<void> {
    await this.#work;
    await this.#kept.close();
    await this.#turn().catch(() => undefined);
    await this.#kept.close();
  }

  async #turn(): Promise<void> {
    const { folder, known, writer, listed, sizes } = this.#of;
    const all = (await listSegments(folder)).filter((segment) => segment.path !== writer.path);
    const own = all.filter(({ owner }) => owner === known.name);
    if (known.isBehind) await this.#readAgain();
    const victims = oldest(own, sizes.max);
    await this.#carry(new Set(victims.map((segment) => segment.path)));
    const { kept, unused } = await this.#pruneKept();
    const gone = new Set(victims.map(({ name }) => name));
    const others = all.filter(({ owner, name }) => owner === undefined && listed.has(name));
    const names = [...own, ...others, ...kept].map(({ name }) => name).filter((name) => !gone.has(name));
    await known.save(names);
    for (const segment of [...victims, ...all.filter((each) => each.owner !== known.name && isOld(each))]) {
      await removeSegment(segment.path);
    }
    // Not whatever is there by now: a copy may have begun another segment since.
    for (const segment of unused) await removeSegment(segment.path);
  }

  /** Entries that the index could not store, for example on a full disk. Throws system errors if it still cannot. */
  async #readAgain(): Promise<void> {
    const { folder, known, listed, sizes } = this.#of;
    const fold = new Fold();
    for (const { path, name, owner } of await listSegments(folder)) {
      if (owner === known.name && !listed.has(name)) await foldFile(fold, path, sizes.turnAt * 4);
    }
    known.reindex(fold);
  }

  async #carry(files: ReadonlySet<string>): Promise<void> {
    const lines = new LineReader();
    let copies: Promise<void>[] = [];
    let bytes = 0;
    for (const [id, { place }] of this.#of.known.open) {
      if (!files.has(place.file)) continue;
      copies.push(this.#carryOne(id, lines));
      bytes += place.length;
      if (bytes < this.#keptSize) continue;
      await Promise.all(copies);
      copies = [];
      bytes = 0;
    }
    await Promise.all(copies);
  }

  /** In the order of the calls, since the copies are read in their order. */
  async #carryOne(id: string, lines: LineReader): Promise<void> {
    const { known } = this.#of;
    const place = known.open.get(id)?.place;
    if (place === undefined) return;
    const line = await lines.read(place);
    const entry = line === undefined ? undefined : readDeliveryEntry(line);
    const forward = known.open.get(id)?.forward;
    if (forward === undefined) return;
    if (entry?.kind !== 'got' || entry.id !== id) {
      known.forget([id]);
      return;
    }
    this.#carrying.add(id);
    try {
      const copied = this.#kept.append(writeDeliveryEntry(entry), true);
      if (forward.is !== 'none' && forward.is !== 'waiting') {
        await this.#kept.append(writeDeliveryEntry({ kind: 'forward', id, forward }), false);
      }
      known.move(id, await copied);
    } finally {
      this.#carrying.delete(id);
    }
  }

  /** The closed segments of needed copies, and the unneeded ones; the oldest are dropped beyond the limit. */
  async #pruneKept(): Promise<{ readonly kept: readonly Segment[]; readonly unused: readonly Segment[] }> {
    const { path, known, sizes } = this.#of;
    const closed = (await listSegments(keptFolder(path))).filter((segment) => segment.path !== this.#kept.path);
    const unused: Segment[] = [];
    let total = closed.reduce((sum, { size }) => sum + size, 0);
    while (closed.length > 0) {
      const [first] = closed;
      if (first === undefined) break;
      const held = [...known.open].filter(([, { place }]) => place.file === first.path).map(([id]) => id);
      // The state of a delivery is in the same segment or a later one, so the oldest are deleted first.
      if (held.length > 0 && total <= sizes.max) break;
      for (const id of held) await this.#giveUp(id);
      total -= first.size;
      unused.push(first);
      closed.shift();
    }
    return { kept: closed, unused };
  }

  async #giveUp(id: string): Promise<void> {
    const { known, writer, now } = this.#of;
    const open = known.open.get(id);
    if (open === undefined || !isOpen(open.forward) || open.forward.is === 'none') return;
    const line = await readPlace(open.place);
    const entry = line === undefined ? undefined : readDeliveryEntry(line);
    const attempts = 'attempts' in open.forward ? open.forward.attempts : 0;
    const words = 'its body was deleted to make room for newer deliveries';
    const facts = { target: open.forward.target, attempts, at: new Date(now()).toISOString() };
    const forward = { is: 'given-up', ...facts, status: null, milliseconds: 0, words } as const;
    if (entry?.kind === 'got') await writer.append(writeDeliveryEntry({ ...entry, body: null }), false);
    await writer.append(writeDeliveryEntry({ kind: 'forward', id, forward }), false);
    known.forwarded(id, forward);
  }
}

/** File times come from the system clock. */
const isOld = ({ changedAt }: Segment): boolean => Date.now() - changedAt > rememberedFor;

function oldest(segments: readonly Segment[], max: number): readonly Segment[] {
  let total = segments.reduce((sum, { size }) => sum + size, 0);
  const bound = total > max ? max * leftOver : max;
  const victims: Segment[] = [];
  for (const segment of segments) {
    if (!isOld(segment) && total <= bound) break;
    victims.push(segment);
    total -= segment.size;
  }
  return victims;
}
