import type { RowIdentity } from '../../contract/recorded-write.js';

/** One part of a run that is split over several machines: `2/8` is the second of eight. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

const maxShards = 1000;

/** Reads `2/8`; null when it is not a shard. */
export function readShard(text: string): Shard | null {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
  if (index === undefined || of === undefined) return null;
  const shard = { index: Number(index), of: Number(of) };
  return shard.index <= shard.of && shard.of <= maxShards ? shard : null;
}

/**
 * Whether a row belongs to a shard. The identity alone decides, never the place in the file: rows that are added, removed
 * or sorted move no other row to another machine, which would not know that it was sent. Rows of one identity stay
 * together.
 */
export const isInShard = ({ id }: Pick<RowIdentity, 'id'>, { index, of }: Shard): boolean =>
  Number.parseInt(id.slice(0, digits), 16) % of === index - 1;

/** Enough that the parts are of similar size, and few enough for a whole number. */
const digits = 12;

export const writeShard = ({ index, of }: Shard): string => `${index}/${of}`;
