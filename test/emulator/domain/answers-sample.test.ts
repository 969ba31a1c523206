import { describe, expect, it } from 'vitest';
import { sampleValues } from '../../../src/emulator/domain/answers-sample.js';
import { submitted } from '../../../src/emulator/domain/answers.js';
import type { Answers } from '../../../src/rules/answers.js';
import type { WireValue } from '../../../src/rules/values-fit.js';
import { leaseForm } from '../../support/envelope-form.js';

const sample = (before: Answers = {}, given: Record<string, WireValue> = {}) =>
  sampleValues(leaseForm, 'Tenant', before, new Map(Object.entries(given)), '2026-03-02');

describe('a cooperative signer', () => {
  it('fills what is required and empty, and nothing else', () => {
    expect(Object.fromEntries(sample())).toEqual({ name: 'Sample Full name', rules: true, 'pay-eft': true });
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
    expect(sample(before).get('born')).toBe('2026-03-02');
  });

  it('cannot touch what is locked', () => {
    const before: Answers = { name: { value: 'Thandi', locked: true }, 'pay-eft': { value: false, locked: true } };
    expect(sample(before).has('name')).toBe(false);
    expect(sample(before).has('pay-eft')).toBe(false);
    expect(sample(before).get('pay-cash')).toBe(true);
  });
});
