import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium, type Pdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, frame, rule, text, upright } from '../../../support/documents/flat-form.js';

const forms = fileURLToPath(new URL('../../../fixtures/flat-forms/', import.meta.url));
let pdfium: Pdfium;

beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** What a reader of a form is told: of each box its type, its words, its key and its person; and the questions. */
function told(form: string): { readonly boxes: readonly string[]; readonly questions: readonly unknown[] } {
  const { boxes, questions, people } = readPdf(pdfium, readFileSync(`${forms}${form}.pdf`));
  return {
    boxes: boxes.map(({ type, label, suggested, person }) => {
      const proposed = person === null ? null : people[person]!.proposed;
      const whose = proposed === null ? '-' : (proposed.role_name ?? proposed.subject_label);
      return [type, label, suggested.key ?? '-', whose].join(' | ');
    }),
    questions: questions.map(({ label, max_selected: most }) => [label, most]),
  };
}

const ofType = (boxes: readonly string[], ...types: readonly string[]): readonly string[] =>
  boxes.filter((box) => types.includes(box.split(' ')[0]!));

describe('a form as a browser prints it', () => {
  it('has its captions under its rules, options that the margin breaks, and a blank on the line after its words', () => {
    expect(told('deed-of-sale')).toEqual({
      boxes: [
        'signature | SELLER | - | Seller',
        'signature | PURCHASER | - | Purchaser',
        'signature | Witness 1 | - | Witness 1',
        'signature | Witness 2 | - | Witness 2',
        'tickbox | Yes | form.any_pets_allowed | -',
        'tickbox | No | form.any_pets_allowed | -',
        'text | If yes, give details | form.if_yes_give_details | -',
        'tickbox | Single | person.marital_status | Purchaser',
        'tickbox | Married in community of property | person.marital_status | Purchaser',
        'tickbox | Married out of community of property | person.marital_status | Purchaser',
        'tickbox | Divorced | person.marital_status | Purchaser',
        'signature | Signature of seller | - | Seller',
        'text | Full name | person.full_name | Seller',
        'date_signed | Date | - | Seller',
      ],
      questions: [
        ['Any pets allowed?', 1],
        ['Marital status of the Purchaser (tick one)', 1],
      ],
    });
  });

  it('names its signers over their blocks, its witnesses by number on one line, and who puts initials', () => {
    expect(told('non-disclosure').boxes).toEqual([
      'text | registration number | form.registration_number | -',
      'text |  | - | -',
      'text | registration number | form.registration_number_2 | -',
      'initials | Discloser | - | Discloser',
      'initials | Recipient | - | Recipient',
      'signature | Signature | - | Discloser',
      'text | Name | person.full_name | Discloser',
      'text | Capacity | employment.job_title | Discloser',
      'date_signed | Date | - | Discloser',
      'text | Place | signing.place | Discloser',
      'signature | As witnesses: 1 | - | Witness 1',
      'signature | As witnesses: 2 | - | Witness 2',
      'signature | Signature | - | Recipient',
      'text | Name | person.full_name | Recipient',
      'text | Capacity | employment.job_title | Recipient',
      'date_signed | Date | - | Recipient',
      'signature | Parent or guardian (if the Recipient is under 18) | - | Parent or guardian',
      'signature | Commissioner of Oaths | - | Commissioner of oaths',
    ]);
  });

  it('leaves to the office what is for the office, and has an amount after its currency', () => {
    const { boxes, questions } = told('debit-order');
    expect(boxes.slice(0, 4).map((box) => box.split(' | ').at(-1))).toEqual(Array(4).fill('Account holder'));
    expect(boxes.filter((box) => box.includes('Amount'))).toEqual(['text | Amount | bank.amount | -']);
    expect(boxes.slice(-6)).toEqual([
      'signature | Signature of account holder | - | Account holder',
      'date_signed | Date | - | Account holder',
      'text | Place | signing.place | Account holder',
      'text | Reference | form.reference | -',
      'text | Captured by | form.captured_by | -',
      'initials | Initials | - | -',
    ]);
    expect(questions).toEqual([
      ['Account type', 1],
      ['Debit day', 1],
    ]);
  });

  it('asks within its sentences: a bracket names the blank before it, and words lead over the end of a line', () => {
    const { boxes, questions } = told('power-of-attorney');
    expect(boxes.slice(0, 4).map((box) => box.split(' | ')[1])).toEqual([
      'full names',
      'Identity Number',
      'residing at',
      'do hereby nominate and appoint',
    ]);
    expect(questions).toEqual([
      ['Please tick', 3],
      ['Is the applicant a South African citizen?', 1],
    ]);
    expect(ofType(boxes, 'signature', 'initials')).toEqual([
      'signature | Witness 1 | - | Witness 1',
      'signature | GRANTOR | - | Grantor',
      'signature | Witness 2 | - | Witness 2',
      'signature | AGENT (who accepts the appointment) | - | Agent',
      'initials | Initial | - | -',
    ]);
    expect(boxes).toContain('tickbox | Stamp | bank.stamp | -');
    expect(boxes).toContain('date | Date of birth | person.birth_date | -');
  });

  it('has the words of both parties side by side, and each witness is somebody else', () => {
    const { boxes } = told('offer-to-purchase');
    expect(boxes.slice(0, 6)).toEqual(
      ['Name | person.full_name', 'ID No | person.id_number', 'Address | address.physical'].flatMap((asked) => [
        `text | ${asked} | Seller`,
        `text | ${asked} | Purchaser`,
      ]),
    );
    expect(ofType(boxes, 'signature', 'date_signed')).toEqual([
      'signature | Seller | - | Seller',
      'signature | Purchaser | - | Purchaser',
      'date_signed | Date | - | Seller',
      'date_signed | Date | - | Purchaser',
      'signature | Witness | - | Witness 1',
      'signature | Witness | - | Witness 2',
      'signature | Estate agent | - | Estate agent',
    ]);
    expect(boxes).toContain('text | Tel | contact.phone | Estate agent');
  });

  it('says how many options may be ticked, each question for itself', () => {
    expect(told('tenant-ticks').questions).toEqual([
      ['Marital status (tick one)', 1],
      ['Gender (mark only one box)', 1],
      ['Choose at most two', 2],
      ['Pets?', 1],
    ]);
  });

  it('has its captions over its lines, where the last line has none under it', () => {
    const { boxes, questions } = told('visitors');
    expect(boxes.filter((box) => !box.startsWith('tickbox'))).toEqual([
      'text | Full name | person.full_name | -',
      'text | Company | company.name | -',
      'text | Cell number | contact.mobile | -',
      'text | Other (specify) | form.other_specify | -',
      'signature | Signature of visitor | - | Visitor',
      'date_signed | Date | - | Visitor',
    ]);
    expect(ofType(boxes, 'tickbox').map((box) => box.split(' | ')[1])).toEqual([
      'Meeting',
      'Delivery',
      'Maintenance of the lifts and of the other machinery that stands in the basement of the building',
      'Other (specify)',
    ]);
    expect(questions).toEqual([['Reason for visit (choose one)', 1]]);
  });

  it('binds a surety between two witnesses, and the creditor by the words over the block', () => {
    const { boxes } = told('suretyship');
    expect(boxes.slice(0, 3)).toEqual([
      'text | full names | person.full_name | -',
      'text | identity number | person.id_number | -',
      'text | address | address.physical | -',
    ]);
    expect(boxes.slice(-7)).toEqual([
      'signature | SURETY | - | Surety',
      'signature | Witness 1 | - | Witness 1',
      'signature | Witness 2 | - | Witness 2',
      'text | Full name | person.full_name | Surety',
      'signature | Signature | - | Creditor',
      'text | Name and capacity | form.name_and_capacity | Creditor',
      'date_signed | Date | - | Creditor',
    ]);
  });
});

