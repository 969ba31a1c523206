import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium, type Pdfium } from '../../../../src/document/engine/pdfium.js';
import { bold, flatPdf, rule, text } from '../../../support/documents/flat-form.js';

let pdfium: Pdfium;

beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** What a page asks for: of each box its type, its label and how many further lines it has. */
function asked(...page: readonly string[]): readonly unknown[] {
  const { boxes } = readPdf(pdfium, flatPdf([[text('MEMBERSHIP', 250, 800, 14), ...page]]));
  return boxes.map(({ type, label, continuations }) => [type, label, continuations?.length ?? 0]);
}

const captions = ['Full name', 'Identity number', 'Address', 'Telephone', 'Email', 'Date', 'Signature'];
const each = [
  ['text', 'Full name', 0],
  ['text', 'Identity number', 0],
  ['text', 'Address', 0],
  ['text', 'Telephone', 0],
  ['text', 'Email', 0],
  ['date_signed', 'Date', 0],
  ['signature', 'Signature', 0],
];

describe('blanks of dots', () => {
  it('before the century of a year are not leaders to a page number', () => {
    expect(
      asked(
        text(
          'Signed at .............................. on this ................ day of .................... 20...........',
          50,
          700,
        ),
        text('The lease .................................................. 12', 50, 600),
        text('Adjustments ........................................ 7', 50, 560),
        text('Penalty ............................................ 9', 320, 560),
      ),
    ).toEqual([
      ['text', 'Signed at', 0],
      ['text', 'on this', 0],
      ['text', 'day of', 0],
      ['text', 'year', 0],
    ]);
  });

  it('have the answer over them, in letters of the usual size where nothing is printed above', () => {
    const placeOf = (leader: string, above: readonly string[] = [], size = 10) => {
      const page = [text(`Full name: ${leader.repeat(60)}`, 50, 700, size), ...above];
      const [box] = readPdf(pdfium, flatPdf([page])).boxes;
      return { height: box!.rect.h * 842, foot: 842 - (box!.rect.y + box!.rect.h) * 842 };
    };
    const [dots, dashes, underscores] = ['.', '-', '_'].map((leader) => placeOf(leader));
    // Underscores lie below the foot of the letters, at 700, dots on it, and dashes over it.
    expect([dots!.foot > 699.5, dashes!.foot > 701, underscores!.foot < 699.5]).toEqual([true, true, true]);
    expect(dots!.height).toBeCloseTo(13.65, 1);
    expect(placeOf('.', [text('Words that stand right above it', 50, 711)]).height).toBeLessThan(11);
    // A line of large letters is as high as they are; what runs off the page does not count.
    expect(placeOf('.', [], 20).height).toBeGreaterThan(15);
    expect(asked(text(`Full name: ${'.'.repeat(60)}`, 540, 700))).toEqual([]);
  });
});

describe('captions in one column and lines in another', () => {
  it.each([150, 170, 185, 200])(
    'gives each line from %i points its own field, at any distance between the rows',
    (start) => {
      for (const spacing of [22, 28, 36]) {
        const rows = captions.flatMap((caption, row) => {
          const y = 740 - row * spacing;
          return [text(caption, 50, y), rule(start, y - 2, 450)];
        });
        expect(asked(...rows), String(spacing)).toEqual(each);
      }
    },
  );

  it('does so for underscores too', () => {
    const rows = captions.flatMap((caption, row) => [
      text(caption, 50, 740 - row * 28),
      text('_'.repeat(40), 200, 740 - row * 28),
    ]);
    expect(asked(...rows)).toEqual(each);
  });

  it('lets an answer run on beside words of another column, which are about something else', () => {
    const prose = Array.from({ length: 8 }, (_, row) => text('Please read all of this with care', 50, 760 - row * 14));
    const lines = Array.from({ length: 5 }, (_, row) => rule(300, 740 - row * 20, 545));
    expect(asked(...prose, text('Comments:', 300, 760), ...lines)).toEqual([['text', 'Comments', 4]]);
  });

  it('makes one field of a line with a caption far before it, and none of the space between', () => {
    const rows = ['Full name:', 'ID number:', 'Cell:'].flatMap((caption, row) => [
      text(caption, 50, 740 - row * 20),
      rule(150, 738 - row * 20, 500),
    ]);
    expect(asked(...rows)).toEqual([
      ['text', 'Full name', 0],
      ['text', 'ID number', 0],
      ['text', 'Cell', 0],
    ]);
  });
});

