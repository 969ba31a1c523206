import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { bold, flatPdf, rule, text } from '../../support/documents/flat-form.js';
import { FormWriter } from '../../support/documents/lease/form-writer.js';
import { fixture, smallForm } from '../../support/documents/small-documents.js';

const pdfium = await loadPdfium();

/** A form of headings, each with fields below it; a name that begins with "sign" is a signature. */
async function form(parts: readonly (readonly [string, ...string[]])[]): Promise<ReadDocument> {
  const writer = new FormWriter();
  let y = 780;
  for (const [heading, ...names] of parts) {
    writer.text(heading, 60, y, 13, [0, 0, 0], true);
    for (const name of names) {
      y -= 40;
      const place = { x: 200, y, w: 200, h: 20 };
      if (name.startsWith('sign')) writer.signatureField({ name, tooltip: '' }, place);
      else writer.textField({ name, tooltip: '' }, place);
    }
    y -= 50;
  }
  writer.text('Body text that sets the size of most of this page, so that the headings stand out from it.', 60, 60, 9);
  return readPdf(pdfium, await writer.save('Form'));
}

describe('people', () => {
  it('follow from what a party does: details, a signature, or both', async () => {
    const { people } = await form([
      ['THE BUYER', 'f1', 'signature1'],
      ['THE SELLER', 'signature2'],
      ['THE OCCUPANT', 'f2'],
    ]);
    expect(people.map(({ heading, proposed }) => [heading, proposed.decision, proposed.presence])).toEqual([
      ['THE BUYER', 'both', 'required'],
      ['THE SELLER', 'signer', 'required'],
      ['THE OCCUPANT', 'subject', 'conditional'],
    ]);
    expect(people[1]!.proposed).toMatchObject({ subject_key: null, subject_label: null, role_name: 'Seller' });
    expect(people[2]!.proposed).toMatchObject({ subject_key: 'occupant', role_name: null });
  });

  it('are as many as the form counts', async () => {
    const { people } = await form([
      ['WITNESS 1', 'signature1'],
      ['WITNESS 2', 'signature2'],
    ]);
    expect(people.map((person) => person.proposed.role_name)).toEqual(['Witness 1', 'Witness 2']);
    expect(new Set(people.map((person) => person.id)).size).toBe(2);
  });

  it('are one signer when the form has signatures and no names', async () => {
    const { people, boxes } = await form([['DECLARATION', 'signature1', 'f1']]);
    expect(people).toHaveLength(1);
    expect(people[0]!.proposed).toMatchObject({ decision: 'signer', role_name: 'Signer' });
    expect(boxes.map((box) => box.person)).toEqual([0, null]);
  });

  it.each(['Signed under penalties of perjury', 'SIGNED UNDER OATH', 'ONDER EED'])(
    'are one where "%s" stands over another signature of the only signer',
    async (declaration) => {
      const { people, boxes } = await form([
        ['THE APPLICANT', 'f1', 'signature1'],
        [declaration, 'signature2'],
      ]);
      expect(people.map(({ heading }) => heading)).toEqual(['THE APPLICANT']);
      expect(boxes.map((box) => box.person)).toEqual([0, 0, 0]);
    },
  );

  it.each(['Signed under oath', 'FOR AND ON BEHALF OF', 'IN THE PRESENCE OF'])(
    'are not called after the words "%s"',
    async (words) => {
      const { people } = await form([
        ['THE BUYER', 'signature1'],
        ['THE SELLER', 'signature2'],
        [words, 'signature3'],
      ]);
      expect(people.map(({ heading }) => heading)).toEqual(['THE BUYER', 'THE SELLER', 'Signature']);
    },
  );

  it('are empty without signatures and names', async () => {
    expect((await form([['DECLARATION', 'f1']])).people).toEqual([]);
  });

  it('are found by the names of widgets where no heading speaks', async () => {
    const { people } = readPdf(pdfium, await smallForm());
    expect(people.map((person) => person.proposed.role_name)).toEqual(['Tenant']);
  });
});

/** The people of a printed page: what each is called, and the kind of part that is theirs. */
function printed(...page: readonly string[]): readonly unknown[] {
  const body = text('The parties agree to what stands on the pages before this one, and sign it below.', 50, 790);
  const { people } = readPdf(pdfium, flatPdf([[body, ...page]]));
  return people.map(({ heading, kind }) => [heading.replace(/[\s:-]+$/u, ''), kind]);
}

/** A caption with a line behind it. */
const ask = (words: string, x: number, y: number, to = x + 230): readonly string[] => [
  text(words, x, y),
  rule(x + 6 * words.length, y - 2, to),
];