describe('a form in another official language', () => {
  const lease = [
    'tickbox | Ongetroud | person.marital_status | Huurder',
    'tickbox | Getroud binne gemeenskap van goed | person.marital_status | Huurder',
    'tickbox | Getroud buite gemeenskap van goed | person.marital_status | Huurder',
    'tickbox | Geskei | person.marital_status | Huurder',
    'text | Straatadres | address.physical | -',
    'text | Poskode | address.postal_code | -',
    'date | Die huurtermyn begin op | form.die_huurtermyn_begin_op | -',
    'date | en eindig op | form.en_eindig_op | -',
    'text | Maandelikse huur | rental.monthly_amount | -',
    'text | Deposito | deposit.amount | -',
    'tickbox | Ja | form.word_troeteldiere_toegelaat | -',
    'tickbox | Nee | form.word_troeteldiere_toegelaat | -',
    'text | Indien ja, gee besonderhede | form.indien_ja_gee_besonderhede | -',
    'text | Geteken te | signing.place | -',
    'text | op hierdie | form.op_hierdie | -',
    'text | dag van | form.dag_van | -',
    'text | year | form.year | -',
    'signature | VERHUURDER | - | Verhuurder',
    'signature | HUURDER | - | Huurder',
    'signature | Getuie 1 | - | Getuie 1',
    'signature | Getuie 2 | - | Getuie 2',
  ];
  const questions = [
    ['Huwelikstaat van die Huurder (merk een)', 1],
    ['Word troeteldiere toegelaat?', 1],
  ];

  it('is a lease in Afrikaans', () => {
    expect(told('huurooreenkoms')).toEqual({
      boxes: [
        'text | Volle name en van | person.full_name | Verhuurder',
        'text | Identiteitsnommer | person.id_number | Verhuurder',
        'text | Woonadres | address.physical | Verhuurder',
        'text | E-posadres | contact.email | Verhuurder',
        'text | Selfoonnommer | contact.mobile | Verhuurder',
        'text | Volle name en van | person.full_name | Huurder',
        'text | Identiteitsnommer | person.id_number | Huurder',
        'text | Werkgewer | employment.employer_name | Huurder',
        'text | Maandelikse inkomste (R) | employment.monthly_income | Huurder',
        ...lease,
      ],
      questions,
    });
  });

  it('is the same lease out of a word processor, its small fields under their captions', () => {
    expect(told('huurooreenkoms-writer')).toEqual({
      boxes: [
        'text | Identiteitsnommer | person.id_number | Verhuurder',
        'text | Identiteitsnommer | person.id_number | Huurder',
        ...lease,
      ],
      questions,
    });
  });

  it('says everything in Afrikaans and in English, and has a table that is signed in', () => {
    const { boxes, questions: asked } = told('aansoek-application');
    expect(boxes.filter((box) => !box.startsWith('tickbox'))).toEqual([
      'text | Van / Surname | person.last_name | -',
      'text | Volle name / Full names | person.full_name | -',
      'text | ID-nommer / ID number | person.id_number | -',
      'date | Geboortedatum / Date of birth | person.birth_date | -',
      'text | Adres / Address | address.physical | -',
      'text | Poskode / Postal code | address.postal_code | -',
      'text | Tel (H) | contact.home_phone | -',
      'text | Tel (W) | contact.work_phone | -',
      'text | Sel / Cell | contact.mobile | -',
      'text | E-pos / E-mail | contact.email | -',
      'signature | Handtekening / Signature | - | Signer',
      'date_signed | Datum / Date | - | Signer',
      'signature | Getuie / Witness | - | Getuie 1',
      'date_signed | Datum / Date | - | Getuie 1',
      ...['Landlord', 'Tenant', 'Witness'].flatMap((row) => {
        const who = row === 'Witness' ? 'Getuie 2' : row;
        return [
          `text | ${row}, Full name | form.${row.toLowerCase()}.full_name | ${who}`,
          `signature | ${row}, Signature | - | ${who}`,
          `date_signed | ${row}, Date | - | ${who}`,
        ];
      }),
      'signature | Deponent | - | Deponent',
      'signature | Commissioner of Oaths | - | Commissioner of oaths',
    ]);
    expect(asked).toEqual([
      ['Geslag / Gender', 1],
      ['Is u getroud? / Are you married?', 1],
    ]);
  });

  it('is an application in isiZulu', () => {
    const { boxes, questions: asked } = told('isicelo');
    expect(boxes.filter((box) => !box.startsWith('tickbox'))).toEqual([
      'text | Amagama aphelele | person.full_name | Applicant',
      'text | Isibongo | person.last_name | Applicant',
      'text | Inombolo kamazisi | person.id_number | Applicant',
      'date | Usuku lokuzalwa | person.birth_date | Applicant',
      'text | Ikheli lasekhaya | address.physical | Applicant',
      'text | Inombolo yocingo | contact.phone | Applicant',
      'text | I-imeyili | contact.email | Applicant',
      'signature | Isiginesha yomfakisicelo | - | Applicant',
      'date_signed | Usuku | - | Applicant',
      'signature | Isiginesha yomphathi | - | Manager',
      'date_signed | Usuku | - | Manager',
      'signature | Isiginesha kafakazi | - | Witness',
      'date_signed | Usuku | - | Witness',
    ]);
    expect(asked).toEqual([
      ['Ubulili', 1],
      ['Ingabe unayo ilayisensi yokushayela?', 1],
    ]);
  });

  it('asks the same in isiXhosa, Setswana, Tshivenda and Xitsonga', () => {
    const { boxes } = told('four-languages');
    const keys = boxes.map((box) => box.split(' | ')[2]!.replace(/_\d$/, ''));
    const many = (key: string): number => keys.filter((found) => found === key).length;
    expect(['person.full_name', 'person.last_name', 'person.id_number'].map(many)).toEqual([4, 4, 3]);
    expect(['person.birth_date', 'address.physical', 'contact.phone', 'contact.email'].map(many)).toEqual([2, 2, 1, 1]);
    const signed = ofType(boxes, 'signature').map((box) => box.split(' | ').at(-1));
    expect(signed).toEqual([1, 2, 3, 4].flatMap((number) => ['Applicant', `Witness ${number}`]));
    expect(ofType(boxes, 'date_signed')).toHaveLength(8);
  });
});

