import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { bold, flatPdf, rule, text } from '../../../support/documents/flat-form.js';

let pdfium: Pdfium;

beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** What a page asks for: of each box its type, its label and where its line is, in points from the bottom. */
function asked(...page: readonly string[]): readonly unknown[] {
  const { boxes } = readPdf(pdfium, flatPdf([[text('This application is for members only.', 50, 800), ...page]]));
  return boxes.map(({ type, label, rect }) => [type, label, Math.round(842 * (1 - rect.y - rect.h))]);
}

describe('words over a line', () => {
  it.each([15, 20, 25, 30, 40])('name it, be it as wide as the page, with %i points of room', (room) => {
    const page = [text('Full name', 50, 740), rule(50, 740 - room, 540)];
    expect(asked(...page)).toEqual([['text', 'Full name', 740 - room]]);
  });

  it.each(['ID no', 'Tel'])('may be as short as "%s"', (words) => {
    expect(asked(text(words, 50, 740), rule(50, 725, 540))).toEqual([['text', words, 725]]);
  });

  it.each([15, 25, 35, 45])('say that one signs there, with %i points of room', (room) => {
    const page = [text('Signature of applicant', 50, 640), rule(50, 640 - room, 250)];
    expect(asked(...page)).toEqual([['signature', 'Signature of applicant', 640 - room]]);
  });

  it('do so in a list of questions with a line under each, or two', () => {
    const page = [
      text('1. Name of applicant', 50, 760),
      rule(50, 735, 400),
      text('2. Reason for the application', 50, 715),
      rule(50, 690, 540),
      rule(50, 670, 540),
      text('3. Previous applications', 50, 650),
      rule(50, 625, 540),
    ];
    expect(asked(...page)).toEqual([
      ['text', 'Name of applicant', 735],
      ['text', 'Reason for the application', 690],
      ['text', 'Previous applications', 625],
    ]);
  });

  it('name nothing as a heading, as a sentence, as the end of a paragraph or close to the line', () => {
    const page = [
      bold('General terms', 50, 760),
      rule(50, 740, 545),
      text('No pets may be kept.', 50, 720),
      rule(50, 700, 545),
      text('The tenant keeps the dwelling in good order and repairs at his own', 50, 680),
      text('expense whatever he breaks', 50, 667),
      rule(50, 647, 545),
      text('Particulars', 50, 597),
      rule(50, 592, 545),
      text('Version 3', 50, 540),
      text('March', 500, 540),
      rule(50, 525, 545),
    ];
    expect(asked(...page)).toEqual([]);
  });
});
