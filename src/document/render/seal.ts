import type { Pdfium } from '../engine/pdfium.js';
import type { SealJob } from '../render-job.js';
import type { Colour } from './canvas.js';
import { drawableForm } from './drawable.js';
import type { FontFiles } from './fonts.js';
import type { Rendering } from './render-document.js';
import { drawPages, finishRendering, startRendering } from './render-document.js';
import { ReportPage } from './report-page.js';
import { reportTime, ZONE } from './report-time.js';

const ACCENT: Colour = [0.04, 0.36, 0.31];

/** The finished document: form flattened, answers and signatures in place, and its certificate of completion. */
export async function renderSealed(pdfium: Pdfium, files: FontFiles, job: SealJob): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, job.pdf);
  drawPages(rendering, job.marks);
  appendCertificate(rendering, job.certificate);
  return finishRendering(rendering, drawableForm(job.title, rendering.fonts.body), job.certificate.sealed_at);
}

function appendCertificate(rendering: Rendering, certificate: SealJob['certificate']): void {
  const report = new ReportPage(rendering, {
    foot: [`Envelope ${certificate.envelope_id} · made by the esign emulator, for testing`, 'Certificate page'],
    accent: ACCENT,
  });
  report.title('Certificate of completion', 'Everybody who had to act on this document has acted.');
  if (certificate.sandbox) {
    report.paragraph('This is a sandbox envelope. It was made with a test key and binds nobody.', 'plain');
  }
  report.heading('Document');
  report.row('Title', certificate.title);
  report.row('Envelope', certificate.envelope_id);
  report.row('Document', `${certificate.document_position} of ${certificate.document_count}`);
  report.row('SHA-256 before signing', certificate.sha256);
  if (certificate.sent_at !== null) report.row('Sent', reportTime(certificate.sent_at));
  if (certificate.completed_at !== null) report.row('Completed', reportTime(certificate.completed_at));
  report.row('Sealed', reportTime(certificate.sealed_at));
  report.heading('Signed by');
  for (const recipient of certificate.recipients) report.person(signerOf(recipient));
  report.heading('History');
  for (const event of certificate.events) report.row(reportTime(event.at), event.text, 152);
  report.paragraph(ZONE, 'quiet');
  rendering.annex.print(report);
  report.finish();
}

type Signer = SealJob['certificate']['recipients'][number];

function signerOf({ name, email, role, position, signed_at: at, how, signature }: Signer) {
  const signed = at === null ? 'Did not sign' : `Signed ${reportTime(at)}`;
  return {
    name,
    details: [[role, ...position].join(' · '), email, how === null ? signed : `${signed}, ${how}`],
    signature,
  };
}
