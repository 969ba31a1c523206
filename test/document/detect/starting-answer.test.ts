import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { rawForm } from '../../support/documents/raw-form.js';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

const at = (row: number): string => `/Rect [60 ${700 - row * 40} 260 ${720 - row * 40}] /F 4`;
const text = (row: number, name: string, value: string, more = ''): string =>
  `/FT /Tx /T (${name}) /V ${value} /DA (/Helv 10 Tf 0 g) ${at(row)} ${more}`;

/** What each field starts with, by its name, on two readings: the second is of what the first made. */
function starts(fields: readonly string[], isDrawable?: (text: string) => boolean): readonly object[] {
  const first = readPdf(pdfium, rawForm(fields), isDrawable === undefined ? {} : { isDrawable });
  return [first, readPdf(pdfium, first.pdf)].map(({ boxes }) =>
    Object.fromEntries(boxes.map(({ context, start }) => [context.widget_name, start])),
  );
}

describe('what a form field holds when it is uploaded', () => {
  it('is the initial content of its field, and is removed from the page', () => {
    const fields = [
      text(0, 'city', '(Cape Town)'),
      text(1, 'remarks', '(One\\rTwo)', '/Ff 4096'),
      text(2, 'date_of_birth', '(1990-05-01)'),
      text(3, 'empty', '( )'),
      `/FT /Btn /T (agree) /V /On /AS /On /AP << /N << /On 4 0 R >> >> ${at(4)}`,
      `/FT /Btn /T (refuse) /V /Off /AS /Off /AP << /N << /On 4 0 R >> >> ${at(5)}`,
      `/FT /Ch /Ff 131072 /T (bank) /Opt [[(a) (Absa)] [(f) (FNB)]] /V (f) ${at(6)}`,
    ];
    const [first, second] = starts(fields);
    const nothing = {
      city: null,
      remarks: null,
      date_of_birth: null,
      empty: null,
      agree: null,
      refuse: null,
      bank: null,
    };
    expect(first).toEqual({
      ...nothing,
      city: 'Cape Town',
      remarks: 'One\nTwo',
      date_of_birth: '1990-05-01',
      agree: true,
      bank: 'FNB',
    });
    expect(second).toEqual(nothing);
  });

  it('may be chosen from options without the signs that cannot be drawn', () => {
    const dropdown = `/FT /Ch /Ff 131072 /T (plan) /Opt [(* Monthly) (Yearly) (**)] ${at(0)}`;
    const isDrawable = (words: string): boolean => !words.includes('*');
    const { boxes } = readPdf(pdfium, rawForm([dropdown]), { isDrawable });
    expect(boxes[0]!.options).toEqual(['Monthly', 'Yearly']);
  });

  it('stays on the page when it is not valid as an answer', () => {
    const fields = [
      text(0, 'date_of_birth', '(1 May 1990)'),
      text(1, 'city', '(One\\rTwo)'),
      text(2, 'street', '(Undrawable)'),
      `/FT /Ch /Ff 2097152 /T (banks) /Opt [(Absa) (FNB)] /V [(Absa) (FNB)] ${at(3)}`,
    ];
    const isDrawable = (words: string): boolean => words !== 'Undrawable';
    const [first, second] = starts(fields, isDrawable);
    expect(first).toEqual({ date_of_birth: null, city: null, street: null, banks: null });
    expect(second).toMatchObject({ street: 'Undrawable' });
  });
});
