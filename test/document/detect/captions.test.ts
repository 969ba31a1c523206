import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { FormWriter } from '../../support/lease/form-writer.js';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** The label of a text field with words at its left and a caption beneath it. */
async function labelOf(before: string, under: string): Promise<string | null> {
  const form = new FormWriter();
  form.text(before, 295 - 4.7 * before.length, 705, 9);
  form.textField({ name: 'f1', tooltip: '' }, { x: 300, y: 700, w: 180, h: 16 });
  form.text(under, 300, 690, 9);
  return readPdf(pdfium, await form.save('Captions')).boxes[0]?.label ?? null;
}

describe('the caption of a form field with words on two sides', () => {
  it('is beneath the field when a sentence continues into it', async () => {
    expect(await labelOf('1.2 On the', 'Full name')).toBe('Full name');
    expect(await labelOf('Name of the tenant', 'Full name')).not.toBe('Full name');
  });

  it('is found beside a number of many digits', async () => {
    expect(await labelOf(`${'6001234567890'.repeat(4)} NP`, 'Full name')).not.toBeNull();
  });
});
