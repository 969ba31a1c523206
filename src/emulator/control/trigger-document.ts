import { pdfOf } from '../domain/blank-document.js';

/** The document of `trigger` envelopes: one page that two people sign in order. */

export const triggerRoles = ['First signer', 'Second signer'] as const;

const lines = [
  'A sample agreement for testing.',
  ...triggerRoles.flatMap((role) => [
    `{{Name of the ${role.toLowerCase()};role=${role};type=text;required=true}}`,
    `{{Signature of the ${role.toLowerCase()};role=${role};type=signature;required=true}}`,
    `{{Date signed by the ${role.toLowerCase()};role=${role};type=date_signed;required=true}}`,
  ]),
];

export const triggerDocument = (): Buffer => linesDocument(lines);

/** One PDF page of lines, with text tags as fields (A18, Text tags). */
export function linesDocument(lines: readonly string[]): Buffer {
  const drawing = lines.map((line, index) => `BT /F1 10 Tf 60 ${760 - index * 40} Td (${line}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  return pdfOf(objects);
}
