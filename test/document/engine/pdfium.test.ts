import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { openPdf, withPage } from '../../../src/document/engine/open-pdf.js';
import type { Pdfium } from '../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { loadFontFiles } from '../../../src/document/render/fonts.js';
import { startRendering } from '../../../src/document/render/render-document.js';
import { flatPdf, shade, text } from '../../support/documents/flat-form.js';

let pdfium: Pdfium;
let form: Uint8Array;

beforeAll(async () => {
  pdfium = await loadPdfium();
  form = await readFile('src/demo/lease.pdf');
});

/** The same PDFium, and how often these of its functions have been called. */
function counted(names: readonly ('FPDF_LoadPage' | 'FPDFText_LoadPage')[]) {
  const calls: Record<string, number> = {};
  const api = { ...pdfium.api };
  for (const name of names) {
    calls[name] = 0;
    const call = pdfium.api[name] as (...numbers: number[]) => number;
    Object.assign(api, {
      [name]: (...numbers: number[]) => {
        calls[name] = (calls[name] ?? 0) + 1;
        return call(...numbers);
      },
    });
  }
  return { pdfium: { ...pdfium, api }, calls };
}

describe('the work of PDFium', () => {
  it('is to load the text of each page once when a form is read', () => {
    const counting = counted(['FPDFText_LoadPage']);
    const { page_count: pages } = readPdf(counting.pdfium, form);
    expect(pages).toBeGreaterThan(1);
    expect(counting.calls).toEqual({ FPDFText_LoadPage: pages });
  });

  it('is to load each page once when a form is drawn on, and no text but where an answer goes over some', async () => {
    const counting = counted(['FPDF_LoadPage', 'FPDFText_LoadPage']);
    const mark = { kind: 'tick', page: 1, rect: { x: 0.1, y: 0.02, w: 0.8, h: 0.05 } } as const;
    const { frames } = await startRendering(counting.pdfium, await loadFontFiles(), { pdf: form, marks: [mark] });
    expect(counting.calls).toEqual({ FPDF_LoadPage: frames.length, FPDFText_LoadPage: 1 });
  });

  it('is not done again for the next envelope of a template, but where a place is new', async () => {
    const counting = counted(['FPDF_LoadPage', 'FPDFText_LoadPage']);
    const files = await loadFontFiles();
    const mark = (page: number, y: number) => ({ kind: 'tick', page, rect: { x: 0.1, y, w: 0.1, h: 0.02 } }) as const;
    const work = async (...marks: ReturnType<typeof mark>[]) => {
      const before = { ...counting.calls };
      const { frames } = await startRendering(counting.pdfium, files, { pdf: form, marks });
      return { frames, loaded: counting.calls['FPDF_LoadPage']! - before['FPDF_LoadPage']! };
    };
    const first = await work(mark(1, 0.1), mark(2, 0.1));
    expect(first.loaded).toBe(first.frames.length);
    const next = await work(mark(2, 0.1), mark(1, 0.1));
    expect(next).toEqual({ frames: first.frames, loaded: 0 });
    const more = await work(mark(1, 0.1), mark(2, 0.5));
    expect(more.loaded).toBe(1);
    expect([...more.frames[1]!.beneath!.keys()]).toHaveLength(2);
  });

  it('is done again after an attempt that drew no pages: the ink of the next envelope shows on dark bars', async () => {
    const files = await loadFontFiles();
    const pdf = flatPdf([[shade(50, 500, 300, 100, 0), text('Name', 60, 640)]]);
    const marks = [{ kind: 'tick', page: 1, rect: { x: 0.2, y: 0.32, w: 0.1, h: 0.02 } }] as const;
    const grounds = async (assumesWhite: boolean) => {
      const { frames } = await startRendering(pdfium, files, { pdf, marks, assumesWhite });
      return [...(frames[0]?.beneath?.values() ?? [])].map(({ ground }) => ground);
    };
    expect(await grounds(true)).toEqual([[1, 1, 1]]);
    expect(await grounds(false)).toEqual([[0, 0, 0]]);
  });
});

it('answers booleans, numbers and texts as they are declared', () => {
  const pdf = openPdf(pdfium, form);
  try {
    expect(pdfium.api.FPDF_DocumentHasValidCrossReferenceTable(pdf.handle)).toBe(true);
    expect(pdfium.api.EPDF_IsEncrypted(pdf.handle)).toBe(false);
    expect(pdfium.api.FPDF_GetPageCount(pdf.handle)).toBe(pdf.pageCount);
    withPage(pdfium, pdf, 0, (page) => {
      const annotation = pdfium.api.FPDFPage_GetAnnot(page, 0);
      const type = pdfium.text((buffer, size) =>
        pdfium.api.FPDFAnnot_GetStringValue(annotation, 'Subtype', buffer, size),
      );
      expect(type).toBe('Widget');
      pdfium.api.FPDFPage_CloseAnnot(annotation);
    });
  } finally {
    pdf.close();
  }
});
