import { UnreadableDocument } from '../document-failure.js';
import type { Pdfium } from './pdfium.js';

/** An open document: a handle for PDFium, valid until `close`. */
export interface OpenPdf {
  readonly handle: number;
  readonly pageCount: number;
  close(): void;
}

const ERROR_PASSWORD = 4;
const ERROR_SECURITY_HANDLER = 5;

/** Opens a PDF from memory. Throws UnreadableDocument for a password, an unknown protection or damage. */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): OpenPdf {
  const { api } = pdfium;
  const buffer = pdfium.put(bytes);
  const handle = api.FPDF_LoadMemDocument(buffer, bytes.length, '');
  if (handle === 0) {
    const failure = openingFailure(api.FPDF_GetLastError());
    pdfium.free(buffer);
    throw failure;
  }
  return {
    handle,
    pageCount: api.FPDF_GetPageCount(handle),
    close() {
      api.FPDF_CloseDocument(handle);
      pdfium.free(buffer);
    },
  };
}

function openingFailure(error: number): UnreadableDocument {
  switch (error) {
    case ERROR_PASSWORD:
      return new UnreadableDocument('password', 'a password-protected PDF');
    case ERROR_SECURITY_HANDLER:
      return new UnreadableDocument('password', 'a PDF under a protection that cannot be opened');
    default:
      return new UnreadableDocument('damaged', 'a PDF that is damaged beyond reading');
  }
}

/** Runs `use` with the page (0-based) loaded, and unloads it afterwards. */
export function withPage<T>(pdfium: Pdfium, pdf: OpenPdf, index: number, use: (page: number) => T): T {
  const page = pdfium.api.FPDF_LoadPage(pdf.handle, index);
  if (page === 0) throw new UnreadableDocument('damaged', `a PDF whose page ${index + 1} cannot be read`);
  try {
    return use(page);
  } finally {
    pdfium.api.FPDF_ClosePage(page);
  }
}

/** The document rewritten in full, without encryption: later steps never meet the upload's oddities. */
export function savePlain(pdfium: Pdfium, handle: number): Uint8Array {
  const { api } = pdfium;
  if (api.EPDF_IsEncrypted(handle)) api.EPDF_RemoveEncryption(handle);
  const writer = api.PDFiumExt_OpenFileWriter();
  try {
    if (api.PDFiumExt_SaveAsCopy(handle, writer) === 0) {
      throw new UnreadableDocument('damaged', 'a PDF that cannot be written again');
    }
    const size = api.PDFiumExt_GetFileWriterSize(writer);
    return pdfium.withBlock(size, (pointer) => {
      api.PDFiumExt_GetFileWriterData(writer, pointer, size);
      return pdfium.take(pointer, size);
    });
  } finally {
    api.PDFiumExt_CloseFileWriter(writer);
  }
}
