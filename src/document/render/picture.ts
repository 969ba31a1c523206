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
const BYTES_OF_PIXEL = 4;
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
      throw new RenderFailed('unknown_page', `there is no page ${page}, the document has ${pdf.pageCount}`);
    }
    return withForm(pdfium, pdf, (form) =>
      withPage(pdfium, pdf, page - 1, (handle) => {
        const { api } = pdfium;
        const proportions = api.FPDF_GetPageHeightF(handle) / api.FPDF_GetPageWidthF(handle);
        const { width, height } = bounded(size.width, proportions);
        return encoded(pixelsOf(pdfium, { handle, form }, width, height), width, height);
      }),
    );
  } finally {
    pdf.close();
  }
}

function bounded(wanted: number, proportions: number): { readonly width: number; readonly height: number } {
  const ratio = Number.isFinite(proportions) && proportions > 0 ? proportions : 1;
  const widest = Math.min(WIDEST, Math.sqrt(MOST_PIXELS / ratio));
  const width = Math.max(1, Math.floor(Math.min(Number.isFinite(wanted) ? wanted : 1, widest)));
  return { width, height: Math.max(1, Math.min(Math.round(width * ratio), Math.floor(MOST_PIXELS / width))) };
}

function pixelsOf(
  { api, take }: Pdfium,
  { handle, form }: { readonly handle: number; readonly form: number },
  width: number,
  height: number,
): Uint8Array {
  const bitmap = api.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new RenderFailed('failed', `a picture of ${width} by ${height} pixels cannot be made`);
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = DRAW_ANNOTATIONS | RED_FIRST;
    api.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, flags);
    // Form fields are no annotations to PDFium: it leaves them to a second pass.
    if (form !== 0) api.FPDF_FFLDraw(form, bitmap, handle, 0, 0, width, height, 0, flags);
    return take(api.FPDFBitmap_GetBuffer(bitmap), width * height * BYTES_OF_PIXEL);
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

/** Most forms are black on white: without colours the picture is a third of the size. */
function encoded(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const isGreyscale = isGrey(pixels);
  const samples = isGreyscale ? 1 : 3;
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc((width * samples + 1) * height);
  let to = 0;
  for (let from = 0; from < pixels.length;) {
    to += 1;
    for (const end = from + width * BYTES_OF_PIXEL; from < end; from += BYTES_OF_PIXEL) {
      rows[to++] = pixels[from] ?? 0;
      if (isGreyscale) continue;
      rows[to++] = pixels[from + 1] ?? 0;
      rows[to++] = pixels[from + 2] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(isGreyscale ? GREY : COLOUR, 9);
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

function isGrey(pixels: Uint8Array): boolean {
  for (let at = 0; at < pixels.length; at += BYTES_OF_PIXEL) {
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false;
  }
  return true;
}
