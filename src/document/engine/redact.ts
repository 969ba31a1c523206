import type { OpenPdf } from './open-pdf.js';
import { withPage } from './open-pdf.js';
import { pageGeometry } from './page-geometry.js';
import { withPageText, type Area, type PageText } from './page-glyphs.js';
import type { Pdfium } from './pdfium.js';

// Lines set close reach into one another: only a strip in the middle of a line, lower than its small letters, is its own.
const INSET = 0.42;

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
      const outlying = withPageText(pdfium, page, geometry, (text) => areas.flatMap((area) => lowAndHigh(text, area)));
      for (const box of [...areas.map((area) => trimmed(area)), ...outlying]) {
        redact(pdfium, page, userBox(box, geometry));
      }
      pdfium.api.FPDFPage_GenerateContent(page);
    });
  }
}

/** The strip in the middle of a line that all its letters cross. */
function trimmed({ left, top, right, bottom }: Area): Area {
  const [long, high] = [right - left, bottom - top];
  const inset = Math.min(long, high) * INSET;
  // A line of text is longer than it is high, also on a page that is shown on its side.
  const [x, y] = long < high ? [inset, 0] : [0, inset];
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

/** The ink of a line's characters that is all above or below the trimmed line, as that of an underscore is. */
function lowAndHigh(text: PageText, area: Area): readonly Area[] {
  const line = trimmed(area);
  return text.glyphs.flatMap((glyph) => {
    const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2];
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) return [];
    const ink = text.inkOf(glyph.index);
    return ink === null || touches(ink, line) ? [] : [trimmed(ink)];
  });
}

const touches = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function userBox(
  area: Area,
  { toUser: [a, b, c, d, e, f], width, height }: ReturnType<typeof pageGeometry>,
): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } {
  const corners = [
    [area.left / width, area.top / height],
    [area.right / width, area.bottom / height],
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
