import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, frame, rule, shade, text, upright } from '../../../support/documents/flat-form.js';

const pdfium = await loadPdfium();

const fields = (...page: readonly string[]): number =>
  readPdf(pdfium, flatPdf([[text('Sales of the last year, and what they were', 50, 800), ...page]])).boxes.length;

const heights = [90, 30, 60, 110, 45];
/** Grid lines with a number before each, the lowest first, and bars of different heights on the lowest. */
const chart = (numbers: readonly string[]): readonly string[] => [
  ...numbers.map((number, index) => text(number, 92 - 5.56 * number.length, 497 + 25 * index)),
  ...numbers.map((_, index) => rule(100, 500 + 25 * index, 400)),
  upright(100, 500, 500 + 25 * (numbers.length - 1)),
  upright(400, 500, 500 + 25 * (numbers.length - 1)),
  ...heights.map((height, index) => shade(120 + 50 * index, 500, 20, height, 0.6)),
  shade(420, 560, 8, 8, 0.6),
  text('Column 1', 432, 560, 9),
];
/** A table of lines to fill in, with a number before each. */
const lines = (numbers: readonly string[]): readonly string[] =>
  numbers.flatMap((number, index) => [text(number, 60, 600 - 25 * index), rule(100, 598 - 25 * index, 300)]);

describe('a chart', () => {
  it.each([[['0', '20', '40', '60', '80', '100']], [['0', '2', '4', '6', '8', '10', '12']]])(
    'asks for nothing, with %j on its axis',
    (numbers) => {
      expect(fields(...chart(numbers))).toBe(0);
    },
  );

  it('leaves the form under it alone', () => {
    const form = [text('Full name:', 50, 300), rule(110, 298, 300)];
    expect(fields(...chart(['0', '20', '40', '60', '80', '100']), ...form)).toBe(1);
  });
});

describe('numbers before lines', () => {
  it.each([
    ['rows', ['1', '2', '3', '4', '5']],
    ['years', ['2026', '2025', '2024', '2023', '2022']],
    ['marks', ['5', '4', '3', '2', '1']],
    ['amounts in no even steps', ['1000', '700', '500', '200', '100']],
  ])('leave their lines in the form: %s', (_, numbers) => {
    expect(fields(...lines(numbers))).toBe(5);
  });

  it('leave the cells of a table in the form', () => {
    const rows = ['500', '400', '300', '200', '100'].flatMap((amount, index) => [
      text(amount, 60, 606 - 25 * index),
      frame(50, 600 - 25 * index, 60, 25),
      frame(110, 600 - 25 * index, 200, 25),
    ]);
    const head = [frame(50, 625, 60, 25), text('Fee', 60, 631), frame(110, 625, 200, 25), text('Name', 115, 631)];
    expect(fields(...head, ...rows)).toBe(5);
  });
});
