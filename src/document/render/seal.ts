import type { Pdfium } from '../engine/pdfium.js';
import type { SealJob } from '../render-job.js';
import { GREY } from './canvas.js';
import { drawableForm } from './drawable.js';
import type { FontFiles } from './fonts.js';
import type { Rendering } from './render-document.js';
import { drawPages, finishRendering, startRendering } from './render-document.js';
import { ReportPage } from './report-page.js';

/** The finished document: form flattened, answers and signatures in place, and its certificate of completion. */
export async function renderSealed(pdfium: Pdfium, files: FontFiles, job: SealJob): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, job.pdf);
  drawPages(rendering, job.marks);
  appendCertificate(rendering, job.certificate);
  return finishRendering(rendering, drawableForm(job.title, rendering.fonts.body), job.certificate.sealed_at);
}

function appendCertificate(rendering: Rendering, certificate: SealJob['certificate']): void {
  const page = new ReportPage(rendering, `Certificate of completion · envelope ${certificate.envelope_id}`);
  page.title('Certificate of completion');
  page.paragraph('Everybody who had to act on this document has acted. Its history is set out below.', 9.5, GREY);
  page.heading('Document');
  page.row('Title', certificate.title);
  page.row('Envelope', certificate.envelope_id);
  page.row('Position', String(certificate.document_position));
  page.row('SHA-256 before signing', certificate.sha256);
  page.row('Sealed', certificate.sealed_at);
  page.heading('Recipients');
  for (const recipient of certificate.recipients) {
    page.gap(5);
    page.paragraph(recipient.name, 9.5, undefined, true);
    page.row('Role', recipient.role);
    page.row('Email', recipient.email);
    page.row('Signed', recipient.signed_at ?? 'not a signer');
  }
  page.heading('History');
  for (const event of certificate.events) page.row(event.at, event.text);
  page.finish();
}
