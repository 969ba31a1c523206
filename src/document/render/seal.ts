import type { Pdfium } from '../engine/pdfium.js';
import type { Part, SealJob } from '../render-job.js';
import type { Colour } from './canvas.js';
import { drawableForm } from './drawable.js';
import type { FontFiles } from './fonts.js';
import type { Rendering } from './render-document.js';
import { drawPages, finishRendering, startRendering } from './render-document.js';
import { ReportPage, type ReportPerson } from './report-page.js';
import { reportTime, ZONE } from './report-time.js';

const ACCENT: Colour = [0.04, 0.36, 0.31];

/** Hex SHA-256 of the certificate that the document is signed with, and of the one that vouches for it. */
export interface SealFingerprints {
  readonly seal: string;
  readonly authority: string;
}

/** The finished document: form flattened, answers and signatures in place, and its certificate of completion. */
export async function renderSealed(
  pdfium: Pdfium,
  files: FontFiles,
  job: SealJob,
  fingerprints: SealFingerprints,
): Promise<Uint8Array> {
  const rendering = await startRendering(pdfium, files, job);
  drawPages(rendering);
  appendCertificate(rendering, job.certificate, fingerprints);
  return finishRendering(rendering, drawableForm(job.title, rendering.fonts.body), job.certificate.sealed_at);
}

/** Points: the rows about the seal stay on one page. */
const SEAL = 60;

function appendCertificate(
  rendering: Rendering,
  certificate: SealJob['certificate'],
  { seal, authority }: SealFingerprints,
): void {
  const report = new ReportPage(rendering, {
    foot: [`Envelope ${certificate.envelope_id} · made by the esign emulator, for testing`, 'Certificate page'],
    accent: ACCENT,
  });
  report.title('Certificate of completion', `Everybody who had to act has acted. ${ZONE}`);
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
  report.heading('Who acted');
  for (const recipient of certificate.recipients) report.person(signerOf(recipient));
  report.heading('History');
  for (const { at, text, from } of certificate.events) {
    report.row(reportTime(at), from === null ? text : `${text}\nfrom ${from}`, 152);
  }
  report.heading('Seal', SEAL);
  report.row('Certificate (SHA-256)', seal);
  report.row('Vouched for by (SHA-256)', authority);
  report.row('Verify without a network', 'esign emulator ca -o ca.pem, then esign pdf verify FILE --ca-file ca.pem');
  rendering.annex.print(report);
  report.finish();
}

const actWords: Readonly<Record<Part, string>> = {
  signs: 'Signed',
  fills_in: 'Filled in their part',
  agrees: 'Agreed to the document',
};

type Signer = SealJob['certificate']['recipients'][number];

function signerOf(signer: Signer): ReportPerson {
  const { name, email, role, position, part, opened_at: opened, signed_at: at, how, signature } = signer;
  const missed = part === 'signs' ? 'Did not sign' : 'Did not act';
  const acted = at === null ? missed : `${actWords[part]} ${reportTime(at)}`;
  const seen = opened === null ? [] : [`Opened the document ${reportTime(opened)}`];
  return {
    name,
    details: [
      [role, ...position].join(' · '),
      email,
      ...seen,
      how === null ? acted : `${acted}, ${how}`,
      ...(signer.identified === null ? [] : [signer.identified]),
      ...(signer.from === null ? [] : [`From ${signer.from}`]),
    ],
    signature,
  };
}