describe('a long line at the edge of a page', () => {
  it('parts the running heads and feet from the text, and asks for nothing', () => {
    const foot = [rule(50, 36, 545), text('Acme Property Management', 50, 25), text('Form 12', 500, 25)];
    expect(asked(...foot)).toEqual([]);
    const head = [text('Lease agreement', 50, 803), rule(50, 815, 545)];
    expect(readPdf(pdfium, flatPdf([head])).boxes).toEqual([]);
  });
});

describe('a line that is there for the looks', () => {
  const sentence = 'The tenant pays the rental monthly in advance on the first day of each and every month,';
  const body = [760, 746, 732].map((y) => text(sentence, 60, y));

  it.each([
    ['under a title and its second line', rule(200, 792, 395), text('Powering the Cape', 255, 780, 9)],
    ['over a page number', rule(250, 60, 345), text('- 3 -', 290, 48, 8)],
  ])('asks for nothing: %s', (_place, line, words) => {
    expect(asked(...body, line, words)).toEqual([]);
  });

  it('leaves out a foot that asks for a signature', () => {
    expect(asked(...body, rule(60, 60, 535), text('Signature of the tenant', 60, 48, 8))).toHaveLength(1);
  });
});

describe('words over', () => {
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
    it.each([15, 20, 25, 30])('name it, with %i points of room', (room) => {
      const page = [text('Full name', 50, 740), rule(50, 740 - room, 300)];
      expect(asked(...page)).toEqual([['text', 'Full name', 740 - room]]);
    });

    it.each(['ID no', 'Tel'])('may be as short as "%s"', (words) => {
      expect(asked(text(words, 50, 740), rule(50, 725, 300))).toEqual([['text', words, 725]]);
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
        rule(50, 625, 350),
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
});

describe('an index', () => {
  it('asks for nothing: neither its leaders, whatever pages they lead to, nor its double lines', () => {
    const entries = [
      'Estates . . . . . . . . . . . 4, 5',
      'Exemptions . . . . . . . 12, 18-19',
      'Tax . . . . . . . . . . . iv',
    ];
    expect(
      asked(
        rule(50, 738, 150),
        rule(50, 735, 150),
        text('A', 50, 722),
        ...entries.map((words, index) => text(words, 50, 700 - 14 * index)),
      ),
    ).toEqual([]);
  });
});

describe('lines side by side, row by row', () => {
  const columns = [
    ['Name', 50, 250],
    ['Age', 260, 330],
  ] as const;

  it('are fields of their own, with the caption over their column', () => {
    const heads = columns.map(([words, x]) => text(words, x, 702));
    const lines = [680, 660, 640].flatMap((y) => columns.map(([, from, to]) => rule(from, y, to)));
    expect(asked(...heads, ...lines)).toEqual(
      [680, 660, 640].flatMap(() => columns.map(([words]) => ['text', words, 0])),
    );
  });

  it('take an amount after the sign of its currency', () => {
    const row = (words: string, y: number) => [text(words, 50, y), text('$', 302, y), rule(300, y - 2, 380)];
    expect(asked(...row('Rent', 700), ...row('Food', 680))).toEqual([
      ['text', 'Rent', 0],
      ['text', 'Food', 0],
    ]);
  });
});

describe('the caption of a line', () => {
  it('is whole where it begins in the line above, and no sentence is', () => {
    const caption = [text('How do you intend to pay for your', 50, 700), text('studies', 50, 687), rule(90, 685, 400)];
    expect(asked(...caption)).toEqual([['text', 'How do you intend to pay for your studies', 0]]);
    const sentence = 'The landlord lets the property to the tenant, who takes it on all terms of the lease for';
    expect(asked(text(sentence, 50, 700), text('the sum of', 50, 687), rule(105, 685, 400))[0]).toMatchObject({
      1: 'the sum of',
    });
  });

  it('is the role some way under it, where other lines have nothing else', () => {
    const block = (role: string, y: number) => [text('_'.repeat(30), 50, y), text(role, 50, y - 22)];
    const roles = ['Seller', 'Buyer', 'Witness'];
    const blocks = roles.flatMap((role, index) => block(role, 700 - 70 * index));
    const signed = roles.map((role) => ['signature', role, 0]);
    expect(asked(text('The car is sold as it stands.', 50, 712), ...blocks)).toEqual(signed);
  });
});
