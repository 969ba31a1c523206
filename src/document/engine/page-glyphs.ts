import type { PageGeometry } from './page-geometry.js';
import { fromUser } from './page-geometry.js';
import type { Pdfium } from './pdfium.js';

/** A place on a page as displayed, in points from its top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One visible character. */
export interface Glyph extends Area {
  readonly character: string;
  /** Whether the text has a space or a line break before it. */
  readonly afterSpace: boolean;
  /** Position in PDFium's text of the page, for asking more about it. */
  readonly index: number;
}

/** The text layer of a loaded page; ask within `withPageText` only. */
export interface PageText {
  readonly glyphs: readonly Glyph[];
  /** Whether the font of the character at `index` is a bold one. */
  isBold(index: number): boolean;
  /** The name of the font of the character at `index`; empty when it has none. */
  fontName(index: number): string;
  /** Where the ink of the character at `index` is, without the room that its line gives it. */
  inkOf(index: number): Area | null;
}

const BOLD_WEIGHT = 600;
const MOST_GLYPHS = 200_000;

/** Runs `use` with the text of a loaded page; spaces and characters without ink are left out. */
export function withPageText<T>(pdfium: Pdfium, page: number, geometry: PageGeometry, use: (text: PageText) => T): T {
  const { api } = pdfium;
  const text = api.FPDFText_LoadPage(page);
  if (text === 0) return use({ glyphs: [], isBold: () => false, fontName: () => '', inkOf: () => null });
  try {
    return use({
      glyphs: readGlyphs(pdfium, text, geometry),
      isBold: (index) =>
        api.FPDFText_GetFontWeight(text, index) >= BOLD_WEIGHT ||
        /bold|black|heavy/iu.test(fontName(pdfium, text, index)),
      fontName: (index) => fontName(pdfium, text, index),
      inkOf: (index) => inkOf(pdfium, text, index, geometry),
    });
  } finally {
    api.FPDFText_ClosePage(text);
  }
}

function readGlyphs(pdfium: Pdfium, text: number, geometry: PageGeometry): readonly Glyph[] {
  const { api } = pdfium;
  const count = Math.min(api.FPDFText_CountChars(text), MOST_GLYPHS);
  const [unicodeOf, looseBoxOf] = [pdfium.direct('FPDFText_GetUnicode'), pdfium.direct('FPDFText_GetLooseCharBox')];
  const glyphs: Glyph[] = [];
  let afterSpace = true;
  pdfium.withBlock(16, (box) => {
    for (let index = 0; index < count; index++) {
      const code = unicodeOf(text, index);
      if (code <= 0x20 || code === 0xa0) afterSpace = true;
      if (code <= 0x20 || code === 0xa0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) continue;
      if (looseBoxOf(text, index, box) === 0) continue;
      // An FS_RECTF is left, top, right, bottom, in user space.
      const area = displayedArea(geometry, [
        pdfium.float(box),
        pdfium.float(box + 4),
        pdfium.float(box + 8),
        pdfium.float(box + 12),
      ]);
      if (area.right <= area.left) continue;
      glyphs.push({ character: String.fromCodePoint(code), afterSpace, index, ...area });
      afterSpace = false;
    }
  });
  return glyphs;
}

function inkOf(pdfium: Pdfium, text: number, index: number, geometry: PageGeometry): Area | null {
  const { api, double } = pdfium;
  return pdfium.withBlock(32, (box) => {
    if (!api.FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24)) return null;
    // Left, right, bottom, top.
    const area = displayedArea(geometry, [double(box), double(box + 24), double(box + 8), double(box + 16)]);
    return area.right > area.left && area.bottom > area.top ? area : null;
  });
}

/** The upright box around two opposite corners given in user space. */
export function displayedArea(
  geometry: PageGeometry,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): Area {
  const [ax, ay] = fromUser(geometry, x1, y1);
  const [bx, by] = fromUser(geometry, x2, y2);
  return {
    left: Math.min(ax, bx) * geometry.width,
    top: Math.min(ay, by) * geometry.height,
    right: Math.max(ax, bx) * geometry.width,
    bottom: Math.max(ay, by) * geometry.height,
  };
}

function fontName(pdfium: Pdfium, text: number, index: number): string {
  const size = 128;
  return pdfium.withBlock(size, (buffer) => {
    const length = pdfium.api.FPDFText_GetFontInfo(text, index, buffer, size, 0);
    return Buffer.from(pdfium.take(buffer, Math.min(Math.max(length - 1, 0), size))).toString('latin1');
  });
}
