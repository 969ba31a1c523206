import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { openPdf, withPage } from '../../../src/document/engine/open-pdf.js';
import { eachPage } from '../../../src/document/engine/page-geometry.js';
import type { Area } from '../../../src/document/engine/page-glyphs.js';
import { type Part, type Shade, shadesBeneath, shadeOfLook } from '../../../src/document/engine/page-shades.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { annotationsOf, partsOf } from '../../../src/document/render/annotations.js';
import { bar, flatPdf, frame, shade, text } from '../../support/documents/flat-form.js';
import { lease } from '../../support/documents/small-documents.js';

const pdfium = await loadPdfium();

/** In the place from 100 to 300 points from the left and 100 to 120 from the top. */
function shadeIn(pdf: Uint8Array, place = { left: 100, top: 100, right: 300, bottom: 120 }): Shade {
  return shadesIn(pdf, [place])[0]!;
}

function shadesIn(pdf: Uint8Array, places: readonly Area[], over: readonly Part[] = []): readonly Shade[] {
  const open = openPdf(pdfium, pdf);
  try {
    const [geometry] = eachPage(pdfium, open, (_, displayed) => displayed);
    return withPage(pdfium, open, 0, (page) => shadesBeneath(pdfium, page, geometry!, places, over));
  } finally {
    open.close();
  }
}

describe('what a page shows beneath an answer', () => {
  it.each<[string, string, Shade]>([
    ['letters', text('DD / MM / YYYY', 110, 730), 'white'],
    ['a frame', frame(100, 722, 200, 20), 'white'],
    ['a line that a word processor fills', bar(100, 730, 200), 'white'],
    ['a dark bar elsewhere', shade(100, 600, 200, 20, 0), 'white'],
    ['a light shade', shade(90, 715, 250, 40, 0.9), 'light'],
    ['a dark bar', shade(90, 715, 250, 40, 0.1), 'any'],
    ['a dark bar with white over it', `${shade(90, 715, 250, 40, 0)} ${shade(90, 715, 250, 40, 1)}`, 'any'],
  ])('%s', (_name, drawing, expected) => expect(shadeIn(flatPdf([[drawing]]))).toBe(expected));

  it('is not told of a part that is drawn elsewhere', () => {
    expect(shadeIn(flatPdf([[shade(90, 715, 250, 40, 1)]], { inForm: true }))).toBe('any');
  });

  it('is told of each place by itself', () => {
    const bands = `${shade(90, 715, 250, 40, 0.1)} ${shade(90, 600, 250, 40, 0.9)}`;
    const place = (top: number) => ({ left: 100, top, right: 300, bottom: top + 20 });
    expect(shadesIn(flatPdf([[bands]]), [place(100), place(215), place(400)])).toEqual(['any', 'light', 'white']);
  });

  it('is the look of a field as well', async () => {
    const form = await PDF.load(lease());
    const [sheet] = form.getPages();
    const open = openPdf(pdfium, lease());
    const [geometry] = eachPage(pdfium, open, (_, displayed) => displayed);
    open.close();
    // The first field of the lease is light blue, its heading a dark bar.
    const places = [
      { left: 60, top: 188, right: 300, bottom: 204 },
      { left: 60, top: 2, right: 300, bottom: 12 },
    ];
    expect(shadesIn(lease(), places)).toEqual(['white', 'any']);
    expect(shadesIn(lease(), places, partsOf(annotationsOf(form, sheet!), geometry!, new Map()))).toEqual([
      'light',
      'any',
    ]);
  });
});

describe('the look of a field', () => {
  it.each<[string, Shade]>([
    ['', 'white'],
    ['/Tx BMC EMC', 'white'],
    ['0 0 1 RG 0.5 0.5 199 19 re S', 'white'],
    ['1 g 0 0 200 20 re f', 'white'],
    ['0.93 0.955 0.985 rg 0 0 200 20 re f 0.8 w 0.08 0.2 0.38 RG 0 0.4 m 200 0.4 l S', 'light'],
    ['0.9 g 0 0 200 20 re f /Tx BMC BT /F1 9 Tf 0 g 2 5 Td (old) Tj ET EMC', 'light'],
    ['0.2 0.2 0.3 rg 0 0 200 20 re f', 'any'],
    ['0 0 200 20 re f', 'any'],
    ['0 0 200 20 re f 1 g 0 0 1 1 re f', 'any'],
    ['1 1 1 rg 0 0 9 9 re f 0.1 g 0 0 200 20 re f', 'any'],
    ['0 0 0 1 k 0 0 200 20 re f', 'any'],
    ['q /Image Do Q', 'any'],
    ['/Pattern cs /P1 scn 0 0 200 20 re f', 'any'],
  ])('%s', (look, expected) => expect(shadeOfLook(look)).toBe(expected));
});
