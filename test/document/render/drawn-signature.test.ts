import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { RenderFailed } from '../../../src/document/document-failure.js';
import { tidySignature } from '../../../src/document/render/drawn-signature.js';

/** White paper with a stroke of ink, of which the middle is the darkest. */
function drawing(width: number, height: number, ink: { x: number; y: number; w: number; h: number } | null): PNG {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let y = ink?.y ?? 0; ink !== null && y < ink.y + ink.h; y++) {
    for (let x = ink.x; x < ink.x + ink.w; x++) png.data.set([18, 40, 76, 255], (y * width + x) * 4);
  }
  return png;
}
const code = (bytes: Uint8Array): string => {
  try {
    tidySignature(bytes);
    return 'taken';
  } catch (error) {
    return error instanceof RenderFailed ? error.code : 'broken';
  }
};

describe('a drawn signature', () => {
  it('is cut to its ink, on paper that one can see through', () => {
    const whole = drawing(300, 100, { x: 40, y: 30, w: 120, h: 25 });
    // A hole in the ink, white as the paper around it.
    whole.data.set([255, 255, 255, 255], (40 * 300 + 100) * 4);
    const cut = PNG.sync.read(Buffer.from(tidySignature(PNG.sync.write(whole))));
    expect([cut.width, cut.height]).toEqual([120, 25]);
    expect([...cut.data.subarray(0, 4)]).toEqual([18, 40, 76, 255]);
    expect(cut.data[(10 * 120 + 60) * 4 + 3]).toBe(0);
  });

  it('is refused when there is as good as nothing on it', () => {
    expect(code(PNG.sync.write(drawing(300, 100, null)))).toBe('undrawable');
    expect(code(PNG.sync.write(drawing(300, 100, { x: 1, y: 1, w: 2, h: 2 })))).toBe('undrawable');
  });

  it('is refused beyond 2400 by 1200 pixels, before it is unpacked', () => {
    const ink = { x: 0, y: 0, w: 50, h: 50 };
    expect(code(PNG.sync.write(drawing(2400, 60, ink)))).toBe('taken');
    const liar = Buffer.from(PNG.sync.write(drawing(100, 100, ink)));
    liar.writeUInt32BE(2_000_000_000, 16);
    expect(code(liar)).toBe('undrawable');
    expect(code(PNG.sync.write(drawing(2401, 60, ink)))).toBe('undrawable');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('a signature, really, of more than thirty-three bytes')],
    ['more than 256 KiB', Buffer.alloc(256 * 1024 + 1)],
    ['a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)])],
  ])('is refused when it is %s', (_, bytes) => expect(code(bytes)).toBe('undrawable'));

  it('is refused when it is interlaced, cut off or altered', () => {
    const good = Buffer.from(PNG.sync.write(drawing(100, 100, { x: 10, y: 10, w: 50, h: 50 })));
    expect(code(good)).toBe('taken');
    expect(code(good.subarray(0, good.length - 40))).toBe('undrawable');
    const interlaced = Buffer.from(good);
    interlaced[28] = 1;
    expect(code(interlaced)).toBe('undrawable');
    const altered = Buffer.from(good);
    altered[60]! ^= 0xff;
    expect(code(altered)).toBe('undrawable');
  });
});
