import { beforeAll, describe, expect, it } from 'vitest';
import { newDataKeyProblem } from '../../../src/contract/data-key.js';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium, type Pdfium } from '../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { fixture, lease, smallForm, textPdf } from '../../support/documents/small-documents.js';
import { rawForm } from '../../support/documents/raw-form.js';

let pdfium: Pdfium;
let read: ReadDocument;

beforeAll(async () => {
  pdfium = await loadPdfium();
  read = readPdf(pdfium, lease());
});

function named(name: string): ReadDocument['boxes'][number] {
  return read.boxes.find((box) => box.context.widget_name === name)!;
}

describe('reading the demo lease', () => {
  it('finds every widget, on its page, within the page', () => {
    expect(read.page_count).toBe(4);
    expect(read.boxes).toHaveLength(77);
    for (const { rect } of read.boxes) {
      expect(Math.min(rect.x, rect.y, rect.w, rect.h)).toBeGreaterThan(0);
      expect(Math.max(rect.x + rect.w, rect.y + rect.h)).toBeLessThan(1);
    }
  });

  it('says how large the pages are', () => {
    expect(read.pages).toHaveLength(4);
    expect(read.pages[0]).toMatchObject({ page: 1, rotation: 0 });
    expect(read.pages[0]!.width).toBeCloseTo(595.28, 1);
    expect(read.pages[0]!.height).toBeCloseTo(841.89, 1);
  });

  it('puts a field at its place: the tenant full name is in the left half of page 1', () => {
    const { page, rect } = named('tenant_full_name');
    expect(page).toBe(1);
    expect(rect.x).toBeCloseTo(54 / 595.28, 3);
    expect(rect.w).toBeGreaterThan(0.4);
    expect(rect.y).toBeGreaterThan(named('landlord_full_name').rect.y);
  });

  it('takes labels, sections, tooltips and captions from the form', () => {
    expect(named('tenant_id_number')).toMatchObject({
      type: 'text',
      label: 'Identity number of the tenant',
      required: true,
      context: {
        label: 'Identity or passport number',
        section: '2. THE TENANT',
        tooltip: 'Identity number of the tenant',
        widget_name: 'tenant_id_number',
      },
    });
    expect(named('tenant_id_number').context.nearby.length).toBeLessThanOrEqual(5);
    expect(named('tenant_employer_name').required).toBe(false);
  });

  it('distinguishes the types of fields', () => {
    expect(named('lease_start_date').type).toBe('date');
    expect(named('tenant_date_signed').type).toBe('date_signed');
    expect(named('tenant_signature').type).toBe('signature');
    expect(named('tenant_initials_page_2').type).toBe('initials');
    expect(named('house_rules_received')).toMatchObject({ type: 'tickbox', question: null });
    expect(named('special_conditions').multiline).toBe(true);
    expect(named('payment_bank_name')).toMatchObject({ type: 'dropdown' });
    expect(named('payment_bank_name').options).toContain('Standard Bank');
  });

  it('makes questions of the radio groups and of the group of ticks', () => {
    expect(read.questions).toEqual([
      { name: 'payment_method', label: 'Method of payment', required: true, min_selected: 1, max_selected: 1 },
      {
        name: 'utilities_included',
        label: 'Included in the rental (tick all that apply)',
        required: false,
        min_selected: 0,
        max_selected: 6,
      },
      { name: 'pets_allowed', label: 'Pets allowed', required: true, min_selected: 1, max_selected: 1 },
    ]);
    const options = read.boxes.filter((box) => box.question === 'payment_method').map((box) => box.option_value);
    expect(options).toEqual(['eft', 'debit_order', 'cash_deposit']);
    expect(named('utilities_included.water')).toMatchObject({ option_value: 'water', label: 'Water' });
  });

  it('finds the four parties in the order of the form, quoting it', () => {
    expect(read.people.map((person) => [person.heading, person.proposed.decision])).toEqual([
      ['1. THE LANDLORD', 'both'],
      ['2. THE TENANT', 'both'],
      ['3. THE SURETY', 'both'],
      ['AS WITNESS', 'witness'],
    ]);
    expect(read.people[1]).toMatchObject({
      kind: 'principal',
      principal: true,
      proposed: { subject_key: 'tenant', subject_label: 'Tenant', role_name: 'Tenant', presence: 'required' },
    });
    expect(read.people[3]).toMatchObject({ kind: 'witness', principal: false, page: 4 });
    for (const person of read.people) {
      expect(person.reason).toContain(person.heading);
      expect(person.offered).toContain(person.proposed.decision);
      expect(person.id).toMatch(/^[0-9a-f]{32}$/u);
    }
  });

  it('gives each party its own fields and no field to two', () => {
    const tenant = read.people[1]!.boxes.map((index) => read.boxes[index]!.context.widget_name);
    expect(tenant).toContain('tenant_full_name');
    expect(tenant).toContain('tenant_initials_page_1');
    expect(tenant.every((name) => name!.startsWith('tenant_'))).toBe(true);
    const all = read.people.flatMap((person) => person.boxes);
    expect(new Set(all).size).toBe(all.length);
    for (const [index, box] of read.boxes.entries()) {
      if (box.person !== null) expect(read.people[box.person]!.boxes).toContain(index);
    }
  });

  it('suggests keys that the grammar of new keys allows, and none for fields that cannot be prefilled', () => {
    const subjects = read.people.map((person) => person.proposed.subject_key!);
    for (const box of read.boxes) {
      const { key } = box.suggested;
      if (['signature', 'initials', 'date_signed'].includes(box.type)) expect(key).toBeNull();
      else expect(newDataKeyProblem(key!, subjects)).toBeNull();
    }
    expect(named('tenant_full_name').suggested).toMatchObject({ key: 'person.full_name', confidence: 'high' });
    expect(named('tenant_employer_name').suggested.key).toBe('employment.employer_name');
    expect(named('rental_monthly_amount').suggested.key).toBe('rental.monthly_amount');
    expect(named('special_conditions').suggested.key).toBe('form.special_conditions');
  });

  it('gives different answers of one person different keys', () => {
    const keys = read.boxes
      .filter((box) => box.suggested.key !== null && box.question === null)
      .map((box) => `${box.person} ${box.suggested.key}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('warns of unassigned fields, such as the property', () => {
    expect(read.warnings.map((warning) => warning.code)).toEqual(['unclaimed_fields']);
    expect(read.warnings[0]!.message).toContain('(first "Street address of the property", page 1)');
  });

  it('answers the same for the same bytes, ids and PDF included', () => {
    expect(readPdf(pdfium, lease())).toEqual(read);
  });
});

describe('a person whose name nothing here can draw', () => {
  it('gets a role that can be drawn', async () => {
    const pdf = await textPdf(['Signature of the tenant: ____________________']);
    const role = (isDrawable: (text: string) => boolean): readonly (string | null)[] =>
      readPdf(pdfium, pdf, { isDrawable }).people.map(({ proposed }) => proposed.role_name);
    expect(role(() => true)).toEqual(['Tenant']);
    expect(role((text) => text !== 'Tenant')).toEqual(['Signer 1']);
  });
});

describe('a form that does not say what has to be filled in', () => {
  it('has to be signed nevertheless', async () => {
    const { boxes } = readPdf(pdfium, await smallForm());
    expect(boxes.map(({ type, required }) => [type, required])).toEqual([
      ['text', true],
      ['tickbox', false],
      ['signature', true],
    ]);
  });
});

// How many widgets the forms have is what qpdf lists as their fields.
describe.each([
  ['court-ccfd20.pdf', 19],
  ['court-examine-respondent.pdf', 38],
  ['court-foc102.pdf', 27],
  ['court-notice-object.pdf', 30],
  ['court-pca349.pdf', 35],
  ['court-petition-treatment.pdf', 60],
  ['court-satisfaction.pdf', 39],
])('reading the real form %s', (file, widgets) => {
  it(`finds all of its ${widgets} widgets, with well-formed keys and people`, () => {
    const form = readPdf(pdfium, fixture(`forms/${file}`));
    expect(form.boxes.filter(({ context }) => context.widget_name !== null)).toHaveLength(widgets);
    const subjects = form.people.flatMap((person) => person.proposed.subject_key ?? []);
    for (const { suggested } of form.boxes) {
      if (suggested.key !== null) expect(newDataKeyProblem(suggested.key, subjects)).toBeNull();
    }
    expect(form.people.length).toBeGreaterThan(0);
    expect(form.warnings.length).toBeLessThanOrEqual(10);
  });
});

describe('starting answer', () => {
  let pdfium: Pdfium;
  beforeAll(async () => {
    pdfium = await loadPdfium();
  });

  const at = (row: number): string => `/Rect [60 ${700 - row * 40} 260 ${720 - row * 40}] /F 4`;
  const text = (row: number, name: string, value: string, more = ''): string =>
    `/FT /Tx /T (${name}) /V ${value} /DA (/Helv 10 Tf 0 g) ${at(row)} ${more}`;

  /** What each field starts with, by its name, on two readings: the second is of what the first made. */
  function starts(fields: readonly string[], isDrawable?: (text: string) => boolean): readonly object[] {
    const first = readPdf(pdfium, rawForm(fields), isDrawable === undefined ? {} : { isDrawable });
    return [first, readPdf(pdfium, first.pdf)].map(({ boxes }) =>
      Object.fromEntries(boxes.map(({ context, start }) => [context.widget_name, start])),
    );
  }

  describe('what a form field holds when it is uploaded', () => {
    it('is the initial content of its field, and is removed from the page', () => {
      const fields = [
        text(0, 'city', '(Cape Town)'),
        text(1, 'remarks', '(One\\rTwo)', '/Ff 4096'),
        text(2, 'date_of_birth', '(1990-05-01)'),
        text(3, 'empty', '( )'),
        `/FT /Btn /T (agree) /V /On /AS /On /AP << /N << /On 4 0 R >> >> ${at(4)}`,
        `/FT /Btn /T (refuse) /V /Off /AS /Off /AP << /N << /On 4 0 R >> >> ${at(5)}`,
        `/FT /Ch /Ff 131072 /T (bank) /Opt [[(a) (Absa)] [(f) (FNB)]] /V (f) ${at(6)}`,
      ];
      const [first, second] = starts(fields);
      const nothing = {
        city: null,
        remarks: null,
        date_of_birth: null,
        empty: null,
        agree: null,
        refuse: null,
        bank: null,
      };
      expect(first).toEqual({
        ...nothing,
        city: 'Cape Town',
        remarks: 'One\nTwo',
        date_of_birth: '1990-05-01',
        agree: true,
        bank: 'FNB',
      });
      expect(second).toEqual(nothing);
    });

    it('may be chosen from options without the signs that cannot be drawn', () => {
      const dropdown = `/FT /Ch /Ff 131072 /T (plan) /Opt [(* Monthly) (Yearly) (**)] ${at(0)}`;
      const isDrawable = (words: string): boolean => !words.includes('*');
      const { boxes } = readPdf(pdfium, rawForm([dropdown]), { isDrawable });
      expect(boxes[0]!.options).toEqual(['Monthly', 'Yearly']);
    });

    it('stays on the page when it is not valid as an answer', () => {
      const fields = [
        text(0, 'date_of_birth', '(1 May 1990)'),
        text(1, 'city', '(One\\rTwo)'),
        text(2, 'street', '(Undrawable)'),
        `/FT /Ch /Ff 2097152 /T (banks) /Opt [(Absa) (FNB)] /V [(Absa) (FNB)] ${at(3)}`,
      ];
      const isDrawable = (words: string): boolean => words !== 'Undrawable';
      const [first, second] = starts(fields, isDrawable);
      expect(first).toEqual({ date_of_birth: null, city: null, street: null, banks: null });
      expect(second).toMatchObject({ street: 'Undrawable' });
    });
  });
});