describe('a form with fields but without tooltips', () => {
  it('takes its labels from the words right beside each field', () => {
    const { boxes, questions } = told('leave-application');
    expect(ofType(boxes, 'tickbox').map((box) => box.split(' | ')[1])).toEqual(['Half day?', 'Yes', 'No']);
    expect(questions).toEqual([['Paid', 1]]);
  });
});

describe('answer cells', () => {
  it('ticks in the empty cells under answers, each row a question, be the columns wide or narrow', async () => {
    const pdfium = await loadPdfium();
    const asked = ['Are you married?', 'Are you insolvent?'];
    for (const width of [24, 60]) {
      const walls = [50, 350, 350 + width, 350 + 2 * width, 350 + 3 * width];
      const page = [
        ...[760, 740, 720, 700].map((y) => rule(50, y, walls.at(-1)!)),
        ...walls.map((x) => upright(x, 700, 760)),
        ...['Ja', 'Nee', 'N/A'].map((words, index) => text(words, walls[index + 1]! + width / 2 - 6, 746, 7)),
        ...asked.map((words, index) => text(words, 54, 726 - index * 20)),
      ];
      const { boxes, questions } = readPdf(pdfium, flatPdf([page]));
      const ticks = asked.flatMap((question) => ['Ja', 'Nee', 'N/A'].map((option) => ['tickbox', question, option]));
      expect(boxes.map(({ type, question, option_value: option }) => [type, question, option])).toEqual(ticks);
      expect(questions.map(({ label, max_selected: most }) => [label, most])).toEqual(asked.map((words) => [words, 1]));
    }
  });
});

