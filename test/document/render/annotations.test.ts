import { deflateSync } from 'node:zlib';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { expect, it } from 'vitest';
import { annotationsOf, partsOf } from '../../../src/document/render/annotations.js';

/** The shade of a widget whose look paints nothing but white, packed as often as that. */
function shadeOfLookPacked(times: number): unknown {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  let bytes: Uint8Array = Buffer.from('1 1 1 rg 0 0 200 20 re f');
  for (let time = 0; time < times; time++) bytes = deflateSync(bytes);
  const filters = PdfArray.of(...Array.from({ length: times }, () => PdfName.of('FlateDecode')));
  const look = pdf.register(PdfStream.fromDict({ Filter: filters }, bytes));
  const widget = PdfDict.of({
    Subtype: PdfName.of('Widget'),
    Rect: PdfArray.of(...[60, 700, 260, 720].map((each) => PdfNumber.of(each))),
    AP: PdfDict.of({ N: look }),
  });
  page.dict.set('Annots', PdfArray.of(pdf.register(widget)));
  const geometry = { page: 1, width: 595, height: 842, rotation: 0, toUser: [595, 0, 0, -842, 0, 842] } as const;
  const [part] = partsOf(annotationsOf(pdf, page), geometry, new Map());
  return part?.shade();
}

it('unpacks a look once, and takes one that is packed twice for any shade', () => {
  expect(shadeOfLookPacked(1)).toBe('white');
  expect(shadeOfLookPacked(2)).toBe('any');
});
