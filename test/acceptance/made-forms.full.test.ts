import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../src/document/engine/pdfium.js';
import { figuresOf, type FormFigures } from '../support/documents/made-forms/figures.js';

const FORMS = 60;

let pdfium: Pdfium;
let figures: FormFigures;

beforeAll(async () => {
  pdfium = await loadPdfium();
  figures = await figuresOf(1, FORMS, (pdf) => readPdf(pdfium, pdf));
});

// `npm run bench -- --only quality` reads other ones at each run.
describe('forms whose truth is known', () => {
  it('are found whole, with hardly a false box', () => {
    expect(figures.present).toBeGreaterThan(1_500);
    expect(figures.found / figures.present).toBeGreaterThan(0.98);
    expect(figures.share('false box')).toBeLessThan(0.005);
  });

  it.each([
    ['label', 0.005],
    ['question', 0.005],
    ['name', 0.01],
    ['type', 0.01],
    ['person', 0.02],
  ] as const)('have few wrong answers about a %s', (measure, most) => {
    expect(figures.said(measure)).toBeGreaterThan(measure === 'name' ? 80 : 300);
    expect(figures.share(measure), figures.list(measure)).toBeLessThan(most);
  });

  it('never have a yes for a no', () => {
    const opposite = figures.mistakes.filter(({ of, truth, said }) => of === 'label' && isOpposite(truth, said));
    expect(opposite).toEqual([]);
  });
});

const isOpposite = (truth: string, said: string): boolean =>
  /^(yes|ja)$/iu.test(truth) ? /^(no|nee)\b/iu.test(said) : /^(no|nee)$/iu.test(truth) && /^(yes|ja)\b/iu.test(said);
