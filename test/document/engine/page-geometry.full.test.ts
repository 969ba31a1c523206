import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import type { Rect } from '../../../src/document/read-document.js';
import { loadFontFiles } from '../../../src/document/render/fonts.js';
import { renderSealed } from '../../../src/document/render/seal.js';
import { sealJob } from '../../support/documents/jobs.js';
import type { PageChange } from '../../support/documents/small-documents.js';
import { changed, has, picture, smallForm } from '../../support/documents/small-documents.js';

const pdfium = await loadPdfium();

const changes: readonly (readonly [string, PageChange, { width: number; height: number; rotation: number }])[] = [
  ['upright', {}, { width: 595.28, height: 841.89, rotation: 0 }],
  ['turned by 90', { rotate: 90 }, { width: 841.89, height: 595.28, rotation: 90 }],
  ['turned by 180', { rotate: 180 }, { width: 595.28, height: 841.89, rotation: 180 }],
  ['turned by 270', { rotate: 270 }, { width: 841.89, height: 595.28, rotation: 270 }],
  ['turned by -90', { rotate: -90 }, { width: 841.89, height: 595.28, rotation: 270 }],
  ['cut by a crop box', { cropBox: [40, 500, 440, 800] }, { width: 400, height: 300, rotation: 0 }],
  ['cut and turned', { cropBox: [40, 500, 440, 800], rotate: 90 }, { width: 300, height: 400, rotation: 90 }],
  ['with a negative origin', { mediaBox: [-100, -50, 595, 842] }, { width: 695, height: 892, rotation: 0 }],
];

describe.each(changes)('a page %s', (_, change, size) => {
  it('has its size as displayed', async () => {
    const { pages } = readPdf(pdfium, await changed(await smallForm(), change));
    expect(pages[0]!.rotation).toBe(size.rotation);
    expect(pages[0]!.width).toBeCloseTo(size.width, 1);
    expect(pages[0]!.height).toBeCloseTo(size.height, 1);
  });

  it.skipIf(!has('pdftoppm'))('gets its answers drawn inside the boxes and nowhere else', async () => {
    const { pdf, boxes } = readPdf(pdfium, await changed(await smallForm(), change));
    const box = boxes.find((candidate) => candidate.context.widget_name === 'tenant_full_name')!;
    const tick = boxes.find((candidate) => candidate.type === 'tickbox')!;
    const marks = [
      { kind: 'text', page: 1, rect: box.rect, text: 'MMMMMMMM' },
      { kind: 'tick', page: 1, rect: tick.rect },
    ] as const;
    const files = await loadFontFiles();
    const fingerprints = { seal: 'ab', authority: 'cd' };
    const before = picture(await renderSealed(pdfium, files, sealJob(pdf, []), fingerprints));
    const after = picture(await renderSealed(pdfium, files, sealJob(pdf, marks), fingerprints));
    expect(
      [after.width, after.height].map((side) => Math.abs(side - size.width) < 2 || Math.abs(side - size.height) < 2),
    ).toEqual([true, true]);
    for (const { rect } of [box, tick]) {
      const inner = inside(rect);
      expect(before.darkest(inner)).toBeGreaterThan(150);
      expect(after.darkest(inner)).toBeLessThan(110);
    }
    const above = { x: 0, y: 0, w: 1, h: Math.max(Math.min(box.rect.y, tick.rect.y) - 0.05, 0) };
    expect(after.darkest(above)).toBe(before.darkest(above));
  });
});

/** The middle of a box, clear of its border. */
function inside({ x, y, w, h }: Rect): Rect {
  return { x: x + w * 0.2, y: y + h * 0.25, w: w * 0.6, h: h * 0.5 };
}
