import type { PDF, PDFImage } from '@libpdf/core';
import { RenderFailed } from '../document-failure.js';

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_SIDE = 4_000;
const MOST_PIXELS = 4_000_000;

/** Puts a drawn signature into the PDF. Throws RenderFailed unless it is a PNG of a reasonable size. */
export function embedSignature(pdf: PDF, bytes: Uint8Array): PDFImage {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) || bytes.length < 33) {
    throw new RenderFailed('undrawable', 'a drawn signature is not a PNG image');
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [header.getUint32(16), header.getUint32(20)];
  const tooLarge = bytes.length > MOST_BYTES || Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS;
  if (tooLarge || width === 0 || height === 0) {
    throw new RenderFailed('undrawable', `a drawn signature of ${width} by ${height} pixels is out of bounds`);
  }
  try {
    return pdf.embedPng(bytes);
  } catch {
    throw new RenderFailed('undrawable', 'a drawn signature is a damaged PNG picture');
  }
}