describe('the people who sign a printed page', () => {
  it('are named by the words that open their block', () => {
    const owner = [text('Information Owner:', 50, 700), text('Tetra Inc.', 60, 685), ...ask('By', 50, 660)];
    const other = [text('Recipient:', 50, 600), text('[Name of contractor]', 60, 585), ...ask('By', 50, 560)];
    expect(printed(...owner, ...other)).toEqual([
      ['Information Owner', 'principal'],
      ['Recipient', 'principal'],
    ]);
  });

  it('are witnesses under "Witnessed by" in each of two columns', () => {
    const column = (name: string, x: number): readonly string[] => [
      bold(name, x, 700),
      ...ask('Signature:', x, 670),
      ...ask('Name:', x, 640),
      text('Witnessed by:', x, 600),
      ...ask('Signature:', x, 570),
      ...ask('Name:', x, 540),
    ];
    expect(printed(...column('NORTH LIMITED', 50), ...column('SOUTH LIMITED', 310))).toEqual([
      ['NORTH LIMITED', 'principal'],
      ['SOUTH LIMITED', 'principal'],
      ['Witnessed by', 'witness'],
      ['Witnessed by', 'witness'],
    ]);
  });

  it('are named by what is asked before their signature', () => {
    const row = (words: string, y: number): readonly string[] => [
      ...ask(words, 50, y, 280),
      ...ask('Signature:', 300, y),
    ];
    const rows = [row('Name of applicant:', 700), row('Introduced by:', 660), row('Seconded by:', 620)];
    expect(printed(bold('PLEASE NOTE', 50, 740), ...rows.flat())).toEqual([
      ['Name of applicant', 'principal'],
      ['Introduced by', 'principal'],
      ['Seconded by', 'principal'],
    ]);
  });

  it('are not called after a caption in capitals', () => {
    const part = (office: string, y: number): readonly string[] => [
      bold(office, 50, y),
      ...ask('FULL NAME:', 50, y - 25),
      ...ask('Signature:', 50, y - 55),
    ];
    expect(printed(...part('Chairperson', 700), ...part('Secretary', 560))).toEqual([
      ['Chairperson', 'principal'],
      ['Secretary', 'principal'],
    ]);
  });

  it('are one signer, and no heading, where nothing says who signs', () => {
    expect(printed(bold('DECLARATION', 50, 740), ...ask('Signature:', 50, 700))).toEqual([['Signature', 'principal']]);
    expect(printed(bold('CONSENT', 50, 740), ...ask('1. Signature:', 50, 700))).toEqual([['Signature', 'principal']]);
  });

  it('have the ticks of their heading before their own line', () => {
    const part = (who: string, y: number): readonly string[] => [
      bold(`Recommendation of the ${who} (Approved`, 50, y),
      rule(300, y - 2, 330),
      bold('Refused', 335, y),
      rule(380, y - 2, 410),
      ...ask('Comments', 50, y - 30, 500),
      ...ask('Sign', 50, y - 60),
    ];
    expect(printed(...part('Dean', 700), ...part('Bursar', 560))).toEqual([
      ['Recommendation of the Dean (Approved', 'principal'],
      ['Recommendation of the Bursar (Approved', 'principal'],
    ]);
  });
});

// What a reader of the forms says, who has the paper before him.
describe('the people of real forms', () => {
  it.each([
    [
      'court-pca349.pdf',
      [
        ['Full name of child immediately after adoption', 'subject', 'child'],
        ["Birth parent's name", 'subject', 'birth_parent'],
        ['Name of natural parent', 'subject', 'natural_parent'],
        ['Name of adoptive stepparent', 'subject', 'adoptive_stepparent'],
        ['Signature of adoptee petitioner', 'both', 'adoptee_petitioner'],
        ['Signature of birth parent petitioner', 'both', 'birth_parent_petitioner'],
        ['Attorney signature', 'both', 'attorney'],
      ],
    ],
    [
      'court-petition-treatment.pdf',
      [
        ['Petitioner signature', 'both', 'petitioner'],
        ['Attorney signature', 'both', 'attorney'],
      ],
    ],
    [
      'court-satisfaction.pdf',
      [
        ['Plaintiff/Petitioner', 'subject', 'plaintiff_or_petitioner'],
        ['Defendant/Respondent', 'subject', 'defendant_or_respondent'],
        ['Plaintiff/Petitioner, Defendant/Respondent or Purchaser/Assignee', 'signer', null],
        ['Attorney or Licensed Paralegal Practitioner of record (if applicable)', 'signer', null],
        ['Certificate of Service', 'signer', null],
      ],
    ],
  ])('%s', (file, expected) => {
    const { boxes, people } = readPdf(pdfium, fixture(`forms/${file}`));
    expect(people.map(({ heading, proposed }) => [heading, proposed.decision, proposed.subject_key])).toEqual(expected);
    for (const [index, box] of boxes.entries()) {
      if (box.type === 'signature') expect([file, index, box.person]).not.toContain(null);
    }
  });

  it('have the fields under their signatures', () => {
    const { boxes, people } = readPdf(pdfium, fixture('forms/court-petition-treatment.pdf'));
    const names = people.map((person) => person.boxes.map((index) => boxes[index]!.context.widget_name));
    expect(names).toEqual([
      ['signature_date', 'Text2', 'pname', 'users1_address_line_one', 'pcity', 'ptelno'],
      ['Text1', 'aname', 'aaddress', 'acity', 'atelno'],
    ]);
  });
});
