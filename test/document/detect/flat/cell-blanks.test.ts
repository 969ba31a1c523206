import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { bold, flatPdf, frame, rule, shade, text, upright } from '../../../support/documents/flat-form.js';

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

describe('a word with "Y" and "N" after it', () => {
  it('is the question that both answer', () => {
    const row = ['Married Y', 'N'].flatMap((words, index) => {
      const x = 50 + index * 90;
      return [text(words, x + (index === 0 ? 0 : 10), 701), frame(x + (index === 0 ? 55 : 25), 700, 10, 10)];
    });
    expect(found(row)).toEqual(['tickbox Y of Married', 'tickbox N of Married']);
  });
});

describe('a table of words', () => {
  it('asks for nothing in the cell that was left empty, nor beside its prose', () => {
    const columns = [
      ['Name', 'Type', 'Null', 'Meaning'],
      ['id', 'text', 'no', 'the key'],
      ['mail', 'text', 'no', ''],
      ['city', 'text', 'yes', 'of the client'],
      ['code', 'text', 'yes', 'of the post'],
    ];
    expect(found(table([50, 150, 250, 350, 500], columns))).toEqual([]);
    const prose = [
      'who takes part and why, and what is',
      'done with what they say, for how long',
      'and where it is kept until it is gone',
    ];
    const terms = [frame(50, 660, 120, 90), text('Purpose', 54, 738), frame(170, 660, 220, 90)];
    expect(found([...terms, ...prose.map((line, row) => text(line, 174, 738 - 13 * row))])).toEqual([]);
  });

  it('makes one answer of the ruled rows beside a label, which has all of its words', () => {
    const rows = [760, 740, 720, 700].map((y) => rule(150, y, 500));
    const walls = [upright(50, 700, 760), upright(150, 700, 760), upright(500, 700, 760)];
    const label = [
      rule(50, 760, 150),
      rule(50, 700, 150),
      text('Description', 54, 746),
      text('of the record', 54, 733),
    ];
    expect(found([...rows, ...walls, ...label])).toEqual(['text Description of the record']);
  });
});

