import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { changed, has, lease, picture, smallForm } from '../../support/documents/small-documents.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();

const drawn = async (pdf: Uint8Array, page: number, width: number): Promise<PNG> =>
  PNG.sync.read(Buffer.from(await engine.picture(pdf, page, { width })));

const across = 20;
const down = 28;

/** Which cells of a grid over the page hold ink. */
function inked(darkest: (rect: { x: number; y: number; w: number; h: number }) => number): boolean[] {
  return Array.from({ length: across * down }, (_, cell) => {
    const [x, y] = [(cell % across) / across, Math.floor(cell / across) / down];
    return darkest({ x, y, w: 1 / across, h: 1 / down }) < 160;
  });
}

const darkestOf =
  ({ width, height, data }: PNG): Parameters<typeof inked>[0] =>
  ({ x, y, w, h }) => {
    let darkest = 255;
    for (let row = Math.ceil(y * height); row < Math.floor((y + h) * height); row++) {
      for (let column = Math.ceil(x * width); column < Math.floor((x + w) * width); column++) {
        darkest = Math.min(darkest, data[(row * width + column) * 4]!);
      }
    }
    return darkest;
  };

describe('the picture of a page', () => {
  it.skipIf(!has('pdftoppm')).each([0, 90, 180, 270] as const)(
    'shows at %i° what another renderer shows, form fields included',
    async (rotation) => {
      const pdf = await changed(lease(), { rotate: rotation });
      const other = picture(pdf, 1);
      const theirs = inked(other.darkest);
      const ours = inked(darkestOf(await drawn(pdf, 1, other.width)));
      expect(theirs.filter(Boolean).length).toBeGreaterThan(50);
      expect(ours.filter((ink, cell) => ink !== theirs[cell]).length).toBeLessThan(0.06 * ours.length);
    },
  );

  it('has the width that was asked for, and the height that the page has', async () => {
    const { width, height } = await drawn(await smallForm(), 1, 1200);
    expect(width).toBe(1200);
    expect(Math.abs(height / width - 842 / 595)).toBeLessThan(0.01);
  });

  it.each([0, -5, Number.NaN, 1e9])('stays within bounds for a width of %d', async (width) => {
    const made = await drawn(await smallForm(), 1, width);
    expect(made.width).toBeGreaterThanOrEqual(1);
    expect(made.width * made.height).toBeLessThanOrEqual(12_000_000);
  });

  it.each([0, 2, 1.5])('is refused for a page %d that a document of one page does not have', async (page) => {
    await expect(engine.picture(await smallForm(), page, { width: 100 })).rejects.toMatchObject({
      code: 'unknown_page',
    });
  });
});
