import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { fixture } from '../../support/documents/small-documents.js';
import { flatPdf, text } from '../../support/documents/flat-form.js';

const pdfium = await loadPdfium();

/** What a line of text asks for: of each box its type, its label and the room that it has, in points. */
function asked(line: string): readonly unknown[] {
  const { boxes, pages } = readPdf(pdfium, flatPdf([[text(line, 50, 700)]]));
  return boxes.map(({ type, label, rect }) => [type, label, Math.round(rect.w * pages[0]!.width)]);
}

describe('lines that are read from right to left', () => {
  it('lead to their blanks from the right, with words in their order, beside other languages', () => {
    const { boxes } = readPdf(pdfium, fixture('documents/other-languages.pdf'));
    expect(boxes.map(({ type, label }) => [type, label])).toEqual([
      ['text', 'رقم الهوية (ID12)'],
      ['date', 'تاريخ الميلاد'],
      ['signature', 'توقيع المستأجر'],
      ['date_signed', 'التاريخ'],
      ['signature', 'Unterschrift'],
      ['date_signed', 'Datum'],
      ['signature', 'Assinatura'],
      ['date_signed', 'Data'],
      ['signature', 'Signature du locataire'],
      ['text', 'Vor- und Nachname'],
    ]);
  });
});

describe('blanks of underscores', () => {
  it('end at a sign between them: an amount, and the same in words', () => {
    expect(asked('The sum of R__________ (______________________________ Rand) per month')).toEqual([
      ['text', 'The sum of', 56],
      ['text', 'Rand', 167],
    ]);
  });

  it('are one where only the signs of a date or a time part them', () => {
    expect(asked('Date: ____/____/______')).toHaveLength(1);
    expect(asked('Time: ____:____')).toHaveLength(1);
  });

  it('are a date in three parts, between whose signs its letters go, the year at the end', () => {
    const { boxes } = readPdf(pdfium, flatPdf([[text('Die termyn eindig op __/__/____.', 50, 700)]]));
    expect(boxes).toMatchObject([{ type: 'date', label: 'Die termyn eindig op' }]);
    const [from, ...rest] = boxes[0]!.cells!.map(({ x }) => x);
    expect(rest.map((x) => x > from!)).toEqual([true, true, true, false, false, false, false]);
    expect(rest[3]).toBeGreaterThan(rest[5]!);
    expect(readPdf(pdfium, flatPdf([[text('Amount __/__/__', 50, 700)]])).boxes[0]?.cells).toBeNull();
  });

  it('in brackets before another are the code of a number, and else something to tick', () => {
    expect(asked('Tel: (____) ______________')).toMatchObject([
      ['text', 'Tel', 22],
      ['text', null, 78],
    ]);
    expect(asked('(__) I have read the rules')).toMatchObject([['tickbox', 'I have read the rules', 18]]);
  });
});
