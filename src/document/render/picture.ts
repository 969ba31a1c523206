import { crc32, deflateSync } from 'node:zlib';
import { RenderFailed } from '../document-failure.js';
import { openPdf, withPage } from '../engine/open-pdf.js';
import { withForm } from '../engine/page-widgets.js';
import type { Pdfium } from '../engine/pdfium.js';
import type { PictureSize } from '../render-job.js';

const WIDEST = 4_000;
const MOST_PIXELS = 12_000_000;
const WHITE = 0xffffffff;
const DRAW_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const GREY = 0;
const COLOUR = 2;

/**
 * One page (1-based) as displayed, form fields and their values included, as the bytes of a PNG. A page so tall that
 * the picture would take more than 12 million pixels is drawn smaller. Throws RenderFailed with code `unknown_page`.
 */
export function drawPicture(pdfium: Pdfium, bytes: Uint8Array, page: number, size: PictureSize): Uint8Array {
  const pdf = openPdf(pdfium, bytes);
  try {
    if (!Number.isInteger(page) || page < 1 || page > pdf.pageCount) {
      throw new RenderFailed('unknown_page', `page ${page} does not exist: the document has ${pdf.pageCount}`);
    }
    return withForm(pdfium, pdf, (form) =>
      withPage(pdfium, pdf, page - 1, (handle) => {
        const { api } = pdfium;
        const proportions = api.FPDF_GetPageHeightF(handle) / api.FPDF_GetPageWidthF(handle);
        const { width, height } = bounded(size.width, proportions);
        return withPixels(pdfium, { handle, form }, width, height, (pixels) => encoded(pixels, width, height));
      }),
    );
  } finally {
    pdf.close();
  }
}

/** A width and the height that goes with it, in pixels, of a page of these proportions. */
export function bounded(wanted: number, proportions: number): { readonly width: number; readonly height: number } {
  const ratio = Number.isFinite(proportions) && proportions > 0 ? proportions : 1;
  const widest = Math.min(WIDEST, Math.sqrt(MOST_PIXELS / ratio));
  const width = Math.max(1, Math.floor(Math.min(Number.isFinite(wanted) ? wanted : 1, widest)));
  return { width, height: Math.max(1, Math.min(Math.round(width * ratio), Math.floor(MOST_PIXELS / width))) };
}

/**
 * Runs `use` with the pixels as they are drawn: one word each, red in its lowest byte, then green and blue. They are
 * gone with the next call of PDFium.
 */
export function withPixels<T>(
  { api, words }: Pdfium,
  { handle, form }: { readonly handle: number; readonly form: number },
  width: number,
  height: number,
  use: (pixels: Uint32Array) => T,
): T {
  const bitmap = api.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new RenderFailed('failed', `a picture of ${width} by ${height} pixels cannot be made`);
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = DRAW_ANNOTATIONS | RED_FIRST;
    api.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, flags);
    // Form fields are not annotations to PDFium: it leaves them to a second pass.
    if (form !== 0) api.FPDF_FFLDraw(form, bitmap, handle, 0, 0, width, height, 0, flags);
    return use(words(api.FPDFBitmap_GetBuffer(bitmap), width * height));
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

/** Most forms are black on white: without colours the picture is a third of the size. */
function encoded(pixels: Uint32Array, width: number, height: number): Uint8Array {
  const grey = greyRows(pixels, width, height);
  const rows = grey ?? colourRows(pixels, width, height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(grey === null ? COLOUR : GREY, 9);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    // A page is mostly blank: filters and a higher level cost much time for few bytes.
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A part of a PNG: its length, its type, its content and their check sum. */
function chunk(type: string, content: Uint8Array): Buffer {
  const made = Buffer.alloc(content.length + 12);
  made.writeUInt32BE(content.length, 0);
  made.write(type, 4, 'latin1');
  made.set(content, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4);
  return made;
}

/** One byte a pixel; null when one of them has a colour. Each row begins with its filter, here no filter. */
function greyRows(pixels: Uint32Array, width: number, height: number): Buffer | null {
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0, from = 0, to = 0; row < height; row += 1) {
    let differing = 0;
    to += 1;
    for (const end = from + width; from < end; from += 1, to += 1) {
      const pixel = pixels[from] ?? 0;
      differing |= pixel ^ (pixel >>> 8);
      rows[to] = pixel;
    }
    if ((differing & 0xffff) !== 0) return null;
  }
  return rows;
}

/** Three bytes a pixel, and the filter of each row. */
function colourRows(pixels: Uint32Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let row = 0, from = 0, to = 0; row < height; row += 1) {
    to += 1;
    for (const end = from + width; from < end; from += 1, to += 3) {
      const pixel = pixels[from] ?? 0;
      rows[to] = pixel;
      rows[to + 1] = pixel >>> 8;
      rows[to + 2] = pixel >>> 16;
    }
  }
  return rows;
}
