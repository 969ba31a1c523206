import { describe, expect, it } from 'vitest';
import { NotDer, readDer } from '../../../src/document/seal/der.js';
import { numberOf, objectIdOf, timeOf } from '../../../src/document/seal/read-fields.js';

const hex = (text: string): ReturnType<typeof readDer> => readDer(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const timeText = (tag: number, text: string): ReturnType<typeof readDer> =>
  readDer(Buffer.concat([Buffer.of(tag, text.length), Buffer.from(text)]));

describe('an object identifier', () => {
  it('is read into its numbers, however large', () => {
    expect(objectIdOf(hex('06 09 2A 86 48 86 F7 0D 01 07 02'))).toBe('1.2.840.113549.1.7.2');
    expect(objectIdOf(hex('06 03 55 1D 25'))).toBe('2.5.29.37');
    expect(objectIdOf(hex('06 14 69 81 9E A2 FA F9 9F F8 A3 91 E1 81 A3 FD F3 C0 B8 80 E8 00'))).toBe(
      '2.25.105190537093651216034925066441541563392',
    );
  });

  it('of a million digits is refused at once', () => {
    const long = Buffer.alloc(200_000, 0x81);
    long.writeUInt8(1, long.length - 1);
    const header = Buffer.of(0x06, 0x83, 0x03, 0x0d, 0x40);
    expect(() => objectIdOf(readDer(Buffer.concat([header, long])))).toThrow(NotDer);
  });
});

describe('a number', () => {
  it('is small and not negative', () => {
    expect([numberOf(hex('02 01 00')), numberOf(hex('02 02 00 FF'))]).toEqual([0, 255]);
    expect(() => numberOf(hex('02 01 80'))).toThrow(NotDer);
    expect(() => numberOf(hex('02 05 01 00 00 00 00'))).toThrow(NotDer);
    expect(() => numberOf(undefined)).toThrow(NotDer);
  });
});

describe('a time', () => {
  it.each([
    [0x17, '700101000000Z', '1970-01-01T00:00:00.000Z'],
    [0x17, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [0x18, '99991231235959Z', '9999-12-31T23:59:59.000Z'],
    [0x18, '20261120093100.25Z', '2026-11-20T09:31:00.250Z'],
  ])('%i %s is %s', (tag, text, iso) => {
    expect(new Date(timeOf(timeText(tag, text))).toISOString()).toBe(iso);
  });

  it.each([
    [0x17, '7001010000Z'],
    [0x17, '700101000000+0200'],
    [0x18, '20261120093100.50Z'],
    [0x18, '20261320093100Z'],
    [0x18, '20261120093100'],
    [0x04, '700101000000Z'],
  ])('%i %s is none', (tag, text) => {
    expect(() => timeOf(timeText(tag, text))).toThrow(NotDer);
  });
});
