import { describe, expect, it } from 'vitest';
import { newDataKeyProblem } from '../../../src/contract/data-key.js';
import type { FoundBox } from '../../../src/document/detect/found-box.js';
import { findPeople } from '../../../src/document/detect/people.js';
import { suggestKeys } from '../../../src/document/detect/suggest-key.js';
import type { SuggestedKey } from '../../../src/document/read-document.js';
import { box } from '../../support/documents/found-boxes.js';

function suggested(boxes: readonly FoundBox[]): readonly SuggestedKey[] {
  const people = findPeople(boxes);
  const personOf = boxes.map((_, index) => {
    const at = people.findIndex((person) => person.boxes.includes(index));
    return at < 0 ? null : at;
  });
  return suggestKeys(boxes, people, personOf);
}

const keys = (boxes: readonly FoundBox[]): readonly (string | null)[] => suggested(boxes).map(({ key }) => key);
const keyOf = (label: string, section: string | null = null): string | null =>
  keys([box('text', 100, { label, section })])[0] ?? null;

describe('what South African forms ask for', () => {
  it.each([
    ['Identity number', 'person.id_number'],
    ['ID No.', 'person.id_number'],
    ['ID / Passport number', 'person.id_or_passport_number'],
    ['Passport no', 'person.passport_number'],
    ['Full names and surname', 'person.full_name'],
    ['Surname', 'person.last_name'],
    ['First names', 'person.first_name'],
    ['Initials', 'person.initials'],
    ['Married in / out of community of property', 'person.marital_regime'],
    ['Marital status', 'person.marital_status'],
    ['Income tax reference number', 'person.tax_number'],
    ['VAT registration no.', 'company.vat_number'],
    ['Company registration number', 'company.registration_number'],
    ['Cell no.', 'contact.mobile'],
    ['Tel (w)', 'contact.work_phone'],
    ['Tel (h)', 'contact.home_phone'],
    ['E-mail address', 'contact.email'],
    ['Next of kin', 'contact.emergency_name'],
    ['P.O. Box', 'address.postal'],
    ['Domicilium citandi et executandi', 'address.domicilium'],
    ['Suburb', 'address.suburb'],
    ['Province', 'address.province'],
    ['Postal code', 'address.postal_code'],
    ['Erf number', 'property.erf_number'],
    ['Sectional title scheme', 'property.scheme_name'],
    ['Name of bank', 'bank.name'],
    ['Branch code', 'bank.branch_code'],
    ['Account holder', 'bank.account_holder'],
    ['Account number', 'bank.account_number'],
    ['Type of account', 'bank.account_type'],
    ['Purchase price', 'purchase.price'],
    ['Case number', 'matter.case_number'],
    ['Judge', 'matter.judge'],
    ['Signed at', 'signing.place'],
    ['Identiteitsnommer', 'person.id_number'],
    ['Naam en van', 'person.full_name'],
    ['Selfoon', 'contact.mobile'],
    ['Posbus', 'address.postal'],
  ])('%s is %s', (label, key) => {
    expect(keyOf(label)).toBe(key);
    expect(newDataKeyProblem(key, [])).toBeNull();
  });
});

