import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { bold, flatPdf, frame, rule, shade, text, upright } from '../../../support/documents/flat-form.js';

const pdfium = await loadPdfium();

/** What a page asks for: of each box its type, its label and the role or the subject that it belongs to. */
function asked(...page: readonly string[]): readonly unknown[] {
  const { boxes, people } = readPdf(pdfium, flatPdf([[text('SUBSCRIPTION AGREEMENT', 50, 800, 14), ...page]]));
  return boxes.map(({ type, label, person }) => {
    const proposed = person === null ? undefined : people[person]?.proposed;
    return [type, label, proposed?.role_name ?? proposed?.subject_label ?? null];
  });
}

const signedAt = (y: number): readonly string[] => [
  text('SIGNED at', 50, y),
  rule(105, y - 2, 250),
  text('on this', 255, y),
  rule(295, y - 2, 340),
  text('day of', 345, y),
  rule(380, y - 2, 480),
];
const witnesses = (y: number): readonly string[] => [
  text('AS WITNESSES:', 50, y),
  text('1.', 50, y - 30),
  rule(65, y - 32, 250),
  text('2.', 50, y - 70),
  rule(65, y - 72, 250),
];

describe('a line beside those of the witnesses', () => {
  it.each(['The Subscriber', 'THE SUBSCRIBER', 'The Franchisee'])('is where the party signs: %s', (who) => {
    const page = [...witnesses(510), rule(320, 478, 530), text(who, 320, 466, 8)];
    const role = who.endsWith('Franchisee') ? 'Franchisee' : 'Subscriber';
    expect(asked(...page)).toEqual([
      ['signature', 'Witness 1', 'Witness 1'],
      ['signature', who, role],
      ['signature', 'Witness 2', 'Witness 2'],
    ]);
  });

  it('belongs to no witness, and neither does what the next party begins with, who has witnesses of its own', () => {
    const page = [
      ...signedAt(700),
      ...witnesses(670),
      rule(320, 638, 530),
      text('For and on behalf of the Company', 320, 626, 8),
      rule(320, 598, 530),
      text('Name and capacity, who warrants authority', 320, 586, 8),
      ...signedAt(540),
      ...witnesses(510),
      rule(320, 478, 530),
      text('The Subscriber', 320, 466, 8),
    ];
    expect(asked(...page)).toEqual([
      ['text', 'SIGNED at', null],
      ['text', 'on this', null],
      ['text', 'day of', null],
      ['signature', 'Witness 1', 'Witness 1'],
      ['signature', 'For and on behalf of the Company', 'Company'],
      ['signature', 'Witness 2', 'Witness 2'],
      ['text', 'Name and capacity, who warrants authority', 'Company'],
      ['text', 'SIGNED at', null],
      ['text', 'on this', null],
      ['text', 'day of', null],
      ['signature', 'Witness 1', 'Witness 3'],
      ['signature', 'The Subscriber', 'Subscriber'],
      ['signature', 'Witness 2', 'Witness 4'],
    ]);
  });

  it('takes the address of a witness as a text', () => {
    const page = [...witnesses(510), rule(320, 478, 530), text('Address', 320, 466, 8)];
    expect(asked(...page)).toContainEqual(['text', 'Address', 'Witness 1']);
  });
});

describe('a line to sign on', () => {
  it('is that of a role with a date behind it, of a typed name and of a row of signatures, and none that is due', () => {
    const due = [text('Deposit payable on signature:', 50, 740), rule(220, 738, 400)];
    const dated = ['Lessor', 'Lessee'].flatMap((role, index) => [
      text(`${role}:`, 50, 700 - index * 40),
      rule(120, 698 - index * 40, 300),
      text('Date:', 320, 700 - index * 40),
      rule(360, 698 - index * 40, 500),
    ]);
    const typed = [rule(50, 600, 250), text('Thandi Nkosi', 50, 588), text('Managing Director', 50, 576)];
    const walls = [
      ...[540, 520, 490].map((y) => rule(50, y, 450)),
      ...[50, 150, 300, 450].map((x) => upright(x, 490, 540)),
    ];
    const table = [...walls, text('Agent', 160, 526), text('Surety', 310, 526), text('Signature', 54, 500)];
    expect(asked(...due, ...dated, ...typed, ...table).map((box) => (box as string[]).slice(0, 2))).toEqual([
      ['text', 'Deposit payable on signature'],
      ...['Lessor', 'Lessee'].flatMap((role) => [
        ['signature', role],
        ['date_signed', 'Date'],
      ]),
      ['signature', 'Thandi Nkosi'],
      ['signature', 'Signature, Agent'],
      ['signature', 'Signature, Surety'],
    ]);
  });

  it('is too short at the foot of a page for more than initials', () => {
    const short = ['Seller', 'Buyer'].flatMap((role, index) => [
      rule(400 + index * 50, 60, 440 + index * 50),
      text(role, 400 + index * 50, 48, 7),
    ]);
    expect(asked(...short)).toEqual([
      ['initials', 'Seller', 'Seller'],
      ['initials', 'Buyer', 'Buyer'],
    ]);
  });
});

