import { describe, expect, it } from 'vitest';
import { withoutPosition, withStarts } from '../../../src/emulator/domain/answers-started.js';
import type { EnvelopeForm } from '../../../src/emulator/domain/envelope-form.js';
import type { Answers } from '../../../src/domain/rules/values.js';
import { leaseForm, person } from '../../support/envelope-form.js';

const director = person({ id: 'a', job_title: 'Director' });

/** The lease as an upload in which boxes were filled already. */
const filled = (starts: Readonly<Record<string, string | boolean>>): EnvelopeForm => ({
  ...leaseForm,
  fields: leaseForm.fields.map((field) => ({ ...field, start: starts[field.id] ?? null })),
});

describe('initial answers of fields', () => {
  it('are the titles and companies that recipients bring along, unless a value is given', () => {
    expect(withStarts(leaseForm, [director], {})).toEqual({ title: { value: 'Director', locked: false } });
    const given: Answers = { title: { value: 'Owner', locked: false } };
    expect(withStarts(leaseForm, [director], given)).toEqual(given);
  });

  it('is what the form held, which the signer may change', () => {
    const started = withStarts(filled({ notes: 'No pets', rules: true }), [], {});
    expect(started).toEqual({ notes: { value: 'No pets', locked: false }, rules: { value: true, locked: false } });
  });

  it('is not what the form held where the sender says otherwise', () => {
    const given: Answers = { rules: { value: false, locked: true }, 'pay-eft': { value: false, locked: false } };
    expect(withStarts(filled({ rules: true, 'pay-cash': true }), [], given)).toEqual(given);
  });

  it('is no more than a question takes', () => {
    const started = withStarts(filled({ 'pay-eft': true, 'pay-cash': true }), [], {});
    expect(started).toEqual({ 'pay-eft': { value: true, locked: false } });
  });
});

describe('handing over', () => {
  it('copies neither title nor company, but the other answers', () => {
    const before = withStarts(filled({ notes: 'No pets' }), [director], {});
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['notes', 'title']));
    expect(withoutPosition(leaseForm, director, before)).toEqual({ notes: { value: 'No pets', locked: false } });
  });

  it('leaves what the sender wrote in their place', () => {
    const given: Answers = { title: { value: 'Owner', locked: false } };
    expect(withoutPosition(leaseForm, director, given)).toEqual(given);
  });
});
