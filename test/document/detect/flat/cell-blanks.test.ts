import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, frame, rule, text, upright } from '../../../support/documents/flat-form.js';

const pdfium = await loadPdfium();

const HIGH = 30;
/** A table at the top left of a page, its words at the top of its cells or in the middle of low ones. */
function table(walls: readonly number[], rows: readonly (readonly string[])[], height = 20): readonly string[] {
  const [left, right, bottom] = [walls[0]!, walls.at(-1)!, 760 - rows.length * height];
  return [
    ...Array.from({ length: rows.length + 1 }, (_, row) => rule(left, 760 - row * height, right)),
    ...walls.map((x) => upright(x, bottom, 760)),
    ...rows.flatMap((row, index) =>
      row.map((words, column) => text(words, walls[column]! + 4, 748 - index * height - (height === HIGH ? 0 : 2))),
    ),
  ];
}
const found = (drawing: readonly string[]): readonly string[] =>
  readPdf(pdfium, flatPdf([drawing])).boxes.map(
    ({ type, label, question }) => `${type} ${label}${question === null ? '' : ` of ${question}`}`,
  );

describe('a table that is filled in already', () => {
  const prices = [
    ['Item', 'Quantity', 'Price', 'Amount'],
    ['Desk', '2', 'R2 500.00', 'R5 000.00'],
    ['Delivery', '', '', 'R350.00'],
    ['Total', '', '', 'R5 350.00'],
  ];
  const terms = [
    ['Monthly rental', 'R8 500.00'],
    ['Begins', '1 March 2027'],
  ];

  it.each([20, HIGH])('asks for nothing, in rows of %i points', (height) => {
    expect(found(table([50, 250, 330, 430, 545], prices, height))).toEqual([]);
    expect(found(table([50, 250, 545], terms, height))).toEqual([]);
  });

  it('still asks for the column that nothing stands in, and in a row without figures', () => {
    const rows = [...prices.slice(0, 2), ['', '', '', '']].map((row) => [...row, '']);
    rows[0]![4] = 'Remarks';
    const empty = ['text Item', 'text Quantity', 'text Price', 'text Amount', 'text Remarks'];
    expect(found(table([50, 200, 270, 360, 460, 545], rows))).toEqual(['text Desk, Remarks', ...empty]);
  });
});

describe('a question in one cell and its answers in the next', () => {
  it('leaves no room to write beside the question, and is the question of the ticks', () => {
    const asked = 'Have you been insolvent?';
    const ticks = [frame(410, 745, 10, 10), frame(470, 745, 10, 10)];
    const drawn = [...table([50, 400, 545], [[asked]]), ...ticks, text('Yes', 424, 746), text('No', 484, 746)];
    expect(found(drawn)).toEqual([`tickbox Yes of ${asked}`, `tickbox No of ${asked}`]);
    expect(found(table([50, 400, 470, 545], [[asked, 'Yes', 'No']]))).toEqual([]);
  });
});

describe('a frame with words at its top', () => {
  it('asks for nothing where they are a notice, an address or the title of a part', () => {
    const notice = [frame(50, 600, 495, 80), text('IMPORTANT', 60, 664), text('Read this before you sign.', 60, 648)];
    const address = [frame(50, 500, 240, 80), text('Head office', 60, 564), text('12 Main Road, Cape Town', 60, 548)];
    const part = [frame(50, 740, 495, 38), text('Part 2: Details of the supplier', 56, 764)];
    const rows = [frame(50, 720, 120, 20), text('Name', 56, 726), frame(170, 720, 375, 20)];
    const reason = [frame(50, 400, 495, 80), text('Reasons for leaving', 60, 464)];
    expect(found([...part, ...rows, ...notice, ...address, ...reason])).toEqual([
      'text Name',
      'text Reasons for leaving',
    ]);
  });
});

describe('a caption in a cell of its own', () => {
  it('leaves the answer to the empty cell beside it, however high it is', () => {
    const high = table(
      [60, 200, 400],
      [
        ['Surname', ''],
        ['First names', ''],
      ],
      40,
    );
    const { boxes } = readPdf(pdfium, flatPdf([high]));
    expect(boxes.map(({ label, rect }) => [label, rect.x > 0.3])).toEqual([
      ['Surname', true],
      ['First names', true],
    ]);
  });
});
