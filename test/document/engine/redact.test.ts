import { expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { openPdf, withPage } from '../../../src/document/engine/open-pdf.js';
import { withPageText } from '../../../src/document/engine/page-glyphs.js';
import { pageGeometry } from '../../../src/document/engine/page-geometry.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { flatPdf, text } from '../../support/documents/flat-form.js';

const pdfium = await loadPdfium();

/** The characters of the first page, in the order of the file. */
function lettersOf(bytes: Uint8Array): string {
  const pdf = openPdf(pdfium, bytes);
  try {
    return withPage(pdfium, pdf, 0, (page) =>
      withPageText(pdfium, page, pageGeometry(pdfium, page, 1), ({ glyphs }) =>
        glyphs.map(({ character }) => character).join(''),
      ),
    );
  } finally {
    pdf.close();
  }
}

it.each([12, 10, 9, 8])('takes a tag off a page and no letter of the lines %i points above and below it', (leading) => {
  const [above, below] = ['Line above gypq above gypq above', 'Line below ABhkl below TTTT below dbfk'];
  const tag = '{{Full name;role=Buyer;key=buyer.fullname}}';
  const page = [text(above, 50, 700 + leading), text(`before ${tag} after`, 50, 700), text(below, 50, 700 - leading)];
  const { boxes, pdf } = readPdf(pdfium, flatPdf([page]));
  expect(boxes).toHaveLength(1);
  expect(lettersOf(pdf)).toBe(`${above}before after${below}`.replaceAll(' ', ''));
});
