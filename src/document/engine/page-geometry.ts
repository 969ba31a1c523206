import type { PageSize } from '../read-document.js';
import type { OpenPdf } from './open-pdf.js';
import { withPage } from './open-pdf.js';
import type { Pdfium } from './pdfium.js';

/** x' = a·x + c·y + e, y' = b·x + d·y + f */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A page as displayed and the way from there into the PDF's own coordinates. */
export interface PageGeometry extends PageSize {
  /** Maps fractions of the page as displayed (origin top left) to the page's user space. */
  readonly toUser: Affine;
}

const DEVICE = 1_000_000;

/**
 * What `use` makes of every page, loaded once, and of its geometry: loading a page, which parses all of its content, is
 * most of the work.
 */
export function eachPage<T>(
  pdfium: Pdfium,
  pdf: OpenPdf,
  use: (page: number, geometry: PageGeometry) => T,
): readonly T[] {
  return Array.from({ length: pdf.pageCount }, (_, index) =>
    withPage(pdfium, pdf, index, (page) => use(page, pageGeometry(pdfium, page, index + 1))),
  );
}

/** The size and transform of a loaded page (`number` is 1-based); covers rotation, crop boxes, offsets and inherited boxes. */
export function pageGeometry(pdfium: Pdfium, page: number, number: number): PageGeometry {
  const { api } = pdfium;
  const [e, f] = userPoint(pdfium, page, 0, 0);
  const [rightX, rightY] = userPoint(pdfium, page, DEVICE, 0);
  const [downX, downY] = userPoint(pdfium, page, 0, DEVICE);
  return {
    page: number,
    width: rounded(api.FPDF_GetPageWidthF(page)),
    height: rounded(api.FPDF_GetPageHeightF(page)),
    rotation: quarterTurns(api.FPDFPage_GetRotation(page)),
    toUser: [rightX - e, rightY - f, downX - e, downY - f, e, f],
  };
}

// The device is as good as unbounded, so that whole device pixels lose nothing.
function userPoint(pdfium: Pdfium, page: number, x: number, y: number): readonly [number, number] {
  return pdfium.withBlock(16, (out) => {
    pdfium.api.FPDF_DeviceToPage(page, 0, 0, DEVICE, DEVICE, 0, x, y, out, out + 8);
    return [pdfium.double(out), pdfium.double(out + 8)];
  });
}

/** Degrees clockwise of so many quarter turns, which may be negative. */
export function quarterTurns(turns: number): PageSize['rotation'] {
  switch (((turns % 4) + 4) % 4) {
    case 1:
      return 90;
    case 2:
      return 180;
    case 3:
      return 270;
    default:
      return 0;
  }
}

function rounded(points: number): number {
  return Math.round(points * 1000) / 1000;
}

/** The way back: user space to fractions of the page as displayed. */
export function fromUser({ toUser }: PageGeometry, x: number, y: number): readonly [number, number] {
  // By index: this is asked twice for every character, and taking an array apart goes through its iterator.
  const [a, b, c, d] = [toUser[0], toUser[1], toUser[2], toUser[3]];
  const determinant = a * d - b * c;
  if (determinant === 0) return [0, 0];
  const dx = x - toUser[4];
  const dy = y - toUser[5];
  return [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
}
