import { PDF, PdfArray, PdfNumber } from '@libpdf/core';
import { lease } from './small-documents.js';

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** What is done to every page of the lease; boxes in points. */
export interface Turned {
  readonly rotate?: number;
  readonly mediaBox?: Box;
  readonly cropBox?: Box;
  readonly userUnit?: number;
}

/** The ways in which the lease is turned and cut: its pages are A4, and the margins that are cut off hold nothing. */
export const turns: Readonly<Record<string, Turned>> = {
  'as it is': {},
  'turned by 90 degrees': { rotate: 90 },
  'turned by 180 degrees': { rotate: 180 },
  'turned by 270 degrees': { rotate: 270 },
  'cut to an offset crop box': { cropBox: [20, 28, 580, 830] },
  'cut, turned and with a negative origin': {
    mediaBox: [-55, -37, 640, 870],
    cropBox: [-20, -15, 590, 838],
    rotate: 270,
  },
};

/** The demo's lease with every page changed alike; `flat` burns its empty form fields into the pages. */
export async function turnedLease(
  { rotate, mediaBox, cropBox, userUnit }: Turned,
  kind: 'form' | 'flat' = 'form',
): Promise<Uint8Array> {
  const pdf = await PDF.load(lease());
  if (kind === 'flat') pdf.getForm()?.flatten();
  const box = (numbers: Box): PdfArray => new PdfArray(numbers.map((value) => PdfNumber.of(value)));
  for (const { dict } of pdf.getPages()) {
    if (rotate !== undefined) dict.set('Rotate', PdfNumber.of(rotate));
    if (mediaBox !== undefined) dict.set('MediaBox', box(mediaBox));
    if (cropBox !== undefined) dict.set('CropBox', box(cropBox));
    if (userUnit !== undefined) dict.set('UserUnit', PdfNumber.of(userUnit));
  }
  return pdf.save();
}
