import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';

/** A place to write that a reader sees on a page, before anyone has asked what for. */
export interface Place {
  readonly area: Area;
  readonly seenAs: 'line' | 'leader' | 'cell' | 'comb';
  /** The compartments of a comb. */
  readonly cells: readonly Area[] | null;
  /** Further lines of the same answer. */
  readonly more: readonly Area[];
  readonly multiline: boolean;
  /** How much higher a signature may reach than other answers, in points. */
  readonly headroom: number;
  /** The words that name it, where its own frame holds or leads to them. */
  readonly caption: string | null;
  readonly row: string | null;
  readonly column: string | null;
}

/** A place with nothing but what `more` says of it. */
export function placeAt(area: Area, seenAs: Place['seenAs'], more: Partial<Place> = {}): Place {
  const nothing = { cells: null, more: [], multiline: false, headroom: 0, caption: null, row: null, column: null };
  return { area, seenAs, ...nothing, ...more };
}

/** Whether it is a line to write on, ruled or of underscores. */
export function isLine({ seenAs }: Place): boolean {
  return seenAs === 'line' || seenAs === 'leader';
}

/** `count` compartments of one width, side by side within an area. */
export function compartments(area: Area, count: number): readonly Area[] {
  const width = widthOf(area) / count;
  const edge = (index: number): number => area.left + index * width;
  return Array.from({ length: count }, (_, index) => ({ ...area, left: edge(index), right: edge(index + 1) }));
}

/** The words that name a place. */
export interface PlaceCaption {
  readonly text: string | null;
  /** Whether they stand under its line, as those do that say who signs on it. */
  readonly isUnder: boolean;
}

/** The words of a page with what is needed to ask about their surroundings. */
export interface PageContext {
  readonly width: number;
  readonly height: number;
  readonly phrases: readonly Phrase[];
  /** Those of them that lead to no box or line on their right, and so may be about the line over them. */
  readonly captions: readonly Phrase[];
  /** The height of most of the document's text, in points. */
  readonly body: number;
}

export const widthOf = ({ left, right }: Area): number => right - left;
export const heightOf = ({ top, bottom }: Area): number => bottom - top;

/** Where the rightmost of areas ends; a page may have more of them than a function takes arguments. */
export const rightEdge = (areas: readonly Area[]): number => areas.reduce((max, { right }) => Math.max(max, right), 0);

/** Where the leftmost of areas begins; Infinity when there is none. */
export const leftEdge = (areas: readonly Area[]): number =>
  areas.reduce((min, { left }) => Math.min(min, left), Infinity);

/** How much two spans share, in points; negative when they are apart. */
export const shared = (aFrom: number, aTo: number, bFrom: number, bTo: number): number =>
  Math.min(aTo, bTo) - Math.max(aFrom, bFrom);

/** How much of the smaller of two areas lies within the other, from 0 to 1. */
export function overlapShare(a: Area, b: Area): number {
  const across = shared(a.left, a.right, b.left, b.right);
  const down = shared(a.top, a.bottom, b.top, b.bottom);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.max(Math.min(widthOf(a) * heightOf(a), widthOf(b) * heightOf(b)), 0.01);
}

/** Whether two areas stand in one row: they share most of the lower one's height. */
export function inOneRow(a: Area, b: Area, share = 0.5): boolean {
  const min = Math.min(heightOf(a), heightOf(b));
  return shared(a.top, a.bottom, b.top, b.bottom) >= share * min;
}
