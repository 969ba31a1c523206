import { describe, expect, it } from 'vitest';
import { partOf, submitted } from '../../../src/emulator/domain/answers.js';
import type { Answers } from '../../../src/domain/rules/values.js';
import type { WireValue } from '../../../src/domain/rules/values-fit.js';
import { leaseForm } from '../../support/envelope-form.js';

const answered = (
  values: Record<string, WireValue>,
  before: Answers = {},
  signature: string | null = 'Thandi Mokoena',
) => submitted(leaseForm, 'Tenant', before, { values: new Map(Object.entries(values)), signature });
const enough = { name: 'Thandi', rules: true, 'pay-eft': true };

describe('the part of a role', () => {
  it('is to sign, to fill in, or to agree to what others fill in', () => {
    const fields = leaseForm.fields.filter(({ type }) => type !== 'signature' && type !== 'initials');
    expect(partOf(leaseForm, 'Tenant')).toBe('signs');
    expect(partOf({ ...leaseForm, fields }, 'Tenant')).toBe('fills_in');
    expect(partOf(leaseForm, 'Nobody')).toBe('agrees');
  });
});

describe('what a signer submits', () => {
  it('is put over the starting answers, and the signature fills signatures and initials', () => {
    const { answers, problems } = answered(enough, { name: { value: 'T', locked: false } });
    expect(problems).toEqual([]);
    expect(answers['name']).toEqual({ value: 'Thandi', locked: false });
    expect([answers['sign']?.value, answers['initials']?.value]).toEqual(['Thandi Mokoena', 'TM']);
  });

  it('fills initials with those that are given, and otherwise from the signature', () => {
    const values = new Map<string, WireValue>(Object.entries(enough));
    const initials = (given: { signature: string | null; initials?: string }) =>
      submitted(leaseForm, 'Tenant', {}, { values, ...given }).answers['initials']?.value;
    expect(initials({ signature: 'Thandi Mokoena', initials: ' TNM ' })).toBe('TNM');
    expect(initials({ signature: 'Thandi Mokoena', initials: ' ' })).toBe('TM');
    expect(initials({ signature: null, initials: 'TNM' })).toBe('TNM');
    expect(initials({ signature: null })).toBeUndefined();
  });

  it('answers a question by the names of options, through any of its fields', () => {
    const { answers, problems } = answered({ ...enough, 'pay-eft': 'cash', 'inc-water': ['power', 'fibre'] });
    expect(problems).toEqual([]);
    expect(['pay-eft', 'pay-cash', 'inc-water', 'inc-power', 'inc-fibre'].map((id) => answers[id]?.value)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('leaves fields of other people unchanged', () => {
    expect(answered({ ...enough, 'landlord-sign': 'me' }).answers['landlord-sign']).toBeUndefined();
  });

  it('may repeat a locked answer but not change it', () => {
    const locked: Answers = { name: { value: 'Thandi', locked: true } };
    expect(answered(enough, locked).problems).toEqual([]);
    const { answers, problems } = answered({ ...enough, name: 'Somebody else' }, locked);
    expect(problems).toEqual([{ field_id: 'name', message: expect.stringMatching(/^Full name is locked/) }]);
    expect(answers['name']).toEqual(locked['name']);
  });

  const table: readonly (readonly [string, Record<string, WireValue>, string | null, string, RegExp])[] = [
    ['nothing in a required text', { ...enough, name: ' ' }, 'T', 'name', /^Full name is required/],
    ['a required box not ticked', { ...enough, rules: false }, 'T', 'rules', /^House rules read is required/],
    ['no signature', enough, ' ', 'sign', /^Signature is required: the name that is signed with/],
    [
      'a question without an answer',
      { ...enough, 'pay-eft': false },
      'T',
      'pay-eft',
      /^Payment method requires exactly 1/,
    ],
    ['a question answered twice', { ...enough, 'pay-cash': true }, 'T', 'pay-eft', /but got 2/],
    ['more than a question takes', { ...enough, 'inc-water': ['water', 'power', 'fibre'] }, 'T', 'inc-water', /0 to 2/],
    ['an option that is not offered', { ...enough, bank: 'Capitec' }, 'T', 'bank', /FNB, Absa/],
    ['a day that does not exist', { ...enough, born: '2026-02-30' }, 'T', 'born', /date/],
    ['an unknown answer to a question', { ...enough, 'pay-eft': 'etf' }, 'T', 'pay-eft', /must be one of eft, cash/],
  ];
  it.each(table)('is refused for %s, at the field', (_name, values, signature, id, message) => {
    const { problems } = answered(values, {}, signature);
    expect(problems[0]?.field_id).toBe(id);
    expect(problems[0]?.message).toMatch(message);
  });

  it('has to correct a starting answer that the field does not take', () => {
    const { problems } = answered(enough, { bank: { value: 'Capitec', locked: false } });
    expect(problems.map(({ field_id: id }) => id)).toEqual(['bank']);
  });
});
