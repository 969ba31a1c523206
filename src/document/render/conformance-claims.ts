import { type PDF, PdfStream } from '@libpdf/core';
import { resolver } from './page-resources.js';

const MOST_METADATA = 1024 * 1024;

/** Claims of PDF/A, PDF/UA and PDF/X, as elements and as attributes. */
const CLAIMS = [
  /<(pdfa|pdfua|pdfx)id:(\w{1,40})(?:\s[^<>]*)?>[^<>]*<\/\1id:\2\s*>/gu,
  /<(?:pdfa|pdfua|pdfx)id:\w{1,40}(?:\s[^<>]*)?\/>/gu,
  /\s(?:pdfa|pdfua|pdfx)id:\w{1,40}\s?=\s?(?:"[^"<>]*"|'[^'<>]*')/gu,
];

/**
 * Takes the claims of conformance out of a document's metadata: answers that are drawn on it are not tagged, and nobody
 * has checked the result. Metadata that is packed or long goes as a whole.
 */
export function removeConformanceClaims(pdf: PDF): void {
  const catalog = pdf.getCatalog();
  const metadata = catalog.get('Metadata', resolver(pdf));
  if (metadata === undefined) return;
  if (!(metadata instanceof PdfStream) || metadata.has('Filter') || metadata.data.length > MOST_METADATA) {
    catalog.delete('Metadata');
    return;
  }
  const text = Buffer.from(metadata.data).toString('utf8');
  const kept = CLAIMS.reduce((words, claim) => words.replace(claim, ''), text);
  if (kept === text) return;
  const entries = Object.entries({ Type: metadata.get('Type'), Subtype: metadata.get('Subtype') });
  const named = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  catalog.set(
    'Metadata',
    pdf.register(
      new PdfStream(
        named.map(([name, value]) => [name, value]),
        Buffer.from(kept, 'utf8'),
      ),
    ),
  );
}
