import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import type { Pdfium } from '../../../../src/document/engine/pdfium.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../../src/document/read-document.js';
import type { FlatPageOptions } from '../../../support/documents/flat-form.js';
import { bold, flatPdf, frame, rule, text } from '../../../support/documents/flat-form.js';
import { flatTenancy } from '../../../support/documents/flat-tenancy.js';
import { textPdf } from '../../../support/documents/small-documents.js';

type Box = ReadDocument['boxes'][number];
let pdfium: Pdfium;
let read: ReadDocument;

beforeAll(async () => {
  pdfium = await loadPdfium();
  read = readPdf(pdfium, flatPdf(flatTenancy));
});

const onPage = (page: number): readonly Box[] => read.boxes.filter((box) => box.page === page);
const labelled = (label: string): Box => read.boxes.find((box) => box.label === label)!;
/** What a box is, apart from where its page puts it. */
const told = ({ page, type, label, question, option_value: value, cells, continuations, context }: Box): unknown => ({
  ...{ page, type, label, question, value, section: context.section, row: context.row, column: context.column },
  ...{ cells: cells?.length, continuations: continuations?.length },
});

describe('a tenancy agreement without form fields', () => {
  it('asks for what its lines, cells, combs and leaders ask for, in reading order, and for nothing else', () => {
    const asked = onPage(1).filter(({ type }) => type !== 'tickbox');
    expect(asked.map(({ type, label }) => [type, label])).toEqual([
      ['text', 'Full name'],
      ['text', 'Identity number'],
      ['text', 'Physical address'],
      ['text', 'E-mail'],
      ['text', 'Cellphone'],
      ['text', 'Reasons for leaving the present address'],
      ...['Name', 'Date of birth', 'Relationship'].map((label) => [label.startsWith('Date') ? 'date' : 'text', label]),
      ...['Name', 'Date of birth', 'Relationship'].map((label) => [label.startsWith('Date') ? 'date' : 'text', label]),
      ['text', 'Deposit payable'],
      ['text', 'Name of bank'],
    ]);
  });

  it('gives a comb one cell for each letter, side by side within its box', () => {
    const { cells, rect } = labelled('Identity number');
    expect(cells).toHaveLength(13);
    for (const [index, cell] of cells!.entries()) {
      expect(cell.x).toBeCloseTo((160 + index * 14) / 595, 3);
      expect(cell.w).toBeCloseTo(14 / 595, 3);
      expect(cell.y).toBeCloseTo(rect.y, 4);
    }
    expect(rect.x + rect.w).toBeCloseTo((160 + 13 * 14) / 595, 3);
  });

  it('lets an answer run on over the lines under its first', () => {
    const { continuations, rect, multiline } = labelled('Reasons for leaving the present address');
    expect(multiline).toBe(true);
    expect(continuations!.map(({ page }) => page)).toEqual([1, 1]);
    const bottoms = [rect, ...continuations!.map((more) => more.rect)].map(({ y, h }) => 842 * (1 - y - h));
    for (const [index, bottom] of [622, 602, 582].entries()) expect(bottoms[index]).toBeCloseTo(bottom, 0);
  });

  it('leaves room for a caption within its cell and writes under it', () => {
    const { rect, context } = labelled('Deposit payable');
    expect(842 * (1 - rect.y)).toBeLessThan(287);
    expect(842 * (1 - rect.y - rect.h)).toBeGreaterThan(262);
    expect(context).toMatchObject({ section: '3. TERMS', widget_name: null, tooltip: null });
  });

  it('names the cells of a table by their column', () => {
    const cells = onPage(1).filter(({ context }) => context.column !== null);
    expect(cells).toHaveLength(6);
    for (const { context } of cells) expect(context.section).toBe('2. OCCUPANTS');
  });

  it('makes questions of its boxes to tick, with their options and bounds', () => {
    expect(read.questions.map(({ label, max_selected: most }) => [label, most])).toEqual([
      ['Marital status (tick one)', 1],
      ['May pets be kept?', 1],
      ['The rent includes (tick all that apply)', 3],
    ]);
    const options = (name: string): unknown =>
      read.boxes.filter(({ question }) => question === name).map(({ option_value: value }) => value);
    expect(options('Marital status (tick one)')).toEqual(['Single', 'Married', 'Divorced']);
    expect(options('May pets be kept?')).toEqual(['Yes', 'No']);
    expect(options('The rent includes (tick all that apply)')).toEqual(['Water', 'Electricity', 'Refuse removal']);
  });

  it('knows where people sign: over a bare role, by numbers under "as witnesses", and beside the word', () => {
    const signing = onPage(2).filter(({ type }) => type !== 'text');
    expect(signing.map(({ type, label }) => [type, label])).toEqual([
      ['signature', 'LESSOR'],
      ['signature', 'LESSEE'],
      ['signature', 'Witness 1'],
      ['signature', 'Witness 2'],
      ['signature', 'Signature of surety'],
      ['date_signed', 'Date'],
      ['initials', 'Initials'],
    ]);
    expect(842 * labelled('LESSOR').rect.h).toBeGreaterThan(20);
    expect(signing.filter(({ required }) => required).map(({ label }) => label)).not.toContain('Date');
  });

  it('finds the same on the page however it is turned, cut or built', () => {
    const variants: readonly FlatPageOptions[] = [
      { rotate: 90 },
      { rotate: 180 },
      { rotate: 270 },
      { cropBox: [20, 25, 580, 830] },
      { mediaBox: [-37, -55, 595, 842] },
      { cropBox: [-37, 25, 575, 835], mediaBox: [-100, 0, 700, 900], rotate: 90 },
      { userUnit: 2 },
      { inForm: true },
    ];
    for (const variant of variants) {
      const { boxes } = readPdf(pdfium, flatPdf(flatTenancy, variant));
      expect(boxes.map(told), JSON.stringify(variant)).toEqual(read.boxes.map(told));
    }
  });

  it('puts the boxes of a turned page where the page as displayed shows them', () => {
    const turned = readPdf(pdfium, flatPdf(flatTenancy, { rotate: 90 }));
    expect(turned.pages[0]).toMatchObject({ width: 842, height: 595, rotation: 90 });
    for (const [index, { rect }] of turned.boxes.entries()) {
      const upright = read.boxes[index]!.rect;
      expect(rect.x).toBeCloseTo(1 - upright.y - upright.h, 4);
      expect(rect.y).toBeCloseTo(upright.x, 4);
      expect(rect.w).toBeCloseTo(upright.h, 4);
    }
  });
});

describe('what is no box', () => {
  it('an underlined heading, a line between sections, a table of contents and text in a frame ask for nothing', () => {
    const page = [
      bold('DEFINITIONS', 60, 780),
      rule(60, 778, 132),
      rule(60, 760, 535),
      text('1. Scope ................................................ 3', 60, 740),
      text('2. Payment ............................................ 12', 60, 724),
      frame(60, 640, 475, 60),
      text('The landlord may not enter the dwelling without notice, and the tenant may not refuse', 70, 680),
      text('entry where notice was given in writing and at a reasonable hour of a working day.', 70, 664),
      text('word', 60, 600),
      rule(60, 598.5, 82),
    ];
    expect(readPdf(pdfium, flatPdf([page])).boxes).toEqual([]);
  });

  it('plain text asks for nothing', async () => {
    const { boxes } = readPdf(pdfium, await textPdf(['The tenant pays the rent.', 'Nothing else is agreed.']));
    expect(boxes).toEqual([]);
  });
});
