import type { Pdfium } from '../engine/pdfium.js';
import type { DraftJob } from '../render-job.js';
import type { Canvas, Colour } from './canvas.js';
import { GREY } from './canvas.js';
import { drawableForm } from './drawable.js';
import type { FontFiles, Fonts } from './fonts.js';
import { drawPages, finishRendering, startRendering } from './render-document.js';
import { ReportPage } from './report-page.js';

const STAMP: Colour = [0.75, 0.12, 0.14];
const STAMP_WORD = 'DRAFT';
const ANGLE = 45;

/**
 * The document as it stands: every answer so far, DRAFT across every page, and a last page that lists who is
 * outstanding (GET …/documents/{position}/draft).
 */
export async function renderDraft(pdfium: Pdfium, files: FontFiles, job: DraftJob): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, job.pdf);
  const stampPage = (canvas: Canvas): void => stamp(canvas, rendering.fonts);
  drawPages(rendering, job.marks, stampPage);
  const title = drawableForm(job.title, rendering.fonts.body);
  const page = new ReportPage(rendering, `${title} · draft of ${job.as_of}`, stampPage);
  page.title('Outstanding');
  page.paragraph(`${title}, as of ${job.as_of}.`, 9.5, GREY);
  page.paragraph('This is a snapshot of a document that is not complete. It is no evidence of agreement.', 9.5, GREY);
  page.heading('Who still has to act');
  if (job.outstanding.length === 0) page.paragraph('Nobody is outstanding.');
  for (const person of job.outstanding) {
    page.gap(6);
    page.paragraph(person.name, 10, undefined, true);
    page.row('Role', person.role);
    page.row('Status', person.turn ? `${person.status}, and it is their turn` : person.status);
  }
  page.finish();
  return finishRendering(rendering, `${title} (draft)`, job.as_of);
}

/** DRAFT from corner to corner, light enough to read through, and once more small and level at the top. */
function stamp(canvas: Canvas, fonts: Fonts): void {
  const { width, height } = canvas;
  const diagonal = Math.min(width, height) * 1.05;
  const size = (0.8 * diagonal) / fonts.bold.widthOfTextAtSize(STAMP_WORD, 1);
  const length = fonts.bold.widthOfTextAtSize(STAMP_WORD, size);
  const half = (length / 2) * Math.SQRT1_2;
  const sink = size * 0.35 * Math.SQRT1_2;
  canvas.text(STAMP_WORD, width / 2 - half + sink, height / 2 + half + sink, {
    font: fonts.bold,
    size,
    colour: STAMP,
    turned: ANGLE,
    opacity: 0.13,
  });
  const small = Math.min(9, height * 0.03);
  const x = width - fonts.bold.widthOfTextAtSize(STAMP_WORD, small) - 12;
  canvas.text(STAMP_WORD, Math.max(x, 0), small + 8, { font: fonts.bold, size: small, colour: STAMP });
}
