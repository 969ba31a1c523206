import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, rule, text } from '../../../support/documents/flat-form.js';

const pdfium = await loadPdfium();
const read = (drawing: readonly string[]): { readonly boxes: readonly string[]; readonly people: number } => {
  const { boxes, people } = readPdf(pdfium, flatPdf([drawing]));
  return { boxes: boxes.map(({ type, label }) => `${type} ${label}`), people: people.length };
};
const declared = text('I declare that what I have written here is true, to the best of my knowledge.', 60, 700);

describe('a form that ends without a line to sign on', () => {
  it('is signed in the free room after "Signature:", and dated and named beside it', () => {
    const end = [text('Signature:', 60, 660), text('Date:', 60, 630), text('Name:', 250, 660)];
    expect(read([declared, ...end])).toEqual({
      boxes: ['signature Signature', 'text Name', 'date_signed Date'],
      people: 1,
    });
    expect(read([declared, text('Handtekening van aansoeker:', 60, 660)]).people).toBe(1);
    const carers = [text('Parent/carers full name:', 60, 660), text('Parent/carers signature:', 60, 630)];
    expect(read([declared, ...carers]).boxes).toEqual([
      'text Parent/carers full name',
      'signature Parent/carers signature',
    ]);
  });

  it('asks for nothing after a colon where nobody signs, nor where a line for it is drawn', () => {
    expect(read([declared, text('Date:', 60, 660), text('Name:', 60, 630)]).boxes).toEqual([]);
    expect(read([text('Signature:', 60, 660), rule(60, 640, 260)]).boxes).toEqual(['signature Signature']);
  });

  it('is not signed by a sentence that speaks of a signature', () => {
    const sentence = 'I consent if a delay in getting my signature is considered to be a danger:';
    expect(read([text(sentence, 60, 660), rule(440, 658, 540)]).boxes.join(' ')).not.toContain('signature I');
  });
});
