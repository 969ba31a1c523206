import type { PDF, PDFPage } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import type { PageGeometry } from '../engine/page-geometry.js';
import { contentStreams, inheritedDict } from './page-resources.js';
import { isSoundContent } from './sound-content.js';

/**
 * Puts a page's content into a form of its own when something in it is out of order, so that what is drawn after it
 * stands where it should. Content in order stays as it is: its parts may be named by the document's structure.
 */
export function encloseUnsound(pdf: PDF, page: PDFPage, geometry: PageGeometry): void {
  const content = contentOf(pdf, page);
  if (content === null || isSoundContent(content.toString('latin1'))) return;
  const resources = inheritedDict(pdf, page.dict, 'Resources') ?? new PdfDict();
  const form = new PdfStream(
    Object.entries({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: new PdfArray(visibleBox(geometry).map((value) => PdfNumber.of(value))),
      Resources: resources,
    }),
    content,
  );
  const name = 'EsPage';
  page.dict.set('Resources', PdfDict.of({ XObject: PdfDict.of({ [name]: pdf.register(form) }) }));
  page.dict.set('Contents', pdf.register(new PdfStream([], Buffer.from(`q /${name} Do Q`, 'latin1'))));
}

/** All of a page's content in one; null when there is none or it cannot be unpacked. */
function contentOf(pdf: PDF, page: PDFPage): Buffer | null {
  try {
    const parts = contentStreams(pdf, page).flatMap((stream) => [stream.getDecodedData(), Buffer.from('\n')]);
    return parts.length === 0 ? null : Buffer.concat(parts);
  } catch {
    return null;
  }
}

/** Around what is displayed, in user space. */
function visibleBox({ toUser: [a, b, c, d, e, f] }: PageGeometry): readonly number[] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
