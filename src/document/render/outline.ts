import type { Pdfium } from '../engine/pdfium.js';
import { withStableNames } from '../engine/stable-bytes.js';
import type { Rect } from '../read-document.js';
import type { OutlinedBox, OutlineJob } from '../render-job.js';
import { type Canvas, WHITE } from './canvas.js';
import type { Fonts, FontFiles } from './fonts.js';
import { drawPages, startRendering } from './render-document.js';

const TEXT_SIZE = 6.5;
const PLATE_HEIGHT = 8;
const PADDING = 2;

/** A page with its boxes in colour, each with a plate that bears its text; nothing is filled in. */
export async function outlineBoxes(pdfium: Pdfium, files: FontFiles, job: OutlineJob): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, { pdf: job.pdf, marks: [] });
  drawPages(rendering, (canvas) => {
    for (const box of job.boxes) outline(canvas, box);
    // Last, so that no box lies over the plate of another.
    for (const box of job.boxes) if (box.text !== '') plate(canvas, rendering.fonts, box);
  });
  return withStableNames(await rendering.pdf.save({ subsetFonts: true }));
}

function placeOf(canvas: Canvas, { x, y, w, h }: Rect): Rect {
  return { x: x * canvas.width, y: y * canvas.height, w: w * canvas.width, h: h * canvas.height };
}

function outline(canvas: Canvas, { rect, colour }: OutlinedBox): void {
  const { x, y, w, h } = placeOf(canvas, rect);
  canvas.rectangle(x, y, w, h, colour, 0.14);
  const corners = [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
    [x, y],
  ] as const;
  canvas.stroke(corners, 0.9, colour);
}

/** Within a box with room for it; before a small one, whose ticks and letters would vanish under it. */
function plate(canvas: Canvas, fonts: Fonts, { rect, text, colour }: OutlinedBox): void {
  const { x, y, w, h } = placeOf(canvas, rect);
  const width = fonts.bold.widthOfTextAtSize(text, TEXT_SIZE) + 2 * PADDING;
  const fits = w >= width + 12 && h >= PLATE_HEIGHT;
  const left = fits ? x : Math.max(0, x - width);
  const top = fits ? y : Math.max(0, y + h / 2 - PLATE_HEIGHT / 2);
  canvas.rectangle(left, top, width, PLATE_HEIGHT, colour);
  canvas.text(text, left + PADDING, top + PLATE_HEIGHT - 1.8, { font: fonts.bold, size: TEXT_SIZE, colour: WHITE });
}
