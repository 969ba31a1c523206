import { type Comparison, type PlacedRow } from './compare.js';
import type { BulkRow } from './bulk-row.js';
import type { SeenComparison } from './seen-rows.js';
import { isInShard, type Shard } from './shard.js';

/** The rows of other parts, which other machines send: what is known of them is that they were read. */
export interface OtherParts {
  /** Rows that are still in the file. */
  readonly kept: number;
  readonly fresh: readonly PlacedRow[];
  /** How many rows are no longer in the file. */
  readonly gone: number;
}

/** One part of a run beside what was sent of it, and the rest of the file beside what was read of it. */
export interface PartComparison {
  readonly own: Comparison;
  readonly others: OtherParts | null;
}

/** Splits the comparison of a whole file; without a shard, every row is this machine's own. */
export function partOf(comparison: Comparison, shard: Shard | undefined, seen: SeenComparison | null): PartComparison {
  if (shard === undefined) return { own: comparison, others: null };
  const isOwn = ({ row }: PlacedRow): boolean => isInShard(row.identity, shard);
  const { placed, same, changed, fresh, gone, unclear } = comparison;
  const elsewhere = placed.filter((each) => !isOwn(each));
  const isFresh = (row: BulkRow): boolean => seen === null || seen.fresh.has(row);
  const freshElsewhere = elsewhere.filter(({ row, entry }) => entry === undefined && isFresh(row));
  const goneElsewhere = gone.filter(({ identity }) => !isInShard(identity, shard)).length;
  const unread = seen?.gone.filter((identity) => !isInShard(identity, shard)).length ?? 0;
  return {
    own: {
      placed: placed.filter(isOwn),
      same: same.filter(isOwn),
      changed: changed.filter(isOwn),
      fresh: fresh.filter(isOwn),
      gone: gone.filter(({ identity }) => isInShard(identity, shard)),
      unclear: unclear.filter(({ row }) => isOwn(row)),
    },
    others: {
      kept: elsewhere.length - freshElsewhere.length,
      fresh: freshElsewhere,
      // Where the record of another part is here, its rows are known in both ways.
      gone: Math.max(goneElsewhere, unread),
    },
  };
}
