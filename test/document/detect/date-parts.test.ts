import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { formPdf } from '../../support/form-pdf.js';

const pdfium = await loadPdfium();

const parts = [
  [150, 24],
  [180, 24],
  [210, 44],
] as const;

function boxesOf(hints: readonly string[]) {
  const lines = [
    { text: 'Date of birth', x: 50, y: 700 },
    ...hints.map((text, index) => ({ text, x: (parts[index]?.[0] ?? 0) + 5, y: 688, size: 6 })),
  ];
  const boxes = parts.map(([x, width], index) => ({
    kind: 'text' as const,
    name: `Text${index}`,
    at: [x, 696, width, 15] as const,
  }));
  return readPdf(pdfium, formPdf([{ lines, boxes }])).boxes;
}

describe('three boxes for the parts of a date', () => {
  it.each([
    ['DD', 'MM', 'YYYY'],
    ['Month', 'Day', 'Year'],
  ])('are one date: %s %s %s', (...hints) => {
    const [date, ...more] = boxesOf(hints);
    expect(more).toEqual([]);
    expect(date).toMatchObject({ type: 'date', label: 'Date of birth', suggested: { key: 'person.birth_date' } });
    // The digits of 2026-03-02 in the order of the answer: the year stands in the last box.
    expect(date?.cells?.map(({ x }) => Math.round(x * 595))).toEqual(
      hints[0] === 'DD' ? [210, 221, 232, 243, 180, 192, 150, 162] : [210, 221, 232, 243, 150, 162, 180, 192],
    );
  });

  it('stay three where the words under them say something else', () => {
    expect(boxesOf(['Code', 'No', 'Ext'])).toHaveLength(3);
  });
});
