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

/** The place alone of what has more to it. */
export const areaOf = ({ left, top, right, bottom }: Area): Area => ({ left, top, right, bottom });

/** Whether the middle of `inner` lies within `outer`. */
export function holds(outer: Area, inner: Area): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

/** One visible character. */
export interface Glyph extends Area {
  readonly character: string;
  /** Whether the text has a space or a line break before it. */
  readonly afterSpace: boolean;
  /** Position in PDFium's text of the page, for asking more about it. */
  readonly index: number;
}

/** The text layer of a loaded page; ask within `withTextLayer` only. */
export interface PageText {
  readonly glyphs: readonly Glyph[];
  /** Whether the font of the character at `index` is a bold one. */
  isBold(index: number): boolean;
  /** The name of the font of the character at `index`; empty when it has none. */
  fontName(index: number): string;
  /** Where the ink of the character at `index` is, without the room that its line gives it. */
  inkOf(index: number): Area | null;
  /** The colour of the character at `index` as RRGGBB; null when it has none. */
  colorOf(index: number): number | null;
}

const BOLD_WEIGHT = 600;
const MOST_GLYPHS = 200_000;

/**
 * Runs `use` with a handle to the text layer of a loaded page, 0 when it has none. PDFium puts the layer together
 * again whenever it is asked for it.
 */
export function withTextLayer<T>({ api }: Pdfium, page: number, use: (layer: number) => T): T {
  const layer = api.FPDFText_LoadPage(page);
  try {
    return use(layer);
  } finally {
    if (layer !== 0) api.FPDFText_ClosePage(layer);
  }
}

/** Runs `use` with the text of a loaded page; spaces and characters without ink are left out. */
export function withPageText<T>(pdfium: Pdfium, page: number, geometry: PageGeometry, use: (text: PageText) => T): T {
  return withTextLayer(pdfium, page, (layer) => use(readText(pdfium, layer, geometry)));
}

/** The text of a layer; spaces and characters without ink are left out. */
export function readText(pdfium: Pdfium, layer: number, geometry: PageGeometry): PageText {
  if (layer === 0)
    return { glyphs: [], isBold: () => false, fontName: () => '', inkOf: () => null, colorOf: () => null };
  const fontOf = fontsOf(pdfium, layer);
  return {
    glyphs: readGlyphs(pdfium, layer, geometry),
    isBold: (index) => fontOf(index).isBold,
    fontName: (index) => fontOf(index).name,
    inkOf: (index) => inkOf(pdfium, layer, index, geometry),
    colorOf: (index) => colorOf(pdfium, layer, index),
  };
}

function readGlyphs({ api, view, withBlock }: Pdfium, layer: number, geometry: PageGeometry): readonly Glyph[] {
  const count = Math.min(api.FPDFText_CountChars(layer), MOST_GLYPHS);
  const glyphs: Glyph[] = [];
  let afterSpace = true;
  withBlock(16, (box) => {
    for (let index = 0; index < count; index++) {
      const code = api.FPDFText_GetUnicode(layer, index);
      if (code <= 0x20 || code === 0xa0) afterSpace = true;
      if (code <= 0x20 || code === 0xa0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) continue;
      if (!api.FPDFText_GetLooseCharBox(layer, index, box)) continue;
      // An FS_RECTF is left, top, right, bottom, in user space.
      const heap = view();
      const [x1, y1] = [heap.getFloat32(box, true), heap.getFloat32(box + 4, true)];
      const [x2, y2] = [heap.getFloat32(box + 8, true), heap.getFloat32(box + 12, true)];
      const { left, top, right, bottom } = displayedArea(geometry, [x1, y1, x2, y2]);
      if (right <= left) continue;
      glyphs.push({ character: String.fromCodePoint(code), afterSpace, index, left, top, right, bottom });
      afterSpace = false;
    }
  });
  return glyphs;
}

interface Font {
  readonly name: string;
  readonly isBold: boolean;
}

/** The font of a character, by its index: a page has thousands of characters, and few fonts that need to be asked. */
function fontsOf({ api, withBlock, take }: Pdfium, layer: number): (index: number) => Font {
  const known = new Map<number, Font>();
  const read = (index: number): Font => {
    const size = 128;
    const name = withBlock(size, (buffer) => {
      const length = api.FPDFText_GetFontInfo(layer, index, buffer, size, 0);
      return Buffer.from(take(buffer, Math.min(Math.max(length - 1, 0), size))).toString('latin1');
    });
    const isBold = api.FPDFText_GetFontWeight(layer, index) >= BOLD_WEIGHT || /bold|black|heavy/iu.test(name);
    return { name, isBold };
  };
  return (index) => {
    const object = api.FPDFText_GetTextObject(layer, index);
    const handle = object === 0 ? 0 : api.FPDFTextObj_GetFont(object);
    if (handle === 0) return read(index);
    const font = known.get(handle) ?? read(index);
    known.set(handle, font);
    return font;
  };
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

function colorOf(pdfium: Pdfium, layer: number, index: number): number | null {
  return pdfium.withBlock(16, (at) => {
    if (!pdfium.api.FPDFText_GetFillColor(layer, index, at, at + 4, at + 8, at + 12)) return null;
    const [red = 0, green = 0, blue = 0] = pdfium.words(at, 3);
    return (red << 16) | (green << 8) | blue;
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
