import type { PDF, PdfDict, PdfObject } from '@libpdf/core';

const DEEPEST = 32;

/** What a form field or one above it says. */
export function inheritedValue(pdf: PDF, dict: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | undefined = dict;
  for (let depth = 0; node !== undefined && depth < DEEPEST; depth++) {
    const value: PdfObject | undefined = node.get(key, (ref) => pdf.getObject(ref));
    if (value !== undefined) return value;
    node = node.getDict('Parent', (ref) => pdf.getObject(ref));
  }
  return undefined;
}
