import type { OpenPdf } from './open-pdf.js';
import { withPage } from './open-pdf.js';
import { pageGeometry } from './page-geometry.js';
import type { Area } from './page-glyphs.js';
import type { Pdfium } from './pdfium.js';

// Glyph boxes of neighbouring lines overlap a little; only ink whose middle lies in the area is meant.
const INSET = 0.22;

/** Really takes text off the pages, not only out of sight: nothing of it is left for a text extractor. */
export function removeText(
  pdfium: Pdfium,
  pdf: OpenPdf,
  ink: readonly { readonly page: number; readonly area: Area }[],
): void {
  for (const number of new Set(ink.map(({ page }) => page))) {
    const areas = ink.filter(({ page }) => page === number).map(({ area }) => area);
    withPage(pdfium, pdf, number - 1, (page) => {
      const geometry = pageGeometry(pdfium, page, number);
      for (const area of areas) redact(pdfium, page, userBox(area, geometry));
      pdfium.api.FPDFPage_GenerateContent(page);
    });
  }
}

function userBox(
  area: Area,
  { toUser: [a, b, c, d, e, f], width, height }: ReturnType<typeof pageGeometry>,
): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } {
  const [long, high] = [area.right - area.left, area.bottom - area.top];
  const inset = Math.min(long, high) * INSET;
  // A line of text is longer than it is high, also on a page that is shown on its side.
  const [x, y] = long < high ? [inset, 0] : [0, inset];
  const corners = [
    [(area.left + x) / width, (area.top + y) / height],
    [(area.right - x) / width, (area.bottom - y) / height],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.max(...ys), right: Math.max(...xs), bottom: Math.min(...ys) };
}

function redact(pdfium: Pdfium, page: number, box: { left: number; top: number; right: number; bottom: number }): void {
  pdfium.withBlock(16, (pointer) => {
    pdfium.setFloat(pointer, box.left);
    pdfium.setFloat(pointer + 4, box.top);
    pdfium.setFloat(pointer + 8, box.right);
    pdfium.setFloat(pointer + 12, box.bottom);
    pdfium.api.EPDFText_RedactInRect(page, pointer, true, false);
  });
}
