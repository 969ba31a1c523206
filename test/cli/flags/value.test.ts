import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { lockValues, parseAddress, parseValue, writeAddress } from '../../../src/cli/flags/value.js';

describe('a value on the command line', () => {
  it.each([
    ['tenant.person.full_name=Thandi M', { subject: 'tenant', key: 'person.full_name', value: 'Thandi M' }],
    ['.signing.place=Cape Town', { subject: null, key: 'signing.place', value: 'Cape Town' }],
    ['tenant.a.b=x=y', { subject: 'tenant', key: 'a.b', value: 'x=y' }],
    ['tenant.a.b=', { subject: 'tenant', key: 'a.b', value: '' }],
    ['tenant.pets.kept:=true', { subject: 'tenant', key: 'pets.kept', value: true }],
    ['tenant.a.b:=["x","y"]', { subject: 'tenant', key: 'a.b', value: ['x', 'y'] }],
    [String.raw`co\.tenant.a.b=x`, { subject: 'co.tenant', key: 'a.b', value: 'x' }],
    [String.raw`a\\b.c\.d=x`, { subject: String.raw`a\b`, key: String.raw`c\.d`, value: 'x' }],
    ['tenant.a.b:=null', { subject: 'tenant', key: 'a.b', value: null }],
    ['tenant.a.b=:=x', { subject: 'tenant', key: 'a.b', value: ':=x' }],
  ])('%s', (text, expected) => expect(parseValue(text)).toEqual(expected));

  it.each(['tenant', 'tenant=x', '=x', 'tenant.=x', 'tenant.a:=1', 'tenant.a:={}', 'tenant.a:=[1]', 'tenant.a:=nope'])(
    'refuses %s',
    (text) => expect(() => parseValue(text)).toThrow(UsageFailure),
  );
});

describe('locks', () => {
  const values = [
    { subject: 'tenant', key: 'a.b', value: 'x' },
    { subject: null, key: 'a.b', value: 'y' },
  ];

  it('lock the value at their address and no other', () => {
    expect(lockValues(values, [parseAddress('.a.b')])).toEqual([values[0], { ...values[1], locked: true }]);
  });

  it('are refused where there is no value', () => {
    expect(() => lockValues(values, [parseAddress('landlord.a.b')])).toThrow(UsageFailure);
  });

  it('write addresses the way they are read', () => {
    for (const text of ['tenant.a.b', '.a.b', String.raw`co\.tenant.a.b`, String.raw`a\\b.c`])
      expect(writeAddress(parseAddress(text))).toBe(text);
  });
});
