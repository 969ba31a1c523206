import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { cutRows, mark, type Pixels, pictureSequence, readPng } from '../../../src/core/terminal/picture.js';

const room = { columns: 40, rows: 20, trueColour: true };

/** White, with one red pixel at the top left and one blue pixel below it. */
function small(width = 4, height = 4): Pixels {
  const data = new Uint8Array(width * height * 4).fill(255);
  data.set([255, 0, 0, 255], 0);
  data.set([0, 0, 255, 255], width * 4);
  return { width, height, data };
}

/** The pixels that a PNG of a sequence holds. */
function decoded(base64: string): Pixels {
  return readPng(Buffer.from(base64, 'base64'));
}

describe('a picture as half blocks', () => {
  it('shows two rows of pixels a line, the upper one in front', async () => {
    const lines = (await pictureSequence('halves', small(), room)).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\p{Cc}\[38;2;255;0;0m\p{Cc}\[48;2;0;0;255m▀\p{Cc}\[38;2;255;255;255m/u);
    for (const line of lines) {
      expect(line.match(/▀/g)).toHaveLength(4);
      expect(line.endsWith('\u001b[0m')).toBe(true);
    }
  });

  it('keeps to 256 colours where the terminal has no more', async () => {
    const drawn = await pictureSequence('halves', small(), { ...room, trueColour: false });
    expect(drawn).toMatch(/^\p{Cc}\[38;5;196m\p{Cc}\[48;5;21m▀\p{Cc}\[38;5;231m/u);
  });
});

describe('a picture as an image', () => {
  it('goes to kitty as a PNG in pieces of at most 4096 characters', async () => {
    const data = new Uint8Array(100 * 100 * 4).map((_, index) => (index * 7919 * (index >> 3)) % 256);
    const drawn = await pictureSequence('kitty', { width: 100, height: 100, data }, room);
    const pieces = [...drawn.matchAll(/\p{Cc}_G([^;]*);(\P{Cc}*)\p{Cc}\\/gu)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces[0]?.[1]).toBe('a=T,f=100,q=2,c=40,r=20,m=1');
    expect(pieces.at(-1)?.[1]).toBe('m=0');
    expect(Math.max(...pieces.map(([, , text]) => text!.length))).toBeLessThanOrEqual(4096);
    expect(decoded(pieces.map(([, , text]) => text).join(''))).toMatchObject({ width: 100, height: 100 });
  });

  it('goes to iTerm2 as a PNG that is not larger than the available space', async () => {
    const drawn = await pictureSequence('iterm2', small(4, 40), room);
    const [, facts = '', text = ''] = /^\p{Cc}\]1337;File=([^:]*):(\P{Cc}*)\p{Cc}\n$/u.exec(drawn) ?? [];
    expect(facts).toContain('inline=1');
    expect(facts).toContain('width=4;height=20');
    expect([...decoded(text).data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('goes as sixels that a decoder reads back', async () => {
    const { decode } = await import('sixel');
    // The upper half red, the lower one white: the colours are few, so they stay what they are.
    const data = new Uint8Array(24 * 24 * 4).fill(255);
    for (let at = 0; at < data.length / 2; at += 4) data.set([255, 0, 0, 255], at);
    const drawn = await pictureSequence('sixel', { width: 24, height: 24, data }, room);
    expect(drawn.startsWith('\u001bP')).toBe(true);
    const body = drawn
      .trimEnd()
      .slice(2, -2)
      .replace(/^[^q]*q/, '');
    const read = decode(Buffer.from(body, 'latin1'));
    expect([read.width, read.height]).toEqual([24, 24]);
    expect((read.data32[0] ?? 0) & 0xffffff).toBe(0x0000ff);
    expect((read.data32[23 * 24] ?? 0) & 0xffffff).toBe(0xffffff);
  });
});

it('marks at least one pixel of the smallest field, and lets the page shine through', () => {
  const marked = mark(small(), [{ x: 0.5, y: 0.5, w: 0.001, h: 0.001 }], [200, 0, 0]);
  const at = (row: number, column: number): readonly number[] => [
    ...marked.data.subarray((row * 4 + column) * 4, (row * 4 + column) * 4 + 3),
  ];
  expect(at(2, 2)).toEqual([213, 63, 63]);
  expect(at(3, 3)).toEqual([255, 255, 255]);
});

it('cuts rows within the picture', () => {
  expect(cutRows(small(), 1, 2)).toMatchObject({ width: 4, height: 2 });
  expect([...cutRows(small(), 1, 2).data.subarray(0, 3)]).toEqual([0, 0, 255]);
  expect(cutRows(small(), 99, 99).height).toBe(1);
});

it('reads a PNG', () => {
  const png = new PNG({ width: 4, height: 4 });
  png.data = Buffer.from(small().data);
  expect(readPng(PNG.sync.write(png))).toMatchObject({ width: 4, height: 4 });
});
