import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { rawForm } from '../../support/documents/raw-form.js';

const pdfium = await loadPdfium();

const picture = 'q 500 0 0 700 40 40 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q';
const codes = (content: string): readonly string[] =>
  readPdf(pdfium, rawForm([], content)).warnings.map(({ code }) => code);

describe('a page that is a picture', () => {
  it('is warned of, and an empty page is not', () => {
    expect(codes(picture)).toContain('page_without_text');
    expect(codes('')).not.toContain('page_without_text');
    expect(codes('40 40 500 700 re S')).not.toContain('page_without_text');
  });
});