describe('a table of ticks', () => {
  it('names each by its row and its column', () => {
    const walls = [50, 200, 290, 380, 470];
    const rows = [760, 740, 720, 700];
    const box = (x: number, y: number): string => frame(x, y, 9, 9);
    const page = [
      ...rows.map((y) => rule(50, y, 470)),
      ...walls.map((x) => upright(x, 700, 760)),
      ...['Item', 'Good', 'Damaged', 'Missing'].map((words, index) => text(words, walls[index]! + 4, 746)),
      ...['Stove', 'Taps'].flatMap((words, index) => [
        text(words, 54, 726 - index * 20),
        ...walls.slice(1, 4).map((x) => box(x + 5, 725 - index * 20)),
      ]),
    ];
    const { boxes } = readPdf(pdfium, flatPdf([page]));
    expect(boxes.map(({ type, label }) => `${type} ${label}`)).toEqual(
      ['Stove', 'Taps'].flatMap((row) => ['Good', 'Damaged', 'Missing'].map((column) => `tickbox ${row}: ${column}`)),
    );
  });
});

describe('a box before a paragraph', () => {
  it('bears the beginning of the paragraph, also where only its number stands before it or a line reaches up to it', () => {
    const words = [
      text('2.', 20, 600),
      frame(50, 596, 16, 16),
      text('To the best of my knowledge:', 92, 591),
      text('3.', 20, 556),
      frame(50, 552, 16, 16),
      text('a) All of my records, which are listed in the annexure, of every court in which', 100, 565),
      text('occurred not less than three years before this request.', 80, 555),
    ];
    const { boxes } = readPdf(pdfium, flatPdf([words]));
    expect(boxes.map(({ type, label }) => `${type} ${label}`)).toEqual([
      'tickbox To the best of my knowledge',
      'tickbox a) All of my records, which are listed in the annexure, of every court in which',
    ]);
  });
});
