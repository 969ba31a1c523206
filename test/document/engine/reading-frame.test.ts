import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { openPdf } from '../../../src/document/engine/open-pdf.js';
import { eachPage } from '../../../src/document/engine/page-geometry.js';
import { withTextLayer } from '../../../src/document/engine/page-glyphs.js';
import { asDisplayed, asRead, readingFrame } from '../../../src/document/engine/reading-frame.js';
import { flatPdf } from '../../support/documents/flat-form.js';
import { changed, has, lease, pageTexts, textPdf } from '../../support/documents/small-documents.js';

const pdfium = await loadPdfium();

describe('a page that is shown on its side', () => {
  it('has its rectangles where the page as displayed shows them', () => {
    const corner = { x: 0.1, y: 0.2, w: 0.3, h: 0.05 };
    const rounded = (turn: 0 | 90 | 180 | 270): readonly number[] =>
      Object.values(asDisplayed(corner, turn)).map((value) => Number(value.toFixed(6)));
    expect(rounded(0)).toEqual([0.1, 0.2, 0.3, 0.05]);
    expect(rounded(90)).toEqual([0.75, 0.1, 0.05, 0.3]);
    expect(rounded(180)).toEqual([0.6, 0.75, 0.3, 0.05]);
    expect(rounded(270)).toEqual([0.2, 0.6, 0.05, 0.3]);
    for (const turn of [0, 90, 180, 270] as const) {
      const back = Object.values(asRead(asDisplayed(corner, turn), turn));
      expect(back.map((value) => Number(value.toFixed(6)))).toEqual(Object.values(corner));
    }
  });

  it.each([90, 180, 270])('keeps the captions and sections of its fields, turned by %i', async (rotate) => {
    const words = (bytes: Uint8Array): unknown =>
      readPdf(pdfium, bytes).boxes.map(({ label, context }) => [label, context.label, context.section, context.nearby]);
    expect(words(await changed(lease(), { rotate }))).toEqual(words(lease()));
  });

  it.each([0, 90, 180, 270] as const)('is read as its text runs, on a page turned by %i', (rotate) => {
    const turns = ['1 0 0 1', '0 1 -1 0', '-1 0 0 -1', '0 -1 1 0'].map((matrix) => {
      const pdf = openPdf(pdfium, flatPdf([[`BT /F1 10 Tf ${matrix} 300 300 Tm (Full name) Tj ET`]], { rotate }));
      const [turn] = eachPage(pdfium, pdf, (page, geometry) =>
        withTextLayer(pdfium, page, (layer) => readingFrame(pdfium, layer, geometry).turn),
      );
      pdf.close();
      return turn;
    });
    // Each is turned by a quarter more to the left, and the page turns it to the right again.
    expect(turns).toEqual([0, 1, 2, 3].map((quarters) => (rotate + 360 - 90 * quarters) % 360));
  });

  it.skipIf(!has('pdftotext'))('loses its text tags and nothing beside them', async () => {
    const page = ['The tenant_ is {{Full name;role=Tenant;key=person.full_name}} of _Soweto.', 'The rent is R 5_000.'];
    for (const rotate of [0, 90, 180, 270]) {
      const read = readPdf(pdfium, await changed(await textPdf(page), { rotate }));
      expect(read.boxes.map(({ label }) => label)).toEqual(['Full name']);
      const left = pageTexts(await changed(read.pdf, { rotate: 0 })).join(' ');
      expect(left).not.toMatch(/[{}]|Full name|role|__| _ /u);
      expect(left.replace(/\s+/gu, ' ').trim()).toBe('The tenant_ is of _Soweto. The rent is R 5_000.');
    }
  });
});
