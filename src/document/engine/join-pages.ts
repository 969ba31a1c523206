import { RenderFailed } from '../document-failure.js';
import { openPdf, savePlain } from './open-pdf.js';
import type { Pdfium } from './pdfium.js';
import { undated, withStableNames } from './stable-bytes.js';

/**
 * One document of the pages of several, in their order; equal input gives equal bytes. What belongs to a whole document,
 * such as its form and its outline, is left behind. Throws RenderFailed for one that cannot be taken over.
 */
export function joinPages(pdfium: Pdfium, documents: readonly Uint8Array[]): Uint8Array {
  const { api } = pdfium;
  const target = api.FPDF_CreateNewDocument();
  try {
    for (const [index, bytes] of documents.entries()) {
      const source = openPdf(pdfium, bytes);
      try {
        const isJoined = api.FPDF_ImportPages(
          target,
          source.handle,
          `1-${source.pageCount}`,
          api.FPDF_GetPageCount(target),
        );
        if (!isJoined) throw new RenderFailed('failed', `document ${index + 1} cannot be joined to those before it`);
      } finally {
        source.close();
      }
    }
    return withStableNames(undated(savePlain(pdfium, target)));
  } finally {
    api.FPDF_CloseDocument(target);
  }
}
