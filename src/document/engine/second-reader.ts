import { PDF, PdfName, PdfNumber } from '@libpdf/core';
import { inheritedValue } from './inherited-value.js';
import { LONGEST_ANSWER } from './page-widgets.js';

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

/** How many characters the text fields of a form take that say so, by full name: PDFium does not ask their parents. */
export function maxLengthsIn(pdf: PDF): ReadonlyMap<string, number> {
  const fields = pdf.getForm()?.getFields() ?? [];
  return new Map(
    fields.flatMap((field) => {
      const said = field.type === 'text' ? inheritedValue(pdf, field.acroField(), 'MaxLen') : undefined;
      const length = said instanceof PdfNumber ? Math.floor(said.value) : 0;
      return length >= 1 && length <= LONGEST_ANSWER ? [[field.name, length]] : [];
    }),
  );
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
