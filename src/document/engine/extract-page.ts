import { RenderFailed } from '../document-failure.js';
import { openPdf, savePlain } from './open-pdf.js';
import type { Pdfium } from './pdfium.js';
import { undated, withStableNames } from './stable-bytes.js';

/**
 * One page (1-based) of a PDF as a document of its own; equal input gives equal bytes. Throws RenderFailed with code
 * `unknown_page`.
 */
export function extractPage(pdfium: Pdfium, bytes: Uint8Array, page: number): Uint8Array {
  const { api } = pdfium;
  const source = openPdf(pdfium, bytes);
  const target = api.FPDF_CreateNewDocument();
  try {
    if (!Number.isInteger(page) || page < 1 || page > source.pageCount) {
      throw new RenderFailed('unknown_page', `there is no page ${page}, the document has ${source.pageCount}`);
    }
    const imported = pdfium.withBlock(4, (index) => {
      pdfium.setInt(index, page - 1);
      return api.FPDF_ImportPagesByIndex(target, source.handle, index, 1, 0);
    });
    if (!imported) throw new RenderFailed('failed', `page ${page} cannot be taken out of the document`);
    return withStableNames(undated(savePlain(pdfium, target)));
  } finally {
    api.FPDF_CloseDocument(target);
    source.close();
  }
}
