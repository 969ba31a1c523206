import { PNG } from 'pngjs';
import type { PictureKind } from './picture-kind.js';

/** Pixels as red, green, blue and alpha, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface PictureRoom {
  readonly columns: number;
  readonly rows: number;
  readonly trueColour: boolean;
}

/** A part of a picture, in fractions of it. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function readPng(png: Uint8Array): Pixels {
  const { width, height, data } = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  return { width, height, data };
}

/** Crops a picture to full rows: from `top`, at most `height`. */
export function cutRows({ width, height, data }: Pixels, top: number, rows: number): Pixels {
  const first = Math.max(0, Math.min(Math.floor(top), height - 1));
  const last = Math.min(height, first + Math.max(1, Math.floor(rows)));
  return { width, height: last - first, data: data.subarray(first * width * 4, last * width * 4) };
}

/** Fills parts of a picture with a translucent colour. */
export function mark(
  pixels: Pixels,
  parts: readonly Part[],
  [red, green, blue]: readonly [number, number, number],
): Pixels {
  const data = Uint8Array.from(pixels.data);
  const { width, height } = pixels;
  for (const { x, y, w, h } of parts) {
    const left = clamp(Math.floor(x * width), width);
    const top = clamp(Math.floor(y * height), height);
    // At least one pixel, however small the part is.
    for (let row = top; row < Math.min(height, Math.max(top + 1, Math.round((y + h) * height))); row++) {
      for (let column = left; column < Math.min(width, Math.max(left + 1, Math.round((x + w) * width))); column++) {
        const at = (row * width + column) * 4;
        data[at] = ((data[at] ?? 0) + 3 * red) / 4;
        data[at + 1] = ((data[at + 1] ?? 0) + 3 * green) / 4;
        data[at + 2] = ((data[at + 2] ?? 0) + 3 * blue) / 4;
      }
    }
  }
  return { width, height, data };
}

const clamp = (at: number, size: number): number => Math.max(0, Math.min(size - 1, at));

/** The escape sequence for a picture in a terminal of this kind, with a final newline. */
export async function pictureSequence(kind: PictureKind, pixels: Pixels, room: PictureRoom): Promise<string> {
  switch (kind) {
    case 'kitty':
      return kitty(toPng(pixels), cells(pixels, room));
    case 'iterm2':
      return iterm2(toPng(pixels), cells(pixels, room));
    case 'sixel': {
      const { image2sixel } = await import('sixel');
      const data = Uint8Array.from(pixels.data);
      return `${image2sixel(data, pixels.width, pixels.height, 64)}\n`;
    }
    case 'halves':
      return halves(pixels, room.trueColour);
  }
}

function toPng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

/** The size of a picture in cells, if a cell is twice as high as wide. */
function cells({ width, height }: Pixels, room: PictureRoom): { readonly columns: number; readonly rows: number } {
  const columns = Math.max(1, Math.min(room.columns, Math.floor((room.rows * 2 * width) / height)));
  return { columns, rows: Math.max(1, Math.round((columns * height) / width / 2)) };
}

/** The graphics protocol of kitty: a PNG in pieces of 4096 characters. */
function kitty(png: Buffer, { columns, rows }: { readonly columns: number; readonly rows: number }): string {
  const text = png.toString('base64');
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += 4096) {
    const more = at + 4096 < text.length ? 1 : 0;
    const head = at === 0 ? `a=T,f=100,q=2,c=${columns},r=${rows},m=${more}` : `m=${more}`;
    pieces.push(`\u001b_G${head};${text.slice(at, at + 4096)}\u001b\\`);
  }
  return `${pieces.join('')}\n`;
}

/** The inline images of iTerm2. */
function iterm2(png: Buffer, { columns, rows }: { readonly columns: number; readonly rows: number }): string {
  const facts = `inline=1;size=${png.length};width=${columns};height=${rows};preserveAspectRatio=1`;
  return `\u001b]1337;File=${facts}:${png.toString('base64')}\u0007\n`;
}

/** Two pixels per cell: the upper one as foreground, the lower one as background. */
function halves({ width, height, data }: Pixels, trueColour: boolean): string {
  const colour = (layer: 38 | 48, row: number, column: number): string => {
    const at = (row * width + column) * 4;
    const parts = row < height ? [data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255] : [255, 255, 255];
    return trueColour ? `\u001b[${layer};2;${parts.join(';')}m` : `\u001b[${layer};5;${oneOf256(parts)}m`;
  };
  const lines: string[] = [];
  for (let row = 0; row < height; row += 2) {
    let line = '';
    let last = '';
    for (let column = 0; column < width; column++) {
      const style = `${colour(38, row, column)}${colour(48, row + 1, column)}`;
      line += style === last ? '▀' : `${style}▀`;
      last = style;
    }
    lines.push(`${line}\u001b[0m`);
  }
  return `${lines.join('\n')}\n`;
}

/** The nearest of the 216 colours of the cube, or of the 24 greys. */
function oneOf256([red = 0, green = 0, blue = 0]: readonly number[]): number {
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 12) {
    const grey = Math.round((red + green + blue) / 3);
    if (grey > 246) return 231;
    return grey < 5 ? 16 : 232 + Math.min(23, Math.max(0, Math.round((grey - 8) / 10)));
  }
  const step = (part: number): number => Math.round((part / 255) * 5);
  return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}
