import { writeDeliveryEntry, type Forward, type RecordedDelivery } from './deliveries-entry.js';
import { Fold, foldFile, openDeliveryReader, type DeliverySizes } from './deliveries-read.js';
import { listSegments, removeSegment, type SegmentWriter } from './segments.js';

/** How long an event is remembered, so that it is not forwarded twice: the whole ladder is 34 hours (Retry ladder). */
export const rememberedFor = 7 * 24 * 60 * 60 * 1000;

export interface RoomOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly sizes: DeliverySizes;
  readonly writer: Pick<SegmentWriter, 'append' | 'path'>;
}

/**
 * Keeps the record within its bounds: segments that nobody wrote to for a week go, and of the oldest ones beyond the
 * size only the facts live on, so that no event is forwarded twice, and the bytes of what still waits.
 */
export async function makeRoom({ folder, now, sizes, writer }: RoomOptions): Promise<void> {
  const segments = (await listSegments(folder)).filter(({ path }) => path !== writer.path);
  let total = segments.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, changedAt } of segments) {
    // A file's own time is the system's, whatever clock the program runs by.
    const old = Date.now() - changedAt > rememberedFor;
    if (!old && total <= sizes.most) break;
    if (!old) await carry(path, { folder, now, sizes, writer });
    await removeSegment(path);
    total -= size;
  }
}

async function carry(path: string, { folder, now, sizes, writer }: RoomOptions): Promise<void> {
  const fold = new Fold();
  await foldFile(fold, path, sizes.turnAt * 4);
  const reader = openDeliveryReader(folder, sizes);
  // What became of a delivery may stand in a later segment.
  const latest = new Map((await reader.list()).map((delivery) => [delivery.id, delivery]));
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  for (const { id } of fold.deliveries()) {
    const delivery = latest.get(id);
    if (delivery === undefined || now - Date.parse(delivery.at) > rememberedFor) continue;
    const keep = isWaiting(delivery.forward) && waiting < sizes.most / 4;
    const body = keep ? ((await reader.body(delivery))?.toString('base64') ?? null) : null;
    waiting += body?.length ?? 0;
    last = writer.append(carried(delivery, body, now), true);
  }
  await last;
}

const isWaiting = ({ is }: Forward): boolean => is === 'waiting' || is === 'failed';

function carried(
  { forward, repeats: _repeats, place: _place, ...facts }: RecordedDelivery,
  body: string | null,
  now: number,
): string {
  const target = forward.is === 'none' ? null : forward.target;
  const line = writeDeliveryEntry({ kind: 'got', ...facts, target, body });
  const state = body === null ? withoutBytes(forward, now) : forward;
  if (state.is === 'none' || state.is === 'waiting') return line;
  return line + writeDeliveryEntry({ kind: 'forward', id: facts.id, forward: state });
}

function withoutBytes(forward: Forward, now: number): Forward {
  if (forward.is !== 'waiting' && forward.is !== 'failed') return forward;
  return {
    is: 'given-up',
    target: forward.target,
    attempts: 'attempts' in forward ? forward.attempts : 0,
    at: new Date(now).toISOString(),
    status: null,
    milliseconds: 0,
    words: 'its bytes had to make room for newer deliveries',
  };
}
