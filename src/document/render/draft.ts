import type { Pdfium } from '../engine/pdfium.js';
import type { DraftJob } from '../render-job.js';
import { type Canvas, type Colour, WHITE } from './canvas.js';
import { drawableForm } from './drawable.js';
import type { FontFiles, Fonts } from './fonts.js';
import { drawPages, finishRendering, startRendering } from './render-document.js';
import { ReportPage } from './report-page.js';
import { reportTime, ZONE } from './report-time.js';

const STAMP: Colour = [0.72, 0.11, 0.14];
const TURN: Colour = [0.69, 0.4, 0.02];
const WAITING: Colour = [0.42, 0.45, 0.5];
const STAMP_WORD = 'DRAFT';
const ANGLE = 45;

/**
 * The document as it stands: every answer so far, DRAFT across every page, and a last page that lists who is
 * outstanding (GET …/documents/{position}/draft).
 */
export async function renderDraft(pdfium: Pdfium, files: FontFiles, job: DraftJob): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, job);
  const stampPage = (canvas: Canvas): void => stamp(canvas, rendering.fonts);
  drawPages(rendering, stampPage);
  const title = drawableForm(job.title, rendering.fonts.body);
  const report = new ReportPage(rendering, {
    foot: [`${title} · draft of ${reportTime(job.as_of)}`, 'Outstanding, page'],
    accent: STAMP,
    stamp: stampPage,
  });
  report.title('Outstanding', `${title}, as of ${reportTime(job.as_of)}`);
  report.paragraph(`This is a snapshot and not evidence of an agreement. ${ZONE}`, 'quiet');
  if (job.state !== null) report.paragraph(job.state, 'plain');
  listOutstanding(report, job.outstanding, job.state === null);
  if (job.acted.length > 0) report.heading('Who has acted');
  for (const { name, role, text, at } of job.acted) {
    report.person({ name, details: [role, at === null ? text : `${text} ${reportTime(at)}`] });
  }
  rendering.annex.print(report);
  report.finish();
  return finishRendering(rendering, `${title} (draft)`, job.as_of);
}

function listOutstanding(report: ReportPage, outstanding: DraftJob['outstanding'], isOpen: boolean): void {
  report.heading(isOpen ? 'Who still has to act' : 'Who did not act');
  if (outstanding.length === 0) report.paragraph('Nobody is outstanding.', 'plain');
  for (const [index, { name, role, text, turn }] of outstanding.entries()) {
    const badge = turn ? { text: 'Their turn now', colour: TURN } : { text: 'Waits', colour: WAITING };
    report.person({ lead: `${index + 1}`, name, details: [role, text], ...(isOpen && { badge }) });
  }
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
  const small = Math.min(9, height * 0.03, width * 0.1);
  const plate = fonts.bold.widthOfTextAtSize(STAMP_WORD, small) + 1.6 * small;
  const x = Math.max(width - plate - small, 0);
  canvas.rectangle(x, small, plate, small * 1.7, STAMP);
  canvas.text(STAMP_WORD, x + 0.8 * small, small * 2.2, { font: fonts.bold, size: small, colour: WHITE });
}
