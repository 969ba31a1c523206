import type { Mark } from '../render-job.js';
import { inkOn } from './beneath.js';
import type { Canvas, Colour } from './canvas.js';
import { INK } from './canvas.js';
import type { Ground, Piece, Place } from './piece.js';
import { beneathAt, pieceAt, placeOn } from './piece.js';
import { embedSignature } from './signature-image.js';
import { answerPieces, typedSignaturePieces } from './text-marks.js';

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
