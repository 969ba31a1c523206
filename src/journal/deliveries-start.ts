import { basename, join } from 'node:path';
import { makeFolder } from '../platform/durable-file.js';
import { type OpenDelivery, readCheckpoint, writeCheckpoint } from './deliveries-checkpoint.js';
import { isOpen, type RecordedDelivery } from './deliveries-entry.js';
import { KnownDeliveries } from './deliveries-known.js';
import { claimFolder, foldersOf, knownFolder, listenerIn, ownerOf } from './deliveries-owner.js';
import { keptFolder, type DeliverySizes } from './deliveries-files.js';
import { Fold, foldFile, isLater } from './deliveries-fold.js';
import { readOpen } from './deliveries-read.js';
import { listSegments, type Segment } from './segments.js';

export interface StartOptions {
  readonly folder: string;
  readonly listener: string;
  readonly now: () => number;
  readonly sizes: DeliverySizes;
}

/** The state that earlier runs left. */
export interface StartedDeliveries {
  readonly known: KnownDeliveries;
  /** The folder of the forwarding's state. */
  readonly path: string;
  /** Names of segments that no start reads again. */
  readonly listed: ReadonlySet<string>;
  /** The forwarding's deliveries that an app still needs, oldest first. */
  readonly own: readonly RecordedDelivery[];
}

/** Reads the last checkpoint of a forwarding, and only the segments after it. */
export async function startKnown({ folder, listener, now, sizes }: StartOptions): Promise<StartedDeliveries> {
  const claim = await claimFolder(folder, listener);
  try {
    const { known, listed } = await KnownDeliveries.load(claim, now);
    const fresh = await unlisted(folder, claim.path, listed);
    const others = known.catchUp(await foldAll(fresh, sizes));
    const seeds = fresh.filter(({ owner }) => owner === undefined).map(({ name }) => name);
    await seed(folder, others, seeds);
    for (const path of claim.others)
      if ((await ownerOf(path)) !== 'here') known.adopt(await openIn(folder, path, sizes));
    const own = readOpen(known.open);
    const found = new Set(own.map(({ id }) => id));
    known.forget([...known.open.keys()].filter((id) => !found.has(id)));
    return {
      known,
      path: claim.path,
      listed: new Set([...listed, ...fresh.map(({ name }) => name)]),
      own: own.toSorted(byTime),
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/**
 * Of forwardings that none of `busy` does now: deliveries that apps still need; and the envelopes of all forwardings.
 */
export async function readOthers(
  { folder, listener, sizes }: Omit<StartOptions, 'now'>,
  busy: ReadonlySet<string>,
): Promise<{ readonly open: RecordedDelivery[]; readonly envelopes: { host: string; id: string; over: boolean }[] }> {
  const open: RecordedDelivery[] = [];
  const envelopes: { host: string; id: string; over: boolean }[] = [];
  for (const path of await foldersOf(folder)) {
    const name = listenerIn(basename(path));
    const { host, envelopes: about } = await readCheckpoint(path);
    if (name !== listener) envelopes.push(...[...about].map(([id, over]) => ({ host, id, over })));
    if (name !== listener && !busy.has(name)) open.push(...(await openIn(folder, path, sizes)));
  }
  return { open: open.toSorted(byTime), envelopes };
}

/** The open deliveries of the last process of a folder. */
async function openIn(folder: string, path: string, sizes: DeliverySizes): Promise<readonly RecordedDelivery[]> {
  const { open, segments } = await readCheckpoint(path);
  const listener = listenerIn(basename(path));
  const fold = await foldAll(await unlisted(folder, path, segments), sizes);
  const found = new Map(readOpen(open).map((delivery) => [delivery.id, delivery]));
  for (const delivery of fold.deliveries()) {
    if (delivery.verdict.ok && delivery.listener === listener) found.set(delivery.id, delivery);
  }
  for (const entry of fold.orphans()) {
    const known = entry.kind === 'forward' ? found.get(entry.id) : undefined;
    if (known === undefined || entry.kind !== 'forward' || !isLater(entry.forward, known.forward)) continue;
    found.set(entry.id, { ...known, forward: entry.forward });
  }
  return [...found.values()].filter(({ forward, place }) => isOpen(forward) && place !== null);
}

/** Segments whose entries the checkpoint of a folder lacks: its own, and those of programs without a forwarding. */
async function unlisted(folder: string, path: string, listed: readonly string[]): Promise<readonly Segment[]> {
  const known = new Set(listed);
  const name = basename(path);
  const all = (await listSegments(folder)).filter(({ owner }) => owner === undefined || owner === name);
  return [...all, ...(await listSegments(keptFolder(path)))].filter((segment) => !known.has(segment.name));
}

async function foldAll(segments: readonly Segment[], sizes: DeliverySizes): Promise<Fold> {
  const fold = new Fold();
  for (const { path } of segments) await foldFile(fold, path, sizes.turnAt * 4);
  return fold;
}

/** The journal of an older version has the open deliveries of every forwarding: the others find them at their start. */
async function seed(folder: string, all: readonly RecordedDelivery[], segments: readonly string[]): Promise<void> {
  for (const listener of new Set(all.map((delivery) => delivery.listener))) {
    const path = join(knownFolder(folder), listener);
    if (!/^\w+$/.test(listener) || (await foldersOf(folder, listener)).length > 0) continue;
    const own = all.filter((delivery) => delivery.listener === listener);
    const open = new Map<string, OpenDelivery>();
    for (const { id, eventId, place, forward } of own) {
      if (isOpen(forward) && place !== null) open.set(id, { eventId, place, forward });
    }
    await makeFolder(path, 0o700);
    const host = own[0]?.host ?? '';
    await writeCheckpoint(path, { host, segments, open, envelopes: new Map(), seeded: true });
  }
}

const byTime = (one: RecordedDelivery, other: RecordedDelivery): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
