import type { PdfObject } from '@libpdf/core';
import { PDF, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core';
import { inheritedValue } from './inherited-value.js';

/** An upload as PDFium can read it, and what PDFium does not tell of it. */
export interface SecondReading {
  readonly pdf: Uint8Array;
  /** The full names of the signature fields that are signed. PDFium looks only at the widget, not at its parent. */
  readonly signedFields: ReadonlySet<string>;
}

/**
 * Reads what PDFium does not: a hybrid file, whose newer objects one cross-reference stream lists beside the table, is
 * written again with a single list, and signed fields are named. Other files are not read a second time.
 */
export async function readSecond(pdf: Uint8Array): Promise<SecondReading> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const isHybrid = bytes.includes('/XRefStm');
  const holdsSignature = bytes.includes('/ByteRange');
  const unread = { pdf, signedFields: new Set<string>() };
  if (!isHybrid && !holdsSignature) return unread;
  // PDFium says what is wrong with a file that cannot be read.
  const loaded = await PDF.load(pdf).catch(() => null);
  if (loaded === null) return unread;
  return {
    pdf: isHybrid ? await writtenAgain(loaded).catch(() => pdf) : pdf,
    signedFields: holdsSignature ? signedFieldsOf(loaded) : unread.signedFields,
  };
}

/** What a field may have from those above it. */
const INHERITED = ['FT', 'Ff', 'Opt', 'V', 'DA'];

/**
 * Writes into widgets and their fields what stands higher up: PDFium looks for the kind of a field no further than its
 * parent, and for its length only at the widget. Answers whether anything was missing.
 */
export function pushDown(pdf: PDF): boolean {
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref);
  let isChanged = false;
  const put = (dict: PdfDict, key: string): void => {
    const value = dict.has(key) ? undefined : inheritedValue(pdf, dict, key);
    if (value === undefined || value instanceof PdfStream) return;
    dict.set(key, value);
    isChanged = true;
  };
  for (const page of pdf.getPages()) {
    for (const entry of page.dict.getArray('Annots', resolve) ?? []) {
      const widget = entry instanceof PdfRef ? resolve(entry) : entry;
      if (!(widget instanceof PdfDict) || widget.getName('Subtype', resolve)?.value !== 'Widget') continue;
      const field = widget.has('T') ? widget : (widget.getDict('Parent', resolve) ?? widget);
      const isFar = !field.has('FT') && field.getDict('Parent', resolve)?.has('FT') === false;
      if (isFar) for (const key of INHERITED) put(field, key);
      const kind = inheritedValue(pdf, widget, 'FT');
      if (kind instanceof PdfName && kind.value === 'Tx') put(widget, 'MaxLen');
    }
  }
  return isChanged;
}

function signedFieldsOf(pdf: PDF): ReadonlySet<string> {
  const fields = pdf.getForm()?.getFields() ?? [];
  return new Set(fields.flatMap((field) => (field.type === 'signature' && isSigned(field) ? [field.name] : [])));
}

function isSigned(field: object): boolean {
  return 'isSigned' in field && typeof field.isSigned === 'function' && field.isSigned() === true;
}

/** All objects, in one list. */
function writtenAgain(pdf: PDF): Promise<Uint8Array> {
  // What was not changed would be saved as the bytes that were read.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'));
  return pdf.save();
}
