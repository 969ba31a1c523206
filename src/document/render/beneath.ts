import { isDateHint } from '../date-hint.js';
import type { Area } from '../engine/page-glyphs.js';
import { readText, type PageText } from '../engine/page-glyphs.js';
import { shadesBeneath, type Part } from '../engine/page-shades.js';
import type { Pdfium } from '../engine/pdfium.js';
import { asRead } from '../engine/reading-frame.js';
import type { PageSize, Rect } from '../read-document.js';
import type { Colour } from './canvas.js';
import { INK, WHITE } from './canvas.js';
import { bounded, withPixels } from './picture.js';
import type { PageFrame, Place } from './piece.js';

/**
 * What is printed where an answer goes. As on paper, an answer is written in ink that shows on its ground, over letters
 * that only say how to write a date, and beside all other words: nothing that a signer agrees to is covered.
 */
export interface Beneath {
  readonly ground: Colour;
  /** Letters that only say how to write a date. In points of the page as its text is read. */
  readonly hints: readonly Area[];
  /** Other words, likewise. */
  readonly words: readonly Area[];
}

export const BLANK: Beneath = { ground: [1, 1, 1], hints: [], words: [] };

/** Lines and dots mark a place to write on. */
const RULES = /^[\p{Pc}\p{Pd}.…·•:|/\\‾¯─-╿■-◿☐-☒]$/u;
/** Points: what a lighter edge of a letter takes up. */
const EDGE = 0.6;
const GAP = 2;
/** Less room than this, in points, is of no use to a text. */
const LEAST = { w: 24, h: 7 } as const;
const LEAST_SHARE = 0.25;
/** The ink of letters and of frames is a small part of a field. */
const INSET = 0.12;
const FINEST = 12;
/** Pixels: one for each point, as long as pages are not posters. */
const WIDEST = 1_000;

/** By what a place is found again. */
export const keyOf = ({ x, y, w, h }: Rect): string => `${x} ${y} ${w} ${h}`;

/** A place in points of a page. */
export const areaOn = ({ width, height }: PageSize, { x, y, w, h }: Rect): Area => {
  const [left, top] = [x * width, y * height];
  return { left, top, right: left + w * width, bottom: top + h * height };
};

interface Seen {
  readonly form: number;
  readonly page: number;
  /** Of the text; 0 where nothing is to be learned from it. */
  readonly layer: number;
  readonly frame: PageFrame;
  /** Its annotations. */
  readonly parts: readonly Part[];
  /** Whether the page is not to be drawn. */
  readonly assumesWhite: boolean;
}

/** What a loaded page shows in each place, by `keyOf`. */
export function beneathOf(pdfium: Pdfium, at: Seen, places: readonly Rect[]): ReadonlyMap<string, Beneath> {
  if (places.length === 0) return new Map();
  const { read, turn } = at.frame;
  const text = readText(pdfium, at.layer, read);
  const printed = places.map((rect) => printedIn(text, areaOn(read, asRead(rect, turn))));
  const covers = printed.map(({ hints }) => hints.length > 0);
  const grounds = at.assumesWhite ? [] : groundsOf(pdfium, at, places, covers);
  return new Map(
    places.map((rect, index) => {
      const found = printed[index] ?? BLANK;
      return [keyOf(rect), { ...found, ground: grounds[index] ?? BLANK.ground }];
    }),
  );
}

/**
 * White where dark ink will do: drawing a page takes as long as all else that is done for it. What is covered gets the
 * very colour that is around it. That of one place does not depend on the others.
 */
function groundsOf(
  pdfium: Pdfium,
  { form, page, frame: { displayed }, parts }: Seen,
  places: readonly Rect[],
  covers: readonly boolean[],
): readonly Colour[] {
  const areas = places.map((place) => areaOn(displayed, place));
  const counts = shadesBeneath(pdfium, page, displayed, areas, parts).map(
    (shade, index) => shade === 'any' || (shade === 'light' && covers[index] === true),
  );
  if (!counts.includes(true)) return [];
  const { width, height } = bounded(Math.min(displayed.width, WIDEST), displayed.height / displayed.width);
  // The pixels are gone with the next question to PDFium.
  return withPixels(pdfium, { handle: page, form }, width, height, (pixels) =>
    places.map((rect, index) => (counts[index] === true ? groundOf(pixels, [width, height], rect) : BLANK.ground)),
  );
}