describe('a suggested key', () => {
  it('is not a single answer for a caption that asks for several', () => {
    expect(keyOf('Name, address and telephone no.')).toBe('form.name_address_and_telephone_no');
    expect(keyOf('City, state, zip')).toBe('address.city_state_zip');
  });

  it('does not take a word out of a long sentence for the whole question', () => {
    expect(keyOf('I confirm that my email is not used by anybody else at the company')).toMatch(/^form\./u);
  });

  it('names the row and the column of a table', () => {
    const cell = (row: string, column: string): FoundBox => {
      const plain = box('text', 100, { label: column, section: 'INSPECTION OF THE PROPERTY' });
      return { ...plain, context: { ...plain.context, row, column } };
    };
    expect(keys([cell('Main bedroom', 'Condition'), cell('2', 'Remarks')])).toEqual([
      'property.main_bedroom.condition',
      'property.row_2.remarks',
    ]);
    expect(keys([box('text', 100, { name: 'Persons NameRow3' })])).toEqual(['form.row_3.persons_name']);
  });

  it('is the same where one person is asked again in the same words, and not on the next line or in others', () => {
    const section = 'THE TENANT';
    const again = [
      box('text', 100, { label: 'Full name', section }),
      box('text', 100, { label: 'Full name of the tenant', section, page: 2 }),
      box('text', 160, { label: 'Print name', section, page: 2 }),
      box('text', 300, { label: 'Physical address', section }),
      box('text', 324, { label: 'Physical address', section }),
    ];
    expect(keys(again)).toEqual([
      'person.full_name',
      'person.full_name',
      'person.full_name_2',
      'address.physical',
      'address.physical_2',
    ]);
  });

  it('is not shared by fields that one person fills in, since they may be about several', () => {
    const asked = ['Identity number', 'Full names', 'Cell no.', 'Identity number'].map((label, index) => ({
      ...box('text', 100 + 70 * index, { label, page: index < 3 ? 1 : 2 }),
      tag: { role: 'Requester', key: null, subject: null },
    }));
    const untagged = asked.map((one) => ({ ...one, tag: null, context: { ...one.context, section: 'THE TENANT' } }));
    expect([keys(asked)[3], keys(untagged)[3]]).toEqual(['person.id_number_2', 'person.id_number']);
  });

  it('is not shared by unassigned fields, which may concern different people', () => {
    const boxes = [
      box('text', 100, { label: 'Telephone no', name: 'a' }),
      box('text', 300, { label: 'Telephone no', name: 'b' }),
    ];
    expect(keys(boxes)).toEqual(['contact.phone', 'contact.phone_2']);
    const matter = [
      box('text', 100, { label: 'Case no', name: 'a' }),
      box('text', 100, { label: 'Case no', name: 'b', page: 2 }),
    ];
    expect(keys(matter)).toEqual(['matter.case_number', 'matter.case_number']);
  });

  it('is sure only where two witnesses agree, and follows what a reader sees where they do not', () => {
    const [agreed, left, alone, amount] = suggested([
      box('text', 100, { name: 'email', label: 'E-mail' }),
      box('text', 300, { name: 'address', label: 'Surname' }),
      box('text', 500, { name: 'passport_no', label: 'Total debt' }),
      box('text', 700, { name: 'telephone_account', label: 'Telephone account' }),
    ]);
    expect(agreed).toMatchObject({ key: 'contact.email', confidence: 'high' });
    expect(left).toMatchObject({ key: 'person.last_name', confidence: 'medium' });
    expect(left!.reason).toContain('although the field is named "address"');
    expect(alone!.confidence).toBe('medium');
    expect(amount!.confidence).toBe('medium');
  });

  it('is not sure by the name of a field alone, where the page says nothing', () => {
    const { context, ...name } = box('text', 100, { label: 'Name', name: 'Name' });
    const unsaid = { ...name, context: { ...context, label: null } };
    expect(suggested([unsaid])[0]).toMatchObject({ key: 'person.full_name', confidence: 'medium' });
  });

  it('is not sure of one answer where the caption asks for several, or for a part of a date', () => {
    const [several, month, whole] = suggested([
      box('text', 100, { name: 'city', tooltip: 'City', label: 'City, state, zip' }),
      box('date', 300, { name: 'date_of_birth', tooltip: 'Date of birth', label: 'MONTH' }),
      box('text', 500, { name: 'suburb', tooltip: 'Suburb', label: 'Suburb' }),
    ]);
    expect(several).toMatchObject({ key: 'address.city', confidence: 'medium' });
    expect(month).toMatchObject({ key: 'person.birth_date', confidence: 'medium' });
    expect(whole).toMatchObject({ key: 'address.suburb', confidence: 'high' });
  });

  it('is not sure of the details of somebody else, of a lease elsewhere, or of a title that is more than one', () => {
    const [contact, parent, title, own] = suggested([
      box('text', 100, { name: 'phone', tooltip: 'Phone', label: 'Phone', section: 'EMERGENCY CONTACT' }),
      box('text', 200, { name: 'surname', tooltip: 'Surname', label: "Parent's surname" }),
      box('text', 500, { name: 'title', tooltip: 'Title', label: 'TITLE OF WITNESS' }),
      box('text', 600, { name: 'email', tooltip: 'E-mail', label: 'E-mail', section: 'CONTACT DETAILS' }),
    ]);
    for (const unsure of [contact, parent, title]) expect(unsure?.confidence).toBe('medium');
    expect(own).toMatchObject({ key: 'contact.email', confidence: 'high' });
    const job = { name: 'title', tooltip: 'Title', label: 'Title', section: 'EMPLOYER' };
    const [inJob] = suggested([box('text', 500, job)]);
    expect(inJob).toMatchObject({ key: 'person.title', confidence: 'medium' });
    const start = (section: string): SuggestedKey | undefined =>
      suggested([box('date', 300, { name: 'start_date', tooltip: 'Start date', label: 'Start date', section })])[0];
    expect(start('EMPLOYMENT')).toMatchObject({ key: 'lease.start_date', confidence: 'medium' });
    expect(start('LEASE PERIOD')).toMatchObject({ key: 'lease.start_date', confidence: 'high' });
  });

  it('takes a tick by the word "Email" for nobody\'s address', () => {
    expect(keys([box('tickbox', 100, { label: 'Email' })])).toEqual(['form.email']);
  });

  it('follows the caption where the name is shorthand', () => {
    expect(keys([box('text', 100, { name: 'lhofcr', label: 'Local health officer' })])).toEqual([
      'form.local_health_officer',
    ]);
  });

  it('never begins with a subject of the form', () => {
    const boxes = [
      box('text', 100, { label: 'Surname', section: 'THE EMPLOYER' }),
      box('text', 300, { label: 'Bank', role: 'bank' }),
    ];
    const subjects = findPeople(boxes).flatMap(({ proposed }) => proposed.subject_key ?? []);
    for (const key of keys(boxes)) expect(newDataKeyProblem(key!, subjects)).toBeNull();
    expect(keys(boxes)[1]).toBe('bank_details.name');
  });

  it('is empty for words that lead a sentence into a blank', () => {
    expect(keys([box('text', 100, { label: 'and' }), box('text', 200, { label: '20' }), box('text', 300)])).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is empty when the service fills the field itself', () => {
    expect(suggested([box('date_signed', 100, { label: 'Date' })])[0]).toMatchObject({ key: null, confidence: 'low' });
  });
});

