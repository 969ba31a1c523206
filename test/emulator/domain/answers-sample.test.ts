import { describe, expect, it } from 'vitest';
import { sampleValues } from '../../../src/emulator/domain/answers-sample.js';
import { submitted } from '../../../src/emulator/domain/answers.js';
import type { Answers } from '../../../src/domain/rules/values.js';
import type { WireValue } from '../../../src/domain/rules/values-fit.js';
import { box, leaseForm } from '../../support/envelope-form.js';

const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' };
const landlord = { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' };
const scene = { signer: tenant, recipients: [tenant, landlord], today: '2026-03-02' };
const sample = (before: Answers = {}, given: Record<string, WireValue> = {}) =>
  sampleValues(leaseForm, before, new Map(Object.entries(given)), scene);

describe('a cooperative signer', () => {
  it('fills what is required and empty, and nothing else', () => {
    expect(Object.fromEntries(sample())).toEqual({ name: 'Thandi Mokoena', rules: true, 'pay-eft': true });
  });

  it('is never refused', () => {
    expect(submitted(leaseForm, 'Tenant', {}, { values: sample(), signature: 'T M' }).problems).toEqual([]);
  });

  it('writes the given answers, and leaves existing ones', () => {
    const values = sample({ name: { value: 'Thandi', locked: false } }, { 'pay-cash': true });
    expect(Object.fromEntries(values)).toEqual({ rules: true, 'pay-cash': true });
  });

  it('corrects a starting answer that does not fit', () => {
    const before: Answers = {
      bank: { value: 'Capitec', locked: false },
      born: { value: 'long ago', locked: false },
    };
    expect(sample(before).get('bank')).toBe('FNB');
    expect(sample(before).get('born')).toMatch(/^(19[6-9]\d)-\d\d-\d\d$/);
  });

  it('cannot touch what is locked', () => {
    const before: Answers = { name: { value: 'Thandi', locked: true }, 'pay-eft': { value: false, locked: true } };
    expect(sample(before).has('name')).toBe(false);
    expect(sample(before).has('pay-eft')).toBe(false);
    expect(sample(before).get('pay-cash')).toBe(true);
  });
});

/** What a signer writes into text fields with these labels. */
function written(labels: readonly string[], parts: Partial<Parameters<typeof box>[0]> = {}, signer = tenant): string[] {
  const fields = labels.map((label, at) => box({ id: String(at), label, required: true, role: signer.role, ...parts }));
  const values = sampleValues({ ...leaseForm, questions: [], fields }, {}, new Map(), { ...scene, signer });
  return fields.map(({ id }) => String(values.get(id)));
}

const isLuhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, at) => {
    const doubled = String(Number(digit) * (at % 2 === 0 ? 1 : 2));
    return sum + [...doubled].reduce((total, one) => total + Number(one), 0);
  }, 0) %
    10 ===
  0;

describe('a sample text', () => {
  it('is what the field asks for, of the signer', () => {
    const labels = ['Full name of the tenant', 'Surname', 'E-mail address', 'ID number', 'Date of birth', 'Cell phone'];
    const [name, surname, email, id = '', born = '', phone] = written(labels);
    expect([name, surname, email]).toEqual(['Thandi Mokoena', 'Mokoena', 'thandi@example.test']);
    expect(id).toMatch(/^\d{6}[05]00\d08\d$/);
    expect(isLuhn(id)).toBe(true);
    expect(new Date(`${born} UTC`).toISOString().slice(2, 10).replaceAll('-', '')).toBe(id.slice(0, 6));
    expect(phone).toMatch(/^0[78]\d 000 \d{4}$/);
    expect(written(['Tax number', 'VAT no.']).every(isLuhn)).toBe(true);
    expect(written(['Number of bays let with the property'])).toEqual([expect.stringMatching(/^\d$/)]);
    const more = ['Monthly rental (R)', 'Company', 'Registration number', 'Signed at', 'Date', 'Bank', 'Postal code'];
    expect(written(more)).toEqual([
      expect.stringMatching(/^[\d ]+\.00$/),
      expect.stringMatching(/ \(Pty\) Ltd$/),
      expect.stringMatching(/^20\d\d\/999\d{3}\/07$/),
      expect.stringMatching(/^[A-Z][a-z ]+$/i),
      '2 March 2026',
      expect.stringMatching(/^[A-Z]/),
      expect.stringMatching(/^\d{4}$/),
    ]);
  });

  it('is another’s where the field asks for another, and the same each time', () => {
    expect(written(['Name of the landlord', 'E-mail of the landlord'])).toEqual([
      'Pieter van Wyk',
      'pieter@example.test',
    ]);
    const [witness, email] = written(['Name of the witness', 'E-mail of the witness']);
    expect(witness).not.toBe('Thandi Mokoena');
    expect(email).toBe(
      `${witness?.toLowerCase().replace(/ (.*)/, (_, last: string) => `.${last.replaceAll(' ', '')}`)}@example.com`,
    );
    const alone = { role: 'Signer', name: 'Ayesha Adams', email: 'ayesha@example.test' };
    const parties = written(['Name', 'Name of the lessor', 'Name of the lessee'], {}, alone);
    expect([parties[0], new Set(parties).size]).toEqual(['Ayesha Adams', 3]);
    const [lessee] = written(['Name of the lessee']);
    expect(lessee).toBe('Thandi Mokoena');
    const labels = ['ID number', 'Telephone number of the landlord', 'Address'];
    expect(written(labels)).toEqual(written(labels));
    expect(written(labels, {}, landlord)[0]).not.toBe(written(labels)[0]);
  });

  it('fits its field: the room of a line, and the cells of a comb', () => {
    const rect = (w: number) => ({ rect: { x: 0.1, y: 0.1, w, h: 0.02 } });
    const [long = '', short = ''] = [0.6, 0.2].map((w) => written(['Address'], rect(w))[0]);
    expect(long).toMatch(/, \d{4}$/);
    expect(short).toMatch(/^\d+ \w+ Street$/);
    const comb = (count: number) => ({ cells: Array.from({ length: count }, () => rect(0.01).rect) });
    expect(written(['Cell phone'], comb(10))[0]).toMatch(/^\d{10}$/);
    expect(written(['ID number'], comb(6))[0]).toMatch(/^\d{6}$/);
  });

  it('says that it is one where the words of the field are not known', () => {
    expect(written(['Favourite fruit \u4e2d'])).toEqual(['Sample Favourite fruit']);
  });
});
