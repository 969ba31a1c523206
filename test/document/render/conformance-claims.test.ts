import { PDF, PdfName, PdfStream } from '@libpdf/core';
import { expect, it } from 'vitest';
import { removeConformanceClaims } from '../../../src/document/render/conformance-claims.js';
import { linesPdf } from '../../support/form-pdf.js';
import { processorTime } from '../../support/processor-time.js';

const xmp = (inner: string, attributes = ''): string =>
  `<x:xmpmeta><rdf:RDF><rdf:Description rdf:about=""${attributes} xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` +
  `${inner}<dc:title>Lease</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** The metadata after the claims were taken out; null where none is left. */
async function without(metadata: string, filter?: string): Promise<string | null> {
  const pdf = await PDF.load(linesPdf([['A form']]));
  const stream = new PdfStream([['Type', PdfName.of('Metadata')]], Buffer.from(metadata));
  if (filter !== undefined) stream.set('Filter', PdfName.of(filter));
  pdf.getCatalog().set('Metadata', pdf.register(stream));
  removeConformanceClaims(pdf);
  const saved = await PDF.load(await pdf.save());
  const left = saved.getCatalog().get('Metadata', (ref) => saved.getObject(ref));
  return left instanceof PdfStream ? Buffer.from(left.data).toString() : null;
}

it.each([
  [
    'elements',
    xmp('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>'),
  ],
  ['attributes', xmp('', ` pdfaid:part="2" pdfaid:conformance='B' pdfuaid:part = "1"`)],
  ['elements with attributes', xmp('<pdfuaid:part rdf:datatype="x">2</pdfuaid:part><pdfaid:rev/>')],
])('takes the claims of PDF/A and PDF/UA out: %s', async (_name, metadata) => {
  expect(await without(metadata)).toBe(xmp(''));
});

it('leaves other metadata alone, and takes packed metadata out as a whole', async () => {
  expect(await without(xmp('<dc:creator>Ann</dc:creator>'))).toBe(xmp('<dc:creator>Ann</dc:creator>'));
  expect(await without(xmp('<pdfaid:part>3</pdfaid:part>'), 'FlateDecode')).toBeNull();
  const spent = processorTime();
  await without(`<pdfaid:part ${'<pdfaid:part '.repeat(60_000)}${' pdfaid:a ='.repeat(20_000)}`);
  expect(spent()).toBeLessThan(5_000);
});

it('does nothing to a document without metadata', async () => {
  const pdf = await PDF.load(linesPdf([['A form']]));
  removeConformanceClaims(pdf);
  expect(pdf.getCatalog().has('Metadata')).toBe(false);
});
