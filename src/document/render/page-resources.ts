import type { PDF, PDFPage, PdfRef } from '@libpdf/core';
import { PdfArray, PdfDict, PdfStream } from '@libpdf/core';

/**
 * Gives a page a resource dictionary of its own. Pages may inherit theirs or share one, and then what is added for one
 * page would hide or change what the others need.
 */
export function ownResources(pdf: PDF, page: PDFPage): PdfDict {
  const resolve = resolver(pdf);
  const own = inheritedDict(pdf, page.dict, 'Resources')?.clone() ?? new PdfDict();
  for (const kind of ['Font', 'XObject', 'ExtGState']) {
    const entries = own.getDict(kind, resolve);
    if (entries !== undefined) own.set(kind, entries.clone());
  }
  page.dict.set('Resources', own);
  return own;
}

/** Adds an object to a kind of resources and answers the name for operators, without the slash. */
export function addResource(pdf: PDF, resources: PdfDict, kind: string, ref: PdfRef): string {
  const entries = resources.getDict(kind, resolver(pdf)) ?? new PdfDict();
  resources.set(kind, entries);
  let number = 0;
  while (entries.has(`Es${number}`)) number++;
  entries.set(`Es${number}`, ref);
  return `Es${number}`;
}

/** Follows a reference to what it stands for. */
export function resolver(pdf: PDF): (ref: PdfRef) => ReturnType<PDF['getObject']> {
  return (ref) => pdf.getObject(ref);
}

/** The streams that a page's content is made of, in order. */
export function contentStreams(pdf: PDF, page: PDFPage): readonly PdfStream[] {
  const found = page.dict.get('Contents', resolver(pdf));
  const entries = found instanceof PdfArray ? Array.from(found) : found === undefined ? [] : [found];
  return entries.flatMap((entry) => {
    const stream = 'objectNumber' in entry ? pdf.getObject(entry) : entry;
    return stream instanceof PdfStream ? [stream] : [];
  });
}

/** Adds to the content of a page, whatever state that leaves behind. */
export function appendContent(pdf: PDF, page: PDFPage, operators: string): void {
  const known = page.dict.get('Contents');
  const held = page.dict.get('Contents', resolver(pdf));
  const before = held instanceof PdfArray ? [...held] : known === undefined ? [] : [known];
  const stream = (text: string): PdfRef => pdf.register(new PdfStream([], Buffer.from(text, 'latin1')));
  page.dict.set('Contents', new PdfArray([stream('q\n'), ...before, stream(`\nQ\n${operators}`)]));
}

const DEEPEST = 64;

/** A dictionary of a page that the page tree above it may hold instead. */
export function inheritedDict(pdf: PDF, page: PdfDict, key: string): PdfDict | undefined {
  const resolve = resolver(pdf);
  let node: PdfDict | undefined = page;
  for (let depth = 0; node !== undefined && depth < DEEPEST; depth++) {
    const found: PdfDict | undefined = node.getDict(key, resolve);
    if (found !== undefined) return found;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
}
