import type { Rect } from '../../document/read-document.js';

/** A field where it stands. */
export interface Place {
  /** Of the document in the pack, from 1. */
  readonly document: number;
  readonly page: number;
  readonly type: string;
  readonly rect: Rect;
}

/** Of the smaller of the two places. */
const leastShared = 0.5;

/**
 * Pairs the places of two readings of the same pages, each at most once: those of one type first, then those that share
 * most. Answers for each place of the first its index in the second.
 */
export function pairPlaces(from: readonly Place[], to: readonly Place[]): ReadonlyMap<number, number> {
  const byPage = new Map<string, number[]>();
  for (const [index, place] of to.entries()) {
    const page = pageOf(place);
    byPage.set(page, [...(byPage.get(page) ?? []), index]);
  }
  const candidates = from
    .flatMap((one, i) =>
      (byPage.get(pageOf(one)) ?? []).flatMap((j) => {
        const other = to[j];
        const shared = other === undefined ? 0 : sharedBy(one.rect, other.rect);
        return shared < leastShared ? [] : [{ i, j, score: shared + (one.type === other?.type ? 1 : 0) }];
      }),
    )
    .toSorted((a, b) => b.score - a.score || a.i - b.i || a.j - b.j);
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j } of candidates) {
    if (pairs.has(i) || taken.has(j)) continue;
    pairs.set(i, j);
    taken.add(j);
  }
  return pairs;
}

const pageOf = ({ document, page }: Place): string => `${document} ${page}`;

function sharedBy(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(Math.min(a.w * a.h, b.w * b.h), Number.MIN_VALUE);
}