/** The colour of most of a place: of a grid over it, the one in the middle from the darkest to the lightest. */
function groundOf(pixels: Uint32Array, [width, height]: readonly [number, number], { x, y, w, h }: Rect): Colour {
  const seen = grid(y, h, height).flatMap((row) =>
    grid(x, w, width).map((column) => colourOf(pixels[row * width + column] ?? 0)),
  );
  const byLight = seen.map((colour) => ({ colour, light: luminance(colour) })).toSorted((a, b) => a.light - b.light);
  return byLight[byLight.length >> 1]?.colour ?? BLANK.ground;
}

/** Evenly spread pixels between two edges, which are left out. */
function grid(from: number, size: number, whole: number): readonly number[] {
  const [start, length] = [(from + size * INSET) * whole, size * (1 - 2 * INSET) * whole];
  const count = Math.min(Math.max(Math.ceil(length), 1), FINEST);
  return Array.from({ length: count }, (_, index) =>
    Math.min(Math.max(Math.floor(start + ((index + 0.5) / count) * length), 0), whole - 1),
  );
}

const colourOf = (pixel: number): Colour => [
  (pixel & 255) / 255,
  ((pixel >>> 8) & 255) / 255,
  ((pixel >>> 16) & 255) / 255,
];

function printedIn(text: PageText, place: Area): Pick<Beneath, 'hints' | 'words'> {
  const printed = text.glyphs
    .filter((glyph) => holdsMiddleOf(place, glyph))
    .map((glyph) => ({ character: glyph.character, ink: text.inkOf(glyph.index) ?? glyph }))
    .filter(({ ink }) => holdsMiddleOf(place, ink));
  const isHint = isDateHint(printed.map(({ character }) => character).join(''));
  const letters = printed.filter(({ character }) => isHint || !RULES.test(character)).map(({ ink }) => ink);
  return isHint ? { hints: letters, words: [] } : { hints: [], words: letters };
}

function holdsMiddleOf(place: Area, { left, top, right, bottom }: Area): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > place.left && x < place.right && y > place.top && y < place.bottom;
}

/** What has to be painted over before an answer is written here. */
export const coversOf = ({ hints }: Beneath): readonly Place[] =>
  hints.map(({ left, top, right, bottom }) => ({
    x: left - EDGE,
    y: top - EDGE,
    w: right - left + 2 * EDGE,
    h: bottom - top + 2 * EDGE,
  }));

/** The largest part of a place beside, between or under its words; all of it where no part is of any use. */
export function freePart(place: Place, { words }: Beneath): Place {
  const { x, y, w, h } = place;
  if (words.length === 0) return place;
  const [left, right] = widestGap(
    words.map((word) => [word.left, word.right]),
    x,
    x + w,
  );
  const [top, bottom] = widestGap(
    words.map((word) => [word.top, word.bottom]),
    y,
    y + h,
  );
  const parts = [
    { x: left, y, w: right - left, h },
    { x, y: top, w, h: bottom - top },
  ].filter((part) => part.w >= LEAST.w && part.h >= LEAST.h && part.w * part.h >= LEAST_SHARE * w * h);
  return parts.toSorted((one, other) => other.w * other.h - one.w * one.h)[0] ?? place;
}

function widestGap(
  taken: readonly (readonly [number, number])[],
  start: number,
  end: number,
): readonly [from: number, to: number] {
  let best: readonly [number, number] = [start, start];
  let from = start;
  for (const [first, last] of [...taken.toSorted((one, other) => one[0] - other[0]), [end + GAP, end] as const]) {
    const to = Math.min(first - GAP, end);
    if (to - from > best[1] - best[0]) best = [from, to];
    from = Math.max(from, last + GAP);
  }
  return best;
}

/** Dark ink, or white where that shows better (WCAG 2.2, contrast ratio). */
export const inkOn = (ground: Colour): Colour => (contrast(WHITE, ground) > contrast(INK, ground) ? WHITE : INK);

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
