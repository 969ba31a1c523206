import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, frame, text } from '../../../support/documents/flat-form.js';

const pdfium = await loadPdfium();
const found = (drawing: readonly string[]): readonly string[] =>
  readPdf(pdfium, flatPdf([drawing])).boxes.map(
    ({ type, label, question }) => `${type} ${label}${question === null ? '' : ` of ${question}`}`,
  );

describe('a row of short blanks and words', () => {
  it('has its words after the blanks that touch them, as answers of one question', () => {
    expect(found([text('Licence class: ___Tech ___General ___Advanced', 60, 700)])).toEqual([
      'tickbox Tech of Licence class',
      'tickbox General of Licence class',
      'tickbox Advanced of Licence class',
    ]);
    expect(found([text('Do you smoke? __ Yes __No', 60, 700)])).toEqual([
      'tickbox Yes of Do you smoke?',
      'tickbox No of Do you smoke?',
    ]);
  });

  it('is ticked in columns too, with a single underscore before each word', () => {
    const column = ['Headache', 'Fever', 'Dizziness'].map((word, row) => text(`_${word}`, 60, 700 - 20 * row));
    expect(found(column)).toEqual(['tickbox Headache', 'tickbox Fever', 'tickbox Dizziness']);
  });

  it('is written on where the words lead to their blanks, are a unit, or are printed already', () => {
    expect(found([text('City____ State____ Zip____', 60, 700)])).toEqual(['text City', 'text State', 'text Zip']);
    const measures = [text('Height: ____Metres', 60, 700), text('Weight: ____Pounds', 260, 700)];
    expect(found(measures)).toEqual(['text Height', 'text Weight']);
    expect(found([text('Event: __Spring fair__ Held: __May 2014__', 60, 700)]).join(' ')).not.toContain('tickbox');
  });
});

describe('a row of boxes and words', () => {
  const boxes = (from: number, ...words: readonly string[]): readonly string[] =>
    words.flatMap((word, index) => [text(word, from + index * 80, 700), frame(from + 50 + index * 80, 698, 11, 11)]);

  it('has its words before the boxes where a word comes first and the last one leads to a blank', () => {
    const drawn = [...boxes(60, 'Radio', 'Friend', 'Flyer'), text('Other __________', 305, 700)];
    expect(found(drawn)).toEqual(['tickbox Radio', 'tickbox Friend', 'tickbox Flyer', 'text Other']);
  });

  it('is a question of its own where words with a colon stand before it, the last sentence of them', () => {
    const drawn = [
      text('Only two people may live here. Heating:', 60, 700),
      ...['Gas', 'Coal', 'Wood'].flatMap((word, index) => [
        frame(260 + index * 60, 699, 9, 9),
        text(word, 272 + index * 60, 700),
      ]),
    ];
    expect(found(drawn)).toEqual(['Gas', 'Coal', 'Wood'].map((word) => `tickbox ${word} of Heating`));
  });

  it('takes flat boxes too where answers follow them', () => {
    const drawn = [text('Do you smoke?', 60, 700), frame(200, 698, 30, 12), frame(280, 698, 30, 12)];
    expect(found([...drawn, text('Yes', 236, 700), text('No', 316, 700)])).toEqual([
      'tickbox Yes of Do you smoke?',
      'tickbox No of Do you smoke?',
    ]);
  });

  it('goes on in the next line where the margin leaves no room for the last box', () => {
    const drawn = [
      text('4. No more than three persons may occupy the premises that are let. Are pets allowed?', 60, 700),
      frame(470, 699, 9, 9),
      text('Yes', 482, 700),
      frame(60, 685, 9, 9),
      text('No', 72, 686),
      text('5. The rent is paid before the first day of each month, and in advance at that.', 60, 650, 11),
    ];
    expect(found(drawn)).toEqual(['tickbox Yes of Are pets allowed?', 'tickbox No of Are pets allowed?']);
  });
});
