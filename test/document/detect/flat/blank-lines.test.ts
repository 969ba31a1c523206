import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, rule, text } from '../../../support/documents/flat-form.js';

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

  it('takes a second blank after initials for initials too', () => {
    for (const gap of [10, 20, 40]) {
      const blanks = [rule(325, 138, 365), rule(365 + gap, 138, 405 + gap)];
      expect(asked(text('Initials:', 280, 140), ...blanks), String(gap)).toEqual([
        ['initials', 'Initials', 0],
        ['initials', 'Initials', 0],
      ]);
    }
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
    ['over a running foot', rule(60, 60, 535), text('Smit & Partners | Tel 011 555 1234', 60, 48, 8)],
  ])('asks for nothing: %s', (_place, line, words) => {
    expect(asked(...body, line, words)).toEqual([]);
  });

  it('leaves out a foot that asks for a signature', () => {
    expect(asked(...body, rule(60, 60, 535), text('Signature of the tenant', 60, 48, 8))).toHaveLength(1);
  });
});
