import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium, type Pdfium } from '../../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../../src/document/read-document.js';
import type { FlatPageOptions } from '../../../support/documents/flat-form.js';
import { bold, flatPdf, flatTenancy, frame, rule, text, upright } from '../../../support/documents/flat-form.js';
import { changed, lease, type PageChange, textPdf } from '../../../support/documents/small-documents.js';
import { FormWriter } from '../../../support/documents/lease/form-writer.js';

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
  named: { page, type, label, question, value, section: context.section, row: context.row, column: context.column },
  shaped: { cells: cells?.length, continuations: continuations?.length },
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

  it('gives a comb one cell for each letter, side by side within its field', () => {
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

  it('makes questions of its tickboxes, with their options and bounds', () => {
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

  it('puts the fields of a turned page where the displayed page shows them', () => {
    const turned = readPdf(pdfium, flatPdf(flatTenancy, { rotate: 90 }));
    expect(turned.pages[0]).toMatchObject({ width: 842, height: 595, rotation: 90 });
    for (const [index, { rect }] of turned.boxes.entries()) {
      const straight = read.boxes[index]!.rect;
      expect(rect.x).toBeCloseTo(1 - straight.y - straight.h, 4);
      expect(rect.y).toBeCloseTo(straight.x, 4);
      expect(rect.w).toBeCloseTo(straight.h, 4);
    }
  });
});

describe('what is not a field', () => {
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

describe('the lease with its fields burnt in', () => {
  const flattened = async (change: PageChange = {}): Promise<ReadDocument> => {
    const pdf = await PDF.load(lease());
    pdf.getForm()!.flatten();
    let bytes = await pdf.save();
    for (let page = 0; page < 4; page++) bytes = await changed(bytes, change, page);
    return readPdf(pdfium, bytes);
  };

  it('gives a field at each of its 77 fields, and no other', async () => {
    const { boxes } = await flattened();
    const fields = readPdf(pdfium, lease()).boxes;
    expect(boxes).toHaveLength(77);
    const found = fields.filter((field) =>
      boxes.some((box) => box.page === field.page && overlap(box.rect, field.rect) > 0.7),
    );
    expect(found).toHaveLength(77);
    const kinds = (type: string): number => boxes.filter((box) => box.type === type).length;
    expect([kinds('signature'), kinds('initials'), kinds('tickbox')]).toEqual([4, 12, 12]);
  });

  it('gives the same in every rotation and with an offset crop box', async () => {
    const straight = (await flattened()).boxes.map(told);
    for (const change of [
      { rotate: 90 },
      { rotate: 180 },
      { rotate: 270 },
      { cropBox: [-37, 20, 590, 840] as const },
    ]) {
      expect((await flattened(change)).boxes.map(told), JSON.stringify(change)).toEqual(straight);
    }
  });
});

/** How much of the smaller rectangle the two share. */
function overlap(a: Box['rect'], b: Box['rect']): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? (across * down) / Math.min(a.w * a.h, b.w * b.h) : 0;
}

describe('a page with some form fields', () => {
  it('finds the tickboxes and the signature lines without a field, and nothing else', async () => {
    const form = new FormWriter();
    form.text('Full name', 60, 705, 9);
    form.textField({ name: 'full_name', tooltip: 'Full name' }, { x: 150, y: 700, w: 220, h: 18 });
    form.text('Address ______________________', 60, 670, 10);
    form.text('[  ] I have read the rules', 60, 640, 10);
    form.text('Signature ______________________', 60, 600, 10);
    form.text('Signature of witness', 60, 560, 9);
    form.signatureField({ name: 'witness_signature', tooltip: 'Witness' }, { x: 150, y: 550, w: 200, h: 30 });
    const { boxes } = readPdf(pdfium, await form.save('Half a form'));
    expect(boxes.map(({ type, label, context }) => [type, label, context.widget_name])).toEqual([
      ['text', 'Full name', 'full_name'],
      ['tickbox', 'I have read the rules', null],
      ['signature', 'Signature', null],
      ['signature', 'Witness', 'witness_signature'],
    ]);
  });
});

describe('a number that somebody goes by', () => {
  it('is not a signature, even beside one', () => {
    const page = [
      text('Employee no:', 340, 740),
      rule(410, 738, 540),
      text('Signature:', 60, 700),
      rule(120, 698, 330),
      text('Client no:', 340, 700),
      rule(390, 698, 540),
    ];
    const found = readPdf(pdfium, flatPdf([page])).boxes.map(({ type, label }) => [type, label]);
    expect(found).toEqual([
      ['text', 'Employee no'],
      ['signature', 'Signature'],
      ['text', 'Client no'],
    ]);
  });
});

describe('the parties of a contract', () => {
  it('have their numbers named by the words before them in the bracket, and nothing by what they are called', () => {
    const blank = '_'.repeat(30);
    const page = [
      text(`${blank} (Identity number: ${blank})`, 60, 700),
      text('(hereinafter referred to as "A")', 60, 686),
    ];
    expect(readPdf(pdfium, flatPdf([page])).boxes.map(({ label }) => label)).toEqual([null, 'Identity number']);
  });
});

describe('captions in a column, and lines in a second one', () => {
  const captions = ['Full name', 'Identity number', 'Address', 'Cell', 'Email', 'Signature'];
  const told = (rows: readonly (readonly string[])[]): readonly string[] =>
    readPdf(pdfium, flatPdf([rows.flat()])).boxes.map(
      ({ type, label, continuations }) => `${type} ${label}${continuations === null ? '' : ' and more lines'}`,
    );

  it.each([
    [150, 22],
    [185, 28],
    [200, 36],
  ])('are one field each, with the lines from %i points and %i points apart', (from, apart) => {
    const found = ['text Full name', 'text Identity number', 'text Address', 'text Cell', 'text Email'];
    const rows = captions.map((caption, index) => [
      text(`${caption}:`, 50, 740 - index * apart),
      rule(from, 738 - index * apart, 450),
    ]);
    expect(told(rows)).toEqual([...found, 'signature Signature']);
    const leaders = captions.map((caption, index) => [
      text(caption, 50, 740 - index * apart),
      text('_'.repeat(40), from, 740 - index * apart),
    ]);
    expect(told(leaders)).toEqual([...found, 'signature Signature']);
  });

  it('leave a line without words of its own to the answer above it', () => {
    const rows = [
      [text('Address:', 50, 740), rule(200, 738, 450)],
      [rule(200, 714, 450)],
      [text('Email:', 50, 692), rule(200, 690, 450)],
    ];
    expect(told(rows)).toEqual(['text Address and more lines', 'text Email']);
  });
});

describe('a page with a field in its corner', () => {
  it('keeps the lines with captions, on which no field lies', async () => {
    const form = new FormWriter();
    form.textField({ name: 'docref', tooltip: 'Reference' }, { x: 480, y: 800, w: 90, h: 14 });
    const captions = ['Full name', 'Identity number', 'Address'];
    for (const [row, caption] of captions.entries()) form.text(`${caption}: ${'_'.repeat(30)}`, 60, 700 - row * 28, 10);
    const { boxes } = readPdf(pdfium, await form.save('A reference'));
    expect(boxes.map(({ type, label }) => [type, label])).toEqual([
      ['text', 'Reference'],
      ...captions.map((caption) => ['text', caption]),
    ]);
  });
});

describe('combs, tables and ticks in other clothes', () => {
  it('asks for nothing on the short line over footnotes, close under the text as it may be', () => {
    const words = ['The tenant pays the rental in advance on the', 'first day of each month, without any deduction¹'];
    const lines = words.map((line, index) => text(line, 60, 270 - index * 14));
    const notes = ['1 As defined in the Rental Housing Act.', '* Delete whichever is not applicable.'];
    const page = (note: string) => [...lines, rule(60, 250, 200), text(note, 60, 240)];
    const { boxes } = readPdf(pdfium, flatPdf([...notes.map(page), page('Signature of the tenant')]));
    expect(boxes.map(({ label }) => label)).toEqual(['Signature of the tenant']);
  });

  it('reads a stack of lines with the words over them down, though words are as close under each line', () => {
    const asked = ['Full name', 'Identity number', 'Postal address', 'Occupation'];
    const page = asked.flatMap((words, index) => [text(words, 50, 700 - index * 22), rule(50, 689 - index * 22, 300)]);
    expect(readPdf(pdfium, flatPdf([page])).boxes.map(({ label }) => label)).toEqual(asked);
  });

  it.each([
    ['in the middle', text, 52],
    ['at the left', text, 5],
    ['bold', bold, 52],
  ] as const)('takes the heads of high cells, %s, for those of the columns under them', (_look, write, inset) => {
    const lines = [700, 664, 640, 616].map((y) => rule(50, y, 350));
    const walls = [50, 200, 350].map((x) => upright(x, 616, 700));
    const heads = [write('Full name', 50 + inset, 686), write('Birth date', 200 + inset, 686)];
    const { boxes } = readPdf(pdfium, flatPdf([[...lines, ...walls, ...heads]]));
    expect(boxes.map(({ label }) => label)).toEqual(['Full name', 'Birth date', 'Full name', 'Birth date']);
  });

  it('takes the question before each box for its words, where every box of a row has one', () => {
    const row = ['Own car?', 'Own home?', 'Smoker?'];
    const page = row.flatMap((words, index) => [
      text(words, 60 + index * 120, 560),
      frame(130 + index * 120, 560, 10, 10),
    ]);
    expect(readPdf(pdfium, flatPdf([page])).boxes.map(({ label }) => label)).toEqual(row);
  });

  it('asks for nothing where the heads of the rows and of the columns meet', () => {
    const lines = [...[700, 670, 640].map((y) => rule(50, y, 350)), ...[50, 200, 350].map((x) => upright(x, 640, 700))];
    const words = [text('Condition', 210, 680), text('Kitchen', 60, 650)];
    const { boxes } = readPdf(pdfium, flatPdf([[...lines, ...words]]));
    expect(boxes.map(({ label }) => label)).toEqual(['Kitchen, Condition']);
  });

  it.each([
    ['in', 703],
    ['under', 690],
  ])('reads compartments with the letters of a date %s them as a date with the year last', (_, y) => {
    const squares = Array.from({ length: 8 }, (__, index) => frame(150 + index * 16, 700, 16, 16));
    const letters = [...'DDMMYYYY'].map((letter, index) => text(letter, 155 + index * 16, y, 7));
    const { boxes } = readPdf(pdfium, flatPdf([[text('Date of birth', 50, 704), ...squares, ...letters]]));
    expect(boxes.map(({ type, label }) => [type, label])).toEqual([['date', 'Date of birth']]);
    const lefts = boxes[0]!.cells!.map(({ x }) => Math.round((x * 595 - 150) / 16));
    expect(lefts).toEqual([4, 5, 6, 7, 2, 3, 0, 1]);
  });

  it.each([
    [260, 120],
    [400, 225],
  ])('reads a line to %i with the pattern of a date on it as a date, behind it where there is room', (to, from) => {
    const page = [text('Date of birth', 50, 550), text('D D / M M / Y Y Y Y', 125, 550), rule(120, 546, to)];
    const { boxes } = readPdf(pdfium, flatPdf([page]));
    expect(boxes.map(({ type, label }) => [type, label])).toEqual([['date', 'Date of birth']]);
    expect(Math.abs(boxes[0]!.rect.x * 595 - from)).toBeLessThan(12);
  });

  it('reads round tickboxes, empty brackets and tickboxes after their words', () => {
    const round = (x: number, y: number): string =>
      `${x} ${y} m ${x} ${y + 2.8} ${x - 2.2} ${y + 5} ${x - 5} ${y + 5} c ${x - 7.8} ${y + 5} ${x - 10} ${y + 2.8} ${x - 10} ${y} c ` +
      `${x - 10} ${y - 2.8} ${x - 7.8} ${y - 5} ${x - 5} ${y - 5} c ${x - 2.2} ${y - 5} ${x} ${y - 2.8} ${x} ${y} c h S`;
    const page = [
      text('Gender:', 60, 700),
      round(130, 703),
      text('Male', 136, 700),
      round(190, 703),
      text('Female', 196, 700),
      text('Is the unit furnished?  ( ) yes  ( ) no', 60, 660),
      text('Insured', 60, 620),
      frame(110, 618, 10, 10),
      text('Not insured', 150, 620),
      frame(215, 618, 10, 10),
    ];
    const { questions, boxes } = readPdf(pdfium, flatPdf([page]));
    expect(questions.map(({ label, max_selected: most }) => [label, most])).toEqual([
      ['Gender', 1],
      ['Is the unit furnished?', 1],
    ]);
    expect(boxes.map(({ label }) => label)).toEqual(['Male', 'Female', 'yes', 'no', 'Insured', 'Not insured']);
  });
});
