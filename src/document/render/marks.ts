import type { PDF, PDFImage } from '@libpdf/core';
import type { Mark } from '../render-job.js';
import { inkOn } from './beneath.js';
import { type Canvas, type Colour, INK } from './canvas.js';
import { beneathAt, type Ground, type Piece, pieceAt, type Place, placeOn } from './piece.js';
import { answerPieces, typedSignaturePieces } from './text-marks.js';
import { RenderFailed } from '../document-failure.js';

const PADDING = 2;

/** What one answer, tick or signature puts on which pages. Throws RenderFailed for what cannot be drawn. */
export function piecesOf(ground: Ground, mark: Mark): readonly Piece[] {
  switch (mark.kind) {
    case 'text':
      return answerPieces(ground, mark);
    case 'tick': {
      const place = placeOn(ground, mark);
      return pieceAt(ground, mark, (canvas) => drawTick(canvas, place, inkOn(beneathAt(ground, mark).ground)));
    }
    case 'typed_signature':
      return typedSignaturePieces(ground, mark);
    case 'drawn_signature': {
      const place = placeOn(ground, mark);
      const image = embedSignature(ground.pdf, mark.image);
      return pieceAt(ground, mark, (canvas) => drawInside(canvas, image, place, inkOn(beneathAt(ground, mark).ground)));
    }
  }
}

function drawTick(canvas: Canvas, { x, y, w, h }: Place, ink: Colour): void {
  const side = Math.min(w, h);
  const [left, top] = [x + (w - side) / 2, y + (h - side) / 2];
  const points = [
    [left + side * 0.2, top + side * 0.53],
    [left + side * 0.42, top + side * 0.74],
    [left + side * 0.81, top + side * 0.25],
  ] as const;
  canvas.stroke(points, Math.min(Math.max(side * 0.13, 0.8), side * 0.3), ink);
}

/**
 * A picture as large as its place allows, at the left as handwriting begins there. It keeps the ink that it was drawn
 * in, and gets white paper where that would not show.
 */
function drawInside(
  canvas: Canvas,
  image: ReturnType<typeof embedSignature>,
  { x, y, w, h }: Place,
  ink: Colour,
): void {
  const [insideW, insideH] = [Math.max(w - 2 * PADDING, 1), Math.max(h - PADDING, 1)];
  const scale = Math.min(insideW / image.width, insideH / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  if (ink !== INK) canvas.rectangle(x, y, w, h, ink);
  canvas.image(image.ref, x + (w - insideW) / 2, y + (h - height) / 2, width, height);
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_SIDE = 4_000;
const MOST_PIXELS = 4_000_000;

/** Puts a drawn signature into the PDF. Throws RenderFailed unless it is a PNG of a reasonable size. */
function embedSignature(pdf: PDF, bytes: Uint8Array): PDFImage {
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
    // The header was right, so the data behind it is not.
    throw new RenderFailed('undrawable', 'a drawn signature is a damaged PNG picture');
  }
}
