import { rememberedFor } from './deliveries-index.js';
import { isOpen, readDeliveryEntry, writeDeliveryEntry, type DeliveryEntry } from './deliveries-entry.js';
import type { KnownDeliveries } from './deliveries-known.js';
import { keptFolder, type DeliverySizes } from './deliveries-files.js';
import { Fold, foldFile } from './deliveries-fold.js';
import { listSegments, readPlace, removeSegment, SegmentWriter, type Segment } from './segments.js';

export interface RoomOptions {
  readonly folder: string;
  /** The folder of what is known. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sizes: DeliverySizes;
  readonly known: KnownDeliveries;
  readonly writer: Pick<SegmentWriter, 'append' | 'path'>;
  /** Segments that are of no forwarding, or of earlier runs, whose entries are known. */
  readonly listed: ReadonlySet<string>;
}

/** Part of the bound that is left when room is made, so that it is not made at every turn. */
const leftOver = 3 / 4;

/**
 * Keeps the record of one forwarding within its bounds. What has to outlive a segment is known apart from it, so an old
 * segment simply goes; the bytes of what an app is still to have are copied once, into segments of their own.
 */
export class Room {
  readonly #of: RoomOptions;
  readonly #kept: SegmentWriter;
  readonly #carrying = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  constructor(options: RoomOptions) {
    const { path, now, sizes } = options;
    this.#of = options;
    this.#kept = new SegmentWriter({ folder: keptFolder(path), now, turnAt: sizes.turnAt / 8 });
  }

  /** A segment was begun: those before it are on the disk. Old ones are no reason to keep a delivery waiting. */
  turned(): void {
    this.#work = this.#work.then(() => this.#turn()).catch(() => undefined);
  }

  /** Where the bytes are copied, what becomes of the delivery has to stand as well. */
  async forwarded(entry: DeliveryEntry & { readonly kind: 'forward' }): Promise<void> {
    const file = this.#of.known.open.get(entry.id)?.place.file;
    if (!this.#carrying.has(entry.id) && file?.startsWith(keptFolder(this.#of.path)) !== true) return;
    await this.#kept.append(writeDeliveryEntry(entry), false);
  }

  /** Writes down what is known, so that the next start reads no segment. */
  async close(): Promise<void> {
    await this.#work;
    await this.#kept.close();
    await this.#turn().catch(() => undefined);
    await this.#kept.close();
  }

  async #turn(): Promise<void> {
    const { folder, path, known, writer, listed, sizes } = this.#of;
    const all = (await listSegments(folder)).filter((segment) => segment.path !== writer.path);
    const own = all.filter(({ owner }) => owner === known.name);
    if (known.isBehind) await this.#readAgain();
    const victims = oldest(own, sizes.max);
    await this.#carry(new Set(victims.map((segment) => segment.path)));
    const kept = await this.#pruneKept();
    const gone = new Set(victims.map(({ name }) => name));
    const others = all.filter(({ owner, name }) => owner === undefined && listed.has(name));
    const names = [...own, ...others, ...kept].map(({ name }) => name).filter((name) => !gone.has(name));
    await known.save(names);
    for (const segment of [...victims, ...all.filter((each) => each.owner !== known.name && isOld(each))]) {
      await removeSegment(segment.path);
    }
    for (const segment of await listSegments(keptFolder(path))) {
      if (segment.path !== this.#kept.path && !kept.some(({ name }) => name === segment.name)) {
        await removeSegment(segment.path);
      }
    }
  }

  /** What the index could not take, as when the disk was full. Throws what the system says when it still cannot. */
  async #readAgain(): Promise<void> {
    const { folder, known, listed, sizes } = this.#of;
    const fold = new Fold();
    for (const { path, name, owner } of await listSegments(folder)) {
      if (owner === known.name && !listed.has(name)) await foldFile(fold, path, sizes.turnAt * 4);
    }
    known.reindex(fold);
  }

  async #carry(files: ReadonlySet<string>): Promise<void> {
    const { known } = this.#of;
    for (const [id, { place }] of known.open) {
      if (!files.has(place.file)) continue;
      const line = await readPlace(place);
      const entry = line === undefined ? undefined : readDeliveryEntry(line);
      const forward = known.open.get(id)?.forward;
      if (forward === undefined) continue;
      if (entry?.kind !== 'got' || entry.id !== id) {
        known.forget([id]);
        continue;
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
  }

  /** The copies that are needed; the oldest are given up beyond the bound. */
  async #pruneKept(): Promise<readonly Segment[]> {
    const { path, known, sizes } = this.#of;
    const closed = (await listSegments(keptFolder(path))).filter((segment) => segment.path !== this.#kept.path);
    let total = closed.reduce((sum, { size }) => sum + size, 0);
    while (closed.length > 0) {
      const [first] = closed;
      if (first === undefined) break;
      const held = [...known.open].filter(([, { place }]) => place.file === first.path).map(([id]) => id);
      // What became of one stands in the same segment or a later one, so that they go from the oldest on.
      if (held.length > 0 && total <= sizes.max) break;
      for (const id of held) await this.#giveUp(id);
      total -= first.size;
      closed.shift();
    }
    return closed;
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

/** A file's own time is the system's, whatever clock the program runs by. */
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
