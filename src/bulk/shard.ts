/** One part of a run that is split over several machines: `2/8` is the second of eight. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

const most = 1000;

/** Reads `2/8`; null when it is no shard. */
export function readShard(text: string): Shard | null {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
  if (index === undefined || of === undefined) return null;
  const shard = { index: Number(index), of: Number(of) };
  return shard.index <= shard.of && shard.of <= most ? shard : null;
}

/** Whether a row, counted from 1, belongs to a shard: the rows are dealt out in turn. */
export const isInShard = (row: number, { index, of }: Shard): boolean => (row - 1) % of === index - 1;

/** The rows of a shard; all of them without one. */
export const rowsOf = <Row extends { readonly number: number }>(
  rows: readonly Row[],
  shard: Shard | undefined,
): readonly Row[] => (shard === undefined ? rows : rows.filter(({ number }) => isInShard(number, shard)));

export const writeShard = ({ index, of }: Shard): string => `${index}/${of}`;
