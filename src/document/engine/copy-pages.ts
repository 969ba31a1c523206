import { RenderFailed } from '../document-failure.js';
import { type OpenPdf, openPdf, savePlain } from './open-pdf.js';
import type { Pdfium } from './pdfium.js';
import { undated, withStableNames } from './stable-bytes.js';

/**
 * One page (1-based) of a PDF as a document of its own; equal input gives equal bytes. Throws RenderFailed with code
 * `unknown_page`.
 */
export function extractPage(pdfium: Pdfium, bytes: Uint8Array, page: number): Uint8Array {
  return copied(pdfium, [bytes], (target, source) => {
    if (!Number.isInteger(page) || page < 1 || page > source.pageCount) {
      throw new RenderFailed('unknown_page', `page ${page} does not exist: the document has ${source.pageCount}`);
    }
    const isImported = pdfium.withBlock(4, (index) => {
      pdfium.setInt(index, page - 1);
      return pdfium.api.FPDF_ImportPagesByIndex(target, source.handle, index, 1, 0);
    });
    if (!isImported) throw new RenderFailed('failed', `page ${page} cannot be taken out of the document`);
  });
}

/**
 * One document of the pages of several, in their order; equal input gives equal bytes. What belongs to a whole document,
 * such as its form and its outline, is left behind. Throws RenderFailed for one that cannot be taken over.
 */
export function joinPages(pdfium: Pdfium, documents: readonly Uint8Array[]): Uint8Array {
  const { api } = pdfium;
  return copied(pdfium, documents, (target, { handle, pageCount }, index) => {
    const isJoined = api.FPDF_ImportPages(target, handle, `1-${pageCount}`, api.FPDF_GetPageCount(target));
    if (!isJoined) throw new RenderFailed('failed', `document ${index + 1} cannot be joined to those before it`);
  });
}

/** A new document, into which `copy` takes pages of each source. */
function copied(
  pdfium: Pdfium,
  documents: readonly Uint8Array[],
  copy: (target: number, source: OpenPdf, index: number) => void,
): Uint8Array {
  const target = pdfium.api.FPDF_CreateNewDocument();
  try {
    for (const [index, bytes] of documents.entries()) {
      const source = openPdf(pdfium, bytes);
      try {
        copy(target, source, index);
      } finally {
        source.close();
      }
    }
    return withStableNames(undated(savePlain(pdfium, target)));
  } finally {
    pdfium.api.FPDF_CloseDocument(target);
  }
}