describe('a list', () => {
  const child = (number: number, top: number): readonly FoundBox[] => [
    box('text', top, { label: 'Full name', name: `child${number}_full_name` }),
    box('date', top + 20, { label: 'Date of birth', name: `child${number}_birth` }),
    box('text', top + 40, { label: 'ID number', name: `child${number}_id_number` }),
  ];

  it('has a key for each of its entries, of which none is sure', () => {
    const found = suggested([...child(1, 100), ...child(2, 200), ...child(3, 300)]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(9);
    expect(found.map(({ confidence }) => confidence)).not.toContain('high');
  });

  it('of somebody in particular has one too', () => {
    const boxes = [
      ...child(1, 100).map((one) => ({ ...one, tag: { role: 'Parent', key: null, subject: null } })),
      ...child(2, 200).map((one) => ({ ...one, tag: { role: 'Parent', key: null, subject: null } })),
    ];
    const found = suggested(boxes);
    expect(new Set(found.map(({ key }) => key)).size).toBe(6);
    expect(found.map(({ confidence }) => confidence)).not.toContain('high');
  });

  it('is not where the same is asked once more at the end', () => {
    const boxes = ['Full name', 'ID number', 'Address', 'Cell no.', 'E-mail address', 'Full name', 'ID number'].map(
      (label, index) => box('text', 100 + 70 * index, { label, section: 'THE TENANT' }),
    );
    const found = keys(boxes);
    expect([found[5], found[6]]).toEqual([found[0], found[1]]);
  });

  it('leaves the first box unsure when another needs a number', () => {
    const found = suggested([
      box('text', 100, { label: 'Name', name: 'name_first', left: 60, width: 100 }),
      box('text', 100, { label: 'Name', name: 'name_last', left: 200, width: 100 }),
    ]);
    expect(found.map(({ confidence }) => confidence)).not.toContain('high');
  });
});