describe('numbered witnesses in the second of two columns', () => {
  it('sign on each of their lines, whatever is asked in the first column', () => {
    const page = [
      text('AS WITNESSES:', 320, 540),
      rule(50, 508, 250),
      text('TENANT', 50, 496, 8),
      text('1.', 320, 510),
      rule(335, 508, 530),
      text('Full name:', 50, 470),
      rule(110, 468, 250),
      text('2.', 320, 470),
      rule(335, 468, 530),
    ];
    expect(asked(...page)).toEqual([
      ['signature', 'TENANT', 'Tenant'],
      ['signature', 'Witness 1', 'Witness 1'],
      ['signature', 'Witness 2', 'Witness 2'],
      ['text', 'Full name', 'Tenant'],
    ]);
  });
});

describe('a bold heading over lines with plain captions under them', () => {
  it('names none of the lines, and a party of its own', () => {
    const page = [
      bold('COMPANY:', 50, 700),
      text('By:', 50, 670),
      rule(80, 668, 300),
      bold('OTHER SIGNATORY:', 50, 600),
      ...['Name (please print)', 'Signature', 'Title (if applicable)'].flatMap((words, index) => [
        rule(50, 570 - 37 * index, 300),
        text(words, 110, 560 - 37 * index),
      ]),
    ];
    expect(asked(...page)).toEqual([
      ['signature', 'By', 'Company'],
      ['text', 'Name (please print)', 'Signer'],
      ['signature', 'Signature', 'Signer'],
      ['text', 'Title (if applicable)', 'Signer'],
    ]);
  });
});

describe('initials', () => {
  const item = (y: number, words: string): readonly string[] => [
    text(`${words}  Initials:`, 50, y),
    rule(300, y - 2, 350),
  ];

  it('are put to each item of a declaration', () => {
    const items = ['1. I had time to ask.', '2. I know the risks.', '3. I may withdraw.'];
    const page = [
      text('I acknowledge each item by placing my initials beside it.', 50, 720),
      ...items.flatMap((words, index) => item(680 - 40 * index, words)),
    ];
    expect(asked(...page).map((found) => (found as string[])[0])).toEqual(['initials', 'initials', 'initials']);
  });

  it('are letters of a name beside the surname', () => {
    const page = [
      text('Surname:', 50, 700),
      rule(110, 698, 300),
      text('Initials:', 310, 700),
      rule(360, 698, 420),
      text('ID number:', 50, 670),
      rule(110, 668, 300),
    ];
    expect(asked(...page).map((found) => (found as string[])[0])).toEqual(['text', 'text', 'text']);
  });
});

describe('the black squares in the corners of a page', () => {
  it('are for a scanner, and nobody ticks them', () => {
    const corner = (x: number, y: number): string => shade(x, y, 12, 12, 0);
    const page = [corner(30, 790), corner(550, 790), corner(30, 30), corner(550, 30), text('Name:', 50, 600)];
    expect(asked(...page, rule(100, 598, 300))).toEqual([['text', 'Name', null]]);
  });

  it('do not take white boxes with them', () => {
    const page = [shade(40, 590, 400, 30, 0.2), shade(50, 598, 10, 10, 1), text('I agree to the terms', 70, 560)];
    expect(asked(...page, shade(50, 560, 10, 10, 1), frame(50, 560, 10, 10)).length).toBeGreaterThan(0);
  });
});

describe('a round outline', () => {
  const circle = (x: number, y: number, r: number): string => {
    const k = 0.55 * r;
    return `0.7 w ${x + r} ${y} m ${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} c ${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} c ${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} c ${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} c h S`;
  };
  /** The letter C as it is drawn when a program turns letters into outlines. */
  const letter = (x: number, y: number): string =>
    `0.7 w ${x + 12} ${y + 3} m ${x + 8} ${y} ${x} ${y} ${x} ${y + 6} c ${x} ${y + 12} ${x + 8} ${y + 12} ${x + 12} ${y + 9} c ${x + 9} ${y + 8} l ${x + 4} ${y + 9} ${x + 4} ${y + 3} ${x + 9} ${y + 4} c h S`;

  it('is a place to tick when it is a circle, and not when it is a letter', () => {
    const page = [circle(60, 700, 6), text('I agree', 75, 697), letter(200, 640), letter(220, 640), letter(240, 640)];
    expect(asked(...page)).toEqual([['tickbox', 'I agree', null]]);
  });
});
