import type { PDF } from '@libpdf/core';
import { RenderFailed } from '../document-failure.js';
import type { Mark } from '../render-job.js';
import type { Canvas } from './canvas.js';
import { INK } from './canvas.js';
import { composed, firstUndrawable } from './drawable.js';
import { fitLine, fitParagraph } from './fit-text.js';
import type { Fonts } from './fonts.js';
import { embedSignature } from './signature-image.js';

const PADDING = 2;
const LARGEST_ANSWER = 10.5;
const LARGEST_SIGNATURE = 26;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Draws one answer, tick or signature into its box. */
export function drawMark(pdf: PDF, canvas: Canvas, mark: Mark, fonts: Fonts): void {
  const { rect } = mark;
  const place = {
    x: rect.x * canvas.width,
    y: rect.y * canvas.height,
    w: rect.w * canvas.width,
    h: rect.h * canvas.height,
  };
  switch (mark.kind) {
    case 'text':
      return drawAnswer(canvas, mark.text, place, mark.multiline ?? false, fonts);
    case 'tick':
      return drawTick(canvas, place);
    case 'typed_signature':
      return drawTypedSignature(canvas, mark.text, place, fonts);
    case 'drawn_signature':
      return drawImage(pdf, canvas, mark.image, place);
  }
}

function drawAnswer(canvas: Canvas, answer: string, place: Place, multiline: boolean, fonts: Fonts): void {
  const text = checked(answer, fonts);
  if (text.trim() === '') return;
  const width = Math.max(place.w - 2 * PADDING, 1);
  const largest = Math.min(LARGEST_ANSWER, Math.max(place.h * 0.72, 5));
  const fitted = multiline
    ? fitParagraph(text, width, place.h - PADDING, LARGEST_ANSWER, fonts.body)
    : fitLine(text, width, place.h, largest, fonts.body);
  const block = fitted.leading * (fitted.lines.length - 1) + fitted.size;
  const top = multiline ? place.y + PADDING : place.y + Math.max((place.h - block) / 2, 0);
  // The base line lies about four fifths of the size below the top of a line of Noto Sans.
  for (const [index, line] of fitted.lines.entries()) {
    const y = top + fitted.size * 0.86 + index * fitted.leading;
    canvas.text(line, place.x + PADDING, y, { font: fonts.body, size: fitted.size, stretch: fitted.stretch });
  }
}

function drawTick(canvas: Canvas, { x, y, w, h }: Place): void {
  const side = Math.min(w, h);
  const [left, top] = [x + (w - side) / 2, y + (h - side) / 2];
  const points = [
    [left + side * 0.18, top + side * 0.52],
    [left + side * 0.41, top + side * 0.76],
    [left + side * 0.84, top + side * 0.22],
  ] as const;
  canvas.stroke(points, Math.max(side * 0.13, 0.8), INK);
}

function drawTypedSignature(canvas: Canvas, name: string, place: Place, fonts: Fonts): void {
  const text = checked(name, fonts);
  const font = firstUndrawable(text, fonts.script) === null ? fonts.script : fonts.body;
  const width = Math.max(place.w - 2 * PADDING, 1);
  const largest = Math.max(Math.min(LARGEST_SIGNATURE, place.h * 0.8), 5);
  const fitted = fitLine(text, width, place.h, largest, font);
  for (const [index, line] of fitted.lines.entries()) {
    const y = place.y + place.h * 0.5 + fitted.size * 0.3 + index * fitted.leading;
    canvas.text(line, place.x + PADDING, y, { font, size: fitted.size, stretch: fitted.stretch });
  }
}

function drawImage(pdf: PDF, canvas: Canvas, bytes: Uint8Array, { x, y, w, h }: Place): void {
  const image = embedSignature(pdf, bytes);
  const scale = Math.min((w - 2 * PADDING) / image.width, (h - PADDING) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  canvas.image(image.ref, x + PADDING, y + (h - height) / 2, width, height);
}

/** The text ready to draw. Throws RenderFailed for a character that no font here has: a silent gap would be worse. */
function checked(text: string, fonts: Fonts): string {
  const character = firstUndrawable(text, fonts.body);
  if (character === null) return composed(text);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new RenderFailed('undrawable', `an answer holds U+${code}, which cannot be drawn`);
}
