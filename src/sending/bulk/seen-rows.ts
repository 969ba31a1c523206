import type { RowIdentity } from '../../contract/recorded-write.js';
import type { SeenRow } from '../../store/runs.js';
import type { BulkRow } from './bulk-row.js';

/** Hexadecimal digits that are kept of an identity, and of its people: two of a large file are never alike. */
const idDigits = 16;
const whoDigits = 12;

/** What the rows of a file are beside those that were read before. */
export interface SeenComparison {
  /** Rows that no start has read. */
  readonly fresh: ReadonlySet<BulkRow>;
  /** The identities that are no longer in the file, once for each row. */
  readonly gone: readonly SeenRow[];
  /** Rows that are not new: they were identified by something else. */
  readonly otherwise: readonly BulkRow[];
}

/**
 * Compares a file with the rows of the whole file that the parts of its run have read before. A part sends its own rows
 * alone, yet a row whose identity changes moves from one part to another: that it is gone there and new here is seen in
 * the whole file only. Of several rows of one identity, the last are the new ones.
 */
export function compareSeen(seen: readonly SeenRow[], rows: readonly BulkRow[]): SeenComparison {
  const left = new Map(seen.map((each) => [keyOf(each), each.count] as const));
  const fresh = new Set<BulkRow>();
  for (const row of rows) {
    const key = keyOf(shortOf(row.identity));
    const count = left.get(key) ?? 0;
    if (count === 0) fresh.add(row);
    else left.set(key, count - 1);
  }
  const gone = seen.flatMap((each) => Array.from({ length: left.get(keyOf(each)) ?? 0 }, () => each));
  const kinds = new Map<string, Set<string>>();
  for (const each of gone) kinds.set(peopleOf(each), (kinds.get(peopleOf(each)) ?? new Set()).add(each.by));
  const otherwise = [...fresh].filter(({ identity: { by, who } }) =>
    [...(kinds.get(who.slice(0, whoDigits)) ?? [])].some((kind) => kind !== by),
  );
  return { fresh, gone, otherwise };
}

/** The rows of a file, by the digests that are kept of them. */
export function seenRows(rows: Iterable<BulkRow>): readonly SeenRow[] {
  const seen = new Map<string, SeenRow>();
  for (const { identity } of rows) {
    const short = shortOf(identity);
    seen.set(keyOf(short), { ...short, count: (seen.get(keyOf(short))?.count ?? 0) + 1 });
  }
  return [...seen.values()];
}

const shortOf = ({ by, id, who }: RowIdentity): Omit<SeenRow, 'count'> => ({
  by,
  id: id.slice(0, idDigits),
  who: by === 'recipients' ? null : who.slice(0, whoDigits),
});

const peopleOf = ({ id, who }: SeenRow): string => who ?? id.slice(0, whoDigits);

const keyOf = ({ by, id }: Pick<RowIdentity, 'by' | 'id'>): string => `${by} ${id}`;