describe('a frame with words at its top', () => {
  it('asks for nothing where they are a notice or an address', () => {
    const notice = [frame(50, 600, 495, 80), text('IMPORTANT', 60, 664), text('Read this before you sign.', 60, 648)];
    const address = [frame(50, 500, 240, 80), text('Head office', 60, 564), text('12 Main Road, Cape Town', 60, 548)];
    const rows = [frame(50, 720, 120, 20), text('Name', 56, 726), frame(170, 720, 375, 20)];
    const reason = [frame(50, 400, 495, 80), text('Reasons for leaving', 60, 464)];
    expect(found([...rows, ...notice, ...address, ...reason])).toEqual(['text Name', 'text Reasons for leaving']);
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

describe('a request for access to records', () => {
  it('takes the words right before the cells of a table that is open there, not the title over all of it', () => {
    const drawing = [
      frame(40, 740, 500, 22),
      bold('A. Particulars of the body', 45, 746),
      ...[740, 718, 696, 674].map((y) => rule(260, y, 540)),
      upright(260, 674, 740),
      upright(540, 674, 740),
      text('Information Officer:', 165, 725),
      text('Postal address:', 187, 703),
      text('Fax number:', 199, 681),
    ];
    expect(found(drawing)).toEqual(['text Information Officer', 'text Postal address', 'text Fax number']);
  });

  it('ticks the empty cells before their options, in rows that begin with one and end with words', () => {
    const row = ['', 'view the images', '', 'copy of the images', '', 'transcription'];
    const drawing = [
      text('If the record consists of images', 54, 770),
      ...table([50, 80, 200, 230, 350, 380, 500], [row]),
    ];
    expect(found(drawing)).toEqual(['tickbox view the images', 'tickbox copy of the images', 'tickbox transcription']);
  });

  it('ticks the cells after their options, under words that say so', () => {
    const head = [frame(50, 740, 450, 20), text('TYPE OF RECORD (Mark the applicable box with an "X")', 54, 747)];
    const rows = ['Record is in printed form', 'Record is held on a computer'].flatMap((words, row) => [
      frame(50, 720 - 20 * row, 370, 20),
      frame(420, 720 - 20 * row, 80, 20),
      text(words, 54, 727 - 20 * row),
    ]);
    expect(found([...head, ...rows])).toEqual([
      'tickbox Record is in printed form',
      'tickbox Record is held on a computer',
    ]);
  });

  it('writes into a wide cell under "Yes" and "No"', () => {
    const head = table([50, 400, 450, 500], [['The requester is exempt', 'Yes', 'No']]);
    const reason = [rule(50, 720, 500), upright(50, 720, 740), upright(500, 720, 740), upright(130, 720, 740)];
    expect(found([...head, ...reason, text('Reason', 54, 727)])).toEqual(['text Reason']);
  });

  it('is signed over a caption in bold letters that leaves some room', () => {
    const drawing = [rule(250, 200, 550), bold('SIGNATURE OF REQUESTER / PERSON', 350, 181)];
    expect(found([text('I request access to the record that is named above.', 50, 400), ...drawing])).toEqual([
      'signature SIGNATURE OF REQUESTER / PERSON',
    ]);
  });

  it('need not be answered where a caption only speaks of what is required', () => {
    const cells = table(
      [50, 250, 500],
      [
        ['Form in which it is required?', ''],
        ['Full name (required)', ''],
      ],
    );
    const { boxes } = readPdf(pdfium, flatPdf([cells]));
    expect(boxes.map(({ required }) => required)).toEqual([false, true]);
  });
});

describe('blanks of hyphens', () => {
  it('are lines to write on after words, and part a page without any', () => {
    const drawing = [text('Signed: -------------------- Date: ------------', 50, 700), text('-'.repeat(60), 50, 650)];
    expect(found([...drawing, text('For the office', 50, 600)])).toEqual(['signature Signed', 'date_signed Date']);
  });
});

describe('a slide', () => {
  it('asks for nothing', () => {
    const drawing = [text('What we sell:', 60, 300, 24), frame(250, 290, 200, 40), text('and to whom', 60, 200, 24)];
    const fields = (height: number): number =>
      readPdf(pdfium, flatPdf([drawing], { mediaBox: [0, 0, 720, height] })).boxes.length;
    expect([fields(405), fields(900)]).toEqual([0, 1]);
  });
});

describe('lines that something is painted over', () => {
  it('end at the white behind the words of a sentence', () => {
    const words = [text('Signed at', 54, 502), text('this', 252, 502), text('day of', 342, 502)];
    const white = [shade(45, 490, 54, 24, 1), shade(240, 490, 30, 24, 1), shade(330, 490, 50, 24, 1)];
    expect(found([rule(45, 500, 550), ...white, ...words])).toEqual(['text Signed at', 'text this', 'text day of']);
  });

  it('leave the words in a box with round corners alone', () => {
    const [left, low, right, high] = [40, 700, 180, 720];
    const corners = [
      `${left + 3} ${low} m ${right - 3} ${low} l ${right} ${low} ${right} ${low} ${right} ${low + 3} c`,
      `${right} ${high - 3} l ${right} ${high} ${right} ${high} ${right - 3} ${high} c`,
      `${left + 3} ${high} l ${left} ${high} ${left} ${high} ${left} ${high - 3} c`,
      `${left} ${low + 3} l ${left} ${low} ${left} ${low} ${left + 3} ${low} c S`,
    ].join(' ');
    expect(found([corners, text('6.2 REQUEST FEE', 46, 706), text('A fee of R50.00 is payable.', 46, 680)])).toEqual(
      [],
    );
  });
});

describe('the rows of a table', () => {
  it('are parted by its walls, however close the words of two cells are', () => {
    const heads = ['text From', 'text To'];
    expect(
      found(
        table(
          [50, 82, 114],
          [
            ['From', 'To'],
            ['', ''],
            ['', ''],
          ],
        ),
      ),
    ).toEqual([...heads, ...heads]);
  });

  it('are one answer where nothing stands beside them', () => {
    expect(found([text('Reason:', 50, 764), ...table([50, 500], [[''], [''], ['']])])).toEqual(['text Reason']);
  });

  it('take the question over the answer, and nothing under its number', () => {
    const asked = [
      ['1.1', 'What is your name?'],
      ['', ''],
      ['1.2', 'Where do you live?'],
      ['', ''],
    ];
    expect(found(table([50, 90, 500], asked))).toEqual(['text What is your name?', 'text Where do you live?']);
  });

  it('ask for nothing where an empty one parts the others', () => {
    const signs = [
      ['Cough', ''],
      ['Fever', ''],
      ['Chills', ''],
      ['', ''],
      ['Rash', ''],
      ['Pain', ''],
    ];
    const named = ['Cough', 'Fever', 'Chills', 'Rash', 'Pain'].map((words) => `text ${words}`);
    expect(found(table([50, 250, 350], signs))).toEqual(named);
  });

  it('ask for nothing beside two cells of prose', () => {
    const prose = [
      'What the step is for, and who has',
      'to take it before the next one is',
      'begun by those who do the work.',
      'Nobody may leave it out for a day.',
    ];
    const cells = [50, 230, 410].map((x) => frame(x, 690, 180, 60));
    const lines = [54, 234].flatMap((x) => prose.map((words, row) => text(words, x, 738 - 13 * row)));
    expect(found([...cells, ...lines])).toEqual([]);
  });

  it('are ticked where the words over them say so', () => {
    const subjects = [
      ['Physics', '', 'History', ''],
      ['Biology', '', 'Music', ''],
    ];
    const title = text('Please tick the boxes of your subjects.', 50, 768);
    const ticks = ['Physics', 'History', 'Biology', 'Music'].map((words) => `tickbox ${words}`);
    expect(found([title, ...table([50, 150, 190, 290, 330], subjects)])).toEqual(ticks);
    expect(found(table([50, 150, 190, 290, 330], subjects)).join()).not.toContain('tickbox');
  });

  it('take readings under "Initial" and "Final", and initials elsewhere', () => {
    expect(
      found(
        table(
          [50, 150, 250],
          [
            ['Initial', 'Final'],
            ['', ''],
          ],
        ),
      ),
    ).toEqual(['text Initial', 'text Final']);
    expect(
      found(
        table(
          [50, 150, 250],
          [
            ['Initial', 'Page'],
            ['', ''],
          ],
        ),
      ),
    ).toEqual(['initials Initial', 'text Page']);
  });
});
