import { beforeAll, expect, it } from 'vitest';
import { openPdf } from '../../../src/document/engine/open-pdf.js';
import { eachPage } from '../../../src/document/engine/page-geometry.js';
import { loadPdfium, type Pdfium } from '../../../src/document/engine/pdfium.js';
import { isPlainText } from '../../../src/document/render/page-frames.js';
import { type FlatPageOptions, flatPdf, text } from '../../support/documents/flat-form.js';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

const sideways = 'BT /F1 10 Tf 0 1 -1 0 300 300 Tm (sideways) Tj ET';

// The place is from 100 to 300 points from the left and 100 to 120 from the top, of 842.
it.each<[string, boolean, string, FlatPageOptions?]>([
  ['text elsewhere', true, text('Full name', 100, 750)],
  ['a word in the place', false, text('Full name', 110, 730)],
  [
    'a line of text that runs into the place',
    false,
    text('The full name of the tenant, as in their passport', 40, 730),
  ],
  ['blanks on the line of the place', false, text('   ', 110, 730)],
  ['text that lies on its side', false, sideways],
  ['a page on its side, and its text with it', false, text('Full name', 100, 750), { rotate: 90 }],
  ['a page on its side with upright text', true, sideways, { rotate: 90 }],
  ['text in a part that is drawn elsewhere', false, text('Full name', 100, 750), { inForm: true }],
])('needs no text layer for text upright and beside the places: %s', (_name, expected, drawing, options) => {
  const pdf = openPdf(pdfium, flatPdf([[drawing]], options));
  try {
    const place = { left: 100, top: 100, right: 300, bottom: 120 };
    const [isPlain] = eachPage(pdfium, pdf, (page, geometry) => isPlainText(pdfium, page, geometry, [place]));
    expect(isPlain).toBe(expected);
  } finally {
    pdf.close();
  }
});
