import { describe, expect, it } from 'vitest';
import { NotDer, readDer } from '../../../src/document/seal/der.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('reading DER', () => {
  it('takes a value apart without copying it', () => {
    const bytes = hex('30 08 02 01 05 A0 03 01 01 FF');
    const { tag, parts } = readDer(bytes);
    expect(tag).toBe(0x30);
    expect(parts.map((part) => [part.tag, part.bytes.toString('hex')])).toEqual([
      [0x02, '020105'],
      [0xa0, 'a0030101ff'],
    ]);
    expect(parts[1]?.parts[0]?.content).toEqual(hex('FF'));
  });

  it.each([
    ['nothing', ''],
    ['a header without a length', '30'],
    ['a length that reaches beyond the end', '30 05 02 01 05'],
    ['an inner value that reaches beyond the outer one', '30 03 02 02 05 00'],
    ['bytes behind the value', '02 01 05 00'],
    ['a length without an end', '30 80 02 01 05 00 00'],
    ['a long form where the short one would do', '04 81 01 AA'],
    ['a length with a leading zero', '04 82 00 81'],
    ['a length of five bytes', '04 85 00 00 00 00 01 AA'],
    ['a tag of several bytes', '1F 81 01 00'],
    ['a number without digits', '02 00'],
    ['a number with a needless zero', '02 02 00 05'],
    ['a negative number with a needless byte', '02 02 FF 85'],
    ['a boolean that is neither', '01 01 01'],
    ['a null with content', '05 01 00'],
    ['a string of bits with eight unused ones', '03 02 08 00'],
    ['unused bits that are set', '03 02 04 FF'],
    ['no bits, one of them unused', '03 01 01'],
    ['an identifier that is cut off', '06 02 2A 86'],
    ['an identifier with a needless byte', '06 03 2A 80 01'],
    ['a string in pieces', '24 03 04 01 AA'],
    ['a sequence that is none', '10 00'],
  ])('refuses %s', (_, bytes) => {
    expect(() => readDer(hex(bytes))).toThrow(NotDer);
  });

  it('gives up on what is nested too deeply or too long, at once', () => {
    let deep: Buffer = hex('05 00');
    for (let level = 0; level < 60; level += 1) deep = Buffer.concat([Buffer.of(0x30, deep.length), deep]);
    expect(() => readDer(deep)).toThrow(NotDer);
    const many = Buffer.alloc(2 * 30_000, hex('05 00'));
    const long = Buffer.concat([Buffer.of(0x30, 0x82, many.length >> 8, many.length & 0xff), many]);
    expect(() => readDer(long)).toThrow(/too long/);
  });
});
