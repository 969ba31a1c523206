import { execFileSync } from 'node:child_process';
import { withFile } from './small-documents.js';

/** A page in grey, one byte a pixel, as poppler shows it. */
export interface GreyPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Every page as displayed; 72 pixels an inch by default. */
export function greyPages(pdf: Uint8Array, resolution = 72): readonly GreyPage[] {
  const data = withFile(pdf, (path) =>
    execFileSync('pdftoppm', ['-cropbox', '-gray', '-r', String(resolution), path], { maxBuffer: 1 << 29 }),
  );
  const pages: GreyPage[] = [];
  for (let at = 0; at < data.length;) {
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/u.exec(data.subarray(at, at + 40).toString('latin1'));
    if (header === null) break;
    const [width, height] = [Number(header[1]), Number(header[2])];
    at += header[0].length;
    pages.push({ width, height, pixels: data.subarray(at, at + width * height) });
    at += width * height;
  }
  return pages;
}

/** Fractions of a page as displayed, origin top left. */
export interface Fractions {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * How many pixels two pictures of a page differ in, by at least so many of 255 steps, within each box (the first that
 * holds it) and in none of them. One pixel around a box is leeway.
 */
export function changes(
  before: GreyPage,
  after: GreyPage,
  boxes: readonly Fractions[],
  least = 24,
): { readonly inside: readonly number[]; readonly outside: number } {
  const { width, height } = before;
  const inside = boxes.map(() => 0);
  let outside = 0;
  for (let index = 0; index < width * height; index++) {
    if (Math.abs((before.pixels[index] ?? 0) - (after.pixels[index] ?? 0)) < least) continue;
    const [column, row] = [(index % width) + 0.5, Math.floor(index / width) + 0.5];
    const within = (at: number, from: number, size: number, whole: number): boolean =>
      at > from * whole - 1 && at < (from + size) * whole + 1;
    const found = boxes.findIndex(({ x, y, w, h }) => within(column, x, w, width) && within(row, y, h, height));
    if (found < 0) outside++;
    else inside[found] = (inside[found] ?? 0) + 1;
  }
  return { inside, outside };
}

/** A word and where it stands, in fractions of the page as displayed. */
export interface FoundWord extends Fractions {
  readonly text: string;
}

/**
 * The words of each page with their places, as `pdftotext -bbox` reports them: in points of the page as displayed,
 * which `pages` tells the size of (poppler's own size is the one before turning).
 */
export function wordsOf(pdf: Uint8Array, pages: readonly GreyPage[]): readonly (readonly FoundWord[])[] {
  const report = withFile(pdf, (path) =>
    execFileSync('pdftotext', ['-cropbox', '-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }),
  );
  return report
    .split('<page ')
    .slice(1)
    .map((page, index) => {
      const { width, height } = pages[index]!;
      return [...page.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/gu)].map(
        ([, left, top, right, bottom, text]) => ({
          text: unescaped(text!),
          x: Number(left) / width,
          y: Number(top) / height,
          w: (Number(right) - Number(left)) / width,
          h: (Number(bottom) - Number(top)) / height,
        }),
      );
    });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole);
}
