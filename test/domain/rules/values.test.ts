import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/domain/rules/problem.js';
import { checkValues, type ValueRequest } from '../../../src/domain/rules/values.js';
import { leaseForm } from '../../support/envelope-form.js';

const say = (key: string, value: ValueRequest['value'], parts: Partial<ValueRequest> = {}): ValueRequest => ({
  subject: null,
  key,
  value,
  locked: false,
  ...parts,
});
const ofTenant = (key: string, value: ValueRequest['value'], locked = false): ValueRequest =>
  say(key, value, { subject: 'tenant', locked });
const lock = { locked: true };

function answersTo(values: readonly ValueRequest[]): unknown {
  const { answers, problems } = checkValues(values, leaseForm);
  expect(problems).toEqual([]);
  return answers;
}

function firstProblem(values: readonly ValueRequest[], path = ''): { code: string; message: string } {
  const problem = checkValues(values, leaseForm, path).problems[0]!;
  return { code: problem.code, message: messageOf(problem) };
}

describe('the values of an envelope', () => {
  it('fill every field at their address', () => {
    expect(answersTo([ofTenant('person.full_name', 'Thandi')])).toEqual({
      name: { value: 'Thandi', locked: false },
      'name-again': { value: 'Thandi', locked: false },
    });
  });

  it('tick fields, choose options and answer questions by the names of their options', () => {
    const values = [
      say('lease.pets', true),
      ofTenant('bank.name', 'Absa', true),
      say('payment.method', 'eft'),
      say('lease.included', ['water', 'fibre'], lock),
    ];
    expect(answersTo(values)).toEqual({
      pets: { value: true, locked: false },
      bank: { value: 'Absa', locked: true },
      'pay-eft': { value: true, locked: false },
      'inc-water': { value: true, locked: true },
      'inc-power': { value: false, locked: true },
      'inc-fibre': { value: true, locked: true },
    });
  });

  it('may be null: nothing is filled, and locked it stays empty', () => {
    expect(answersTo([say('lease.notes', null)])).toEqual({});
    expect(answersTo([say('lease.notes', null, lock)])).toEqual({
      notes: { value: '', locked: true },
    });
  });

  it('keep an unlocked answer that the field would reject, for the signer to correct', () => {
    expect(answersTo([ofTenant('bank.name', 'Capitec')])).toEqual({
      bank: { value: 'Capitec', locked: false },
    });
  });

  const table: readonly (readonly [string, readonly ValueRequest[], string, RegExp])[] = [
    [
      'an address named twice',
      [say('lease.pets', true), say('lease.pets', false)],
      'invalid_request',
      /^values\[1\] .*values\[0\]/,
    ],
    [
      'an undeclared subject',
      [say('person.full_name', 'x', { subject: 'tenent' })],
      'value_subject_unknown',
      /^values\[0\]\.subject .*"tenant"/,
    ],
    [
      'an address without a field',
      [ofTenant('person.fullname', 'x')],
      'value_address_unknown',
      /^values\[0\]\.key .*"person\.full_name"/,
    ],
    [
      'a key under the wrong subject',
      [say('person.full_name', 'x')],
      'value_address_unknown',
      /Its subject is "tenant"/,
    ],
    ['a signature', [say('tenant_signer.signature', 'x')], 'value_not_writable', /^values\[0\]\.key .*signature/],
    ['a signing date', [say('tenant_signer.date', '2026-01-01')], 'value_not_writable', /date_signed/],
    ['a lock on a title', [say('tenant_signer.title', 'Director', lock)], 'value_not_lockable', /^values\[0\]\.locked/],
    [
      'a text for a tickbox',
      [say('lease.pets', 'yes')],
      'invalid_request',
      /^values\[0\]\.value must be true or false/,
    ],
    [
      'a locked text for a tickbox',
      [say('lease.pets', 'yes', lock)],
      'locked_answer_unusable',
      /must be true or false/,
    ],
    ['a list for a text', [say('lease.notes', ['a'])], 'invalid_request', /^values\[0\]\.value must be a string/],
    [
      'a locked empty required field',
      [ofTenant('person.full_name', ' ', true)],
      'locked_answer_missing',
      /^values\[0\]\.value/,
    ],
    ['a locked unticked required box', [say('lease.rules_read', false, lock)], 'locked_answer_missing', /required/],
    ['a locked question without its minimum', [say('payment.method', [], lock)], 'locked_answer_missing', /at least 1/],
    [
      'a locked option that is not offered',
      [ofTenant('bank.name', 'Capitec', true)],
      'locked_answer_unusable',
      /FNB, Absa/,
    ],
    [
      'a locked day that does not exist',
      [ofTenant('person.birth_date', '2026-02-30', true)],
      'locked_answer_unusable',
      /2026-12-01/,
    ],
    [
      'a locked answer that is no option of the question',
      [say('payment.method', 'etf', lock)],
      'locked_answer_unusable',
      /"eft"/,
    ],
    [
      'a question answered too often, locked',
      [say('payment.method', ['eft', 'cash'], lock)],
      'locked_answer_unusable',
      /maximum of 1/,
    ],
    [
      'a question answered too often, unlocked',
      [say('lease.included', ['water', 'power', 'fibre'])],
      'locked_answer_unusable',
      /maximum of 2/,
    ],
    ['two lines locked into one', [ofTenant('person.full_name', 'a\nb', true)], 'locked_answer_unusable', /one line/],
  ];
  it.each(table)('are refused for %s', (_name, values, code, message) => {
    const problem = firstProblem(values);
    expect(problem.message).toMatch(message);
    expect(problem.code).toBe(code);
  });

  it('are checked by kind of error before place: a bad subject later on comes before a bad address', () => {
    const values = [say('no.such', 'x'), say('a.b', 'x', { subject: 'nobody' })];
    expect(firstProblem(values).code).toBe('value_subject_unknown');
  });

  it('are named by their row in a batch', () => {
    expect(firstProblem([say('a.b', 'x')], 'rows[1].').message).toMatch(/^rows\[1\]\.values\[0\]/);
  });
});
