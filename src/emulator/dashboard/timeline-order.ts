import type { TimelineEntry } from './shapes.js';

/** An entry with what decides its place among those of the same instant, which a frozen clock has many of. */
export interface Placed extends TimelineEntry {
  /** By what causes what; null where only the order of its kind is known, as for calls that read: these come last. */
  readonly rank: number | null;
  /** Within its kind. */
  readonly sequence: number;
}

/** By time, then by cause and effect, then in the order of each kind. */
export const inOrder = (entries: readonly Placed[]): readonly TimelineEntry[] =>
  entries.toSorted(compare).map(({ rank: _rank, sequence: _sequence, ...entry }) => entry);

const last = 1000;

function compare(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return (a.rank ?? last) - (b.rank ?? last) || a.sequence - b.sequence;
}
