import type { OpenPdf } from './open-pdf.js';
import type { Pdfium } from './pdfium.js';

/** Whether a document has a signature. An empty signature field is not one; only one with contents is. */
export function isSigned({ api }: Pdfium, pdf: OpenPdf): boolean {
  const count = Math.max(api.FPDF_GetSignatureCount(pdf.handle), 0);
  for (let index = 0; index < count; index++) {
    const signature = api.FPDF_GetSignatureObject(pdf.handle, index);
    if (signature !== 0 && api.FPDFSignatureObj_GetContents(signature, 0, 0) > 0) return true;
  }
  return false;
}
