import { afterEach, describe, expect, it, vi } from 'vitest';
import { extractPage } from '../../../src/document/engine/copy-pages.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { agreementPdf } from '../../support/agreement.js';

afterEach(() => void vi.useRealTimers());

describe('a page taken out of a document', () => {
  it('has the same bytes whenever it is taken', async () => {
    const pdfium = await loadPdfium();
    const pdf = agreementPdf();
    const at = (instant: string): Buffer => {
      vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
      return Buffer.from(extractPage(pdfium, pdf, 2));
    };
    const first = at('2026-03-02T08:00:00Z');
    expect(at('2031-04-05T06:07:08Z').equals(first)).toBe(true);
    expect(first.toString('latin1')).toContain('/CreationDate(D:19700101000000)');
    expect(Buffer.from(extractPage(pdfium, pdf, 1)).equals(first)).toBe(false);
  });
});
