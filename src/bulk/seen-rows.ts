import type { BulkRow } from './bulk-row.js';
import type { ReadLine } from './ledger-line.js';
import type { RowIdentity } from './row-identity.js';

/** Hexadecimal digits that are kept of an identity, and of its people: two of a large file are never alike. */
const idDigits = 16;
const whoDigits = 12;
/** So many in one line of a ledger. */
const maxInLine = 10_000;

/** A row of which only digests are known. */
interface Seen extends RowIdentity {
  /** How many rows of this identity there were at once. */
  readonly count: number;
}

/** What the rows of a file are beside those that were read before. */
export interface SeenComparison {
  /** Rows that no start has read. */
  readonly fresh: ReadonlySet<BulkRow>;
  /** The identities that are no longer in the file, once for each row. */
  readonly gone: readonly RowIdentity[];
  /** Rows that are not new: they were identified by something else. */
  readonly otherwise: readonly BulkRow[];
}

/**
 * The rows of the whole file that the starts of one part have read. The part sends its own rows alone, yet a row whose
 * identity changes moves from one part to another: that it is gone there and new here is seen in the whole file only.
 * Rows are never forgotten, as those that were sent are not.
 */
export class SeenRows {
  readonly #rows = new Map<string, Seen>();

  /** Takes a line of a ledger; false for one that is not whole. */
  take({ by, ids, who }: ReadLine): boolean {
    const all = split(ids, idDigits);
    const people = who === null ? all : split(who, whoDigits);
    if (all === null || people === null || all.length !== people.length) return false;
    for (const [index, id] of all.entries()) this.#add({ by, id, who: (people[index] ?? '').slice(0, whoDigits) }, 1);
    return true;
  }

  /** Takes what another part of the run has read: the same file, most often. */
  merge(other: SeenRows): void {
    for (const [key, { count, ...seen }] of other.#rows) {
      this.#add(seen, Math.max(0, count - (this.#rows.get(key)?.count ?? 0)));
    }
  }

  /** Compares a file with what was read; of several rows of one identity, the last are the new ones. */
  compare(rows: readonly BulkRow[]): SeenComparison {
    const left = new Map([...this.#rows].map(([key, { count }]) => [key, count] as const));
    const fresh = new Set<BulkRow>();
    for (const row of rows) {
      const key = keyOf(shortOf(row.identity));
      const count = left.get(key) ?? 0;
      if (count === 0) fresh.add(row);
      else left.set(key, count - 1);
    }
    const gone = [...this.#rows.values()].flatMap(({ count: _count, ...seen }) =>
      Array.from({ length: left.get(keyOf(seen)) ?? 0 }, () => seen),
    );
    const kinds = new Map<string, Set<string>>();
    for (const { by, who } of gone) kinds.set(who, (kinds.get(who) ?? new Set()).add(by));
    const otherwise = [...fresh].filter(({ identity }) => {
      const { by, who } = shortOf(identity);
      return [...(kinds.get(who) ?? [])].some((kind) => kind !== by);
    });
    return { fresh, gone, otherwise };
  }

  #add(seen: RowIdentity, count: number): void {
    const key = keyOf(seen);
    this.#rows.set(key, { ...seen, count: (this.#rows.get(key)?.count ?? 0) + count });
  }
}

/** The lines for a ledger that tell of rows which no start has read before. */
export function readLines(rows: Iterable<BulkRow>, at: string): readonly ReadLine[] {
  const groups = new Map<RowIdentity['by'], RowIdentity[]>();
  for (const { identity } of rows) {
    const group = groups.get(identity.by);
    if (group === undefined) groups.set(identity.by, [identity]);
    else group.push(identity);
  }
  return [...groups].flatMap(([by, all]) =>
    Array.from({ length: Math.ceil(all.length / maxInLine) }, (_, index): ReadLine => {
      const some = all.slice(index * maxInLine, (index + 1) * maxInLine);
      const ids = join(some.map(({ id }) => id.slice(0, idDigits)));
      return {
        type: 'read',
        at,
        by,
        ids,
        who: by === 'recipients' ? null : join(some.map(({ who }) => who.slice(0, whoDigits))),
      };
    }),
  );
}

const shortOf = ({ by, id, who }: RowIdentity): RowIdentity => ({
  by,
  id: id.slice(0, idDigits),
  who: who.slice(0, whoDigits),
});

const keyOf = ({ by, id }: Pick<RowIdentity, 'by' | 'id'>): string => `${by} ${id}`;

const join = (digests: readonly string[]): string => Buffer.from(digests.join(''), 'hex').toString('base64');

/** Null where the bytes are no whole digests. */
function split(text: string, digits: number): readonly string[] | null {
  const hex = Buffer.from(text, 'base64').toString('hex');
  if (hex.length % digits !== 0) return null;
  return Array.from({ length: hex.length / digits }, (_, index) => hex.slice(index * digits, (index + 1) * digits));
}
