import { type BulkRow, isInShard, type Shard } from './bulk-row.js';
import { openAttempt, sentContent, type SentRow, type SentRows } from './sent-rows.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import type { SeenRow } from '../../store/runs.js';

/** A row of the file with its place in the run. */
export interface PlacedRow {
  readonly row: BulkRow;
  readonly slot: string;
  /** What the run knows of it; undefined for a new one. */
  readonly entry: SentRow | undefined;
  /** It was matched by what it says apart from its recipients, which are others now. */
  readonly isCorrected?: true;
}

/** A new row that may be any of several removed ones with other recipients. */
export interface UnclearRow {
  readonly row: PlacedRow;
  readonly entries: readonly SentRow[];
}

/** The rows of a file beside what was sent of the run before. */
export interface Comparison {
  /** All rows, in the order of the file. */
  readonly placed: readonly PlacedRow[];
  readonly same: readonly PlacedRow[];
  readonly changed: readonly PlacedRow[];
  readonly fresh: readonly PlacedRow[];
  /** Rows that are no longer in the file. */
  readonly gone: readonly SentRow[];
  /** Of the new rows, those that may be corrections of removed ones. */
  readonly unclear: readonly UnclearRow[];
}

/** Whether an envelope of the row exists, or may exist. */
export const maySign = (entry: SentRow): boolean => entry.made.length > 0 || openAttempt(entry) !== null;

/**
 * Compares a file with what was sent. Rows with the same identity are paired by equal content first, then in the order
 * of the file. When in doubt a row counts as changed, because a changed row is asked about and a new one is sent.
 */
export function compareRows(rows: readonly BulkRow[], entries: SentRows): Comparison {
  const left = new Map([...entries.all].map((entry) => [entry.slot, entry] as const));
  const matched = new Map<BulkRow, SentRow>();
  const match = (isPair: (row: BulkRow, entry: SentRow) => boolean, keyOf: Grouping): void => {
    const groups = groupBy([...left.values()], keyOf.entry);
    for (const row of rows) {
      if (matched.has(row)) continue;
      const group = groups.get(keyOf.row(row)) ?? [];
      const at = group.findIndex((entry) => left.has(entry.slot) && isPair(row, entry));
      const [entry] = at === -1 ? [] : group.splice(at, 1);
      if (entry === undefined) continue;
      matched.set(row, entry);
      left.delete(entry.slot);
    }
  };
  const any = (): boolean => true;
  match(any, byIdAndContent);
  match(any, byId);
  // IDs are compared only with IDs of the same kind; rows with another kind are compared by their recipients.
  const otherKind = (row: BulkRow, entry: SentRow): boolean => row.identity.by !== entry.identity.by;
  match(otherKind, byPeopleAndContent);
  match(otherKind, byPeople);
  const placed = placeRows(rows, matched, entries);
  const isSame = ({ row, entry }: PlacedRow): boolean => entry !== undefined && sentContent(entry) === row.content;
  return {
    placed,
    same: placed.filter(isSame),
    changed: placed.filter((each) => each.entry !== undefined && !isSame(each)),
    fresh: placed.filter(({ entry }) => entry === undefined),
    gone: goneOf([...left.values()], [...matched.values()]),
    unclear: [],
  };
}

/**
 * A row that another machine has sent again with other content is recorded twice, and in the file once. One that
 * was never answered is gone in any case.
 */
function goneOf(left: readonly SentRow[], matched: readonly SentRow[]): readonly SentRow[] {
  const rowOf = ({ againOf, slot }: SentRow): string => againOf ?? slot;
  const known = new Set(matched.map(rowOf));
  return left.filter((entry) => {
    const isKnown = known.has(rowOf(entry));
    known.add(rowOf(entry));
    return !isKnown || openAttempt(entry) !== null;
  });
}

interface Grouping {
  row(row: BulkRow): string;
  entry(entry: SentRow): string;
}

const byIdAndContent: Grouping = {
  row: ({ identity, content }) => `${identity.id} ${content}`,
  entry: (entry) => `${entry.identity.id} ${sentContent(entry) ?? ''}`,
};
const byId: Grouping = { row: ({ identity }) => identity.id, entry: ({ identity }) => identity.id };
const byPeopleAndContent: Grouping = {
  row: ({ identity, content }) => `${identity.who} ${content}`,
  entry: (entry) => `${entry.identity.who} ${sentContent(entry) ?? ''}`,
};
const byPeople: Grouping = { row: ({ identity }) => identity.who, entry: ({ identity }) => identity.who };

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** A new row gets the first number that none of its identity has. */
function placeRows(
  rows: readonly BulkRow[],
  matched: ReadonlyMap<BulkRow, SentRow>,
  entries: SentRows,
): readonly PlacedRow[] {
  const next = new Map<string, number>();
  return rows.map((row) => {
    const entry = matched.get(row);
    if (entry !== undefined) return { row, slot: entry.slot, entry };
    const { id } = row.identity;
    let number = next.get(id) ?? 0;
    while (entries.at(`${id}#${number}`) !== undefined) number += 1;
    next.set(id, number + 1);
    return { row, slot: `${id}#${number}`, entry };
  });
}

/**
 * Whether the file is another one by now: most of the rows that have an envelope are gone from it, and others have come.
 * A person who is in both is then in two lists, and it is unknown whether one envelope is meant or two. `others`: rows
 * that other machines send, which may have envelopes.
 */
export function isAnotherList(
  { placed, fresh, gone }: Comparison,
  others: { readonly kept: number; readonly fresh: readonly unknown[]; readonly gone: number } = {
    kept: 0,
    fresh: [],
    gone: 0,
  },
): boolean {
  const lost = gone.filter(maySign).length + others.gone;
  const kept = placed.filter(({ entry }) => entry !== undefined && maySign(entry)).length + others.kept;
  return fresh.length + others.fresh.length > 0 && lost > kept;
}

/** The rows of other parts, which other machines send: what is known of them is that they were read. */
export interface OtherParts {
  /** Rows that are still in the file. */
  readonly kept: number;
  readonly fresh: readonly PlacedRow[];
  /** How many rows are no longer in the file. */
  readonly gone: number;
}

/** One part of a run beside what was sent of it, and the rest of the file beside what was read of it. */
interface PartComparison {
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

/** Hexadecimal digits that are kept of an identity, and of its people: two of a large file are never alike. */
const idDigits = 16;
const whoDigits = 12;

/** What the rows of a file are beside those that were read before. */
interface SeenComparison {
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
