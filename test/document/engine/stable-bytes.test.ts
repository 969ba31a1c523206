import { describe, expect, it } from 'vitest';
import { undated, withStableNames } from '../../../src/document/engine/stable-bytes.js';

const id = (digit: string): string => digit.repeat(32);
const file = (tag: string, other: string, digit: string, text = 'body'): Uint8Array =>
  Buffer.from(
    `%PDF-1.7\n/FontName /${tag}+NotoSans-Regular /BaseFont /${tag}+NotoSans-Regular\n` +
      `/FontName /${other}+NotoSans-Regular\n${text}\xff\ntrailer <</ID [<${id(digit)}> <${id(digit)}>]>>`,
    'latin1',
  );

describe('bytes that do not depend on lots drawn', () => {
  it('are the same for files that differ in nothing else', () => {
    const [first, second] = [file('QWERTY', 'ASDFGH', '1'), file('POIUYT', 'LKJHGF', '2')].map(withStableNames);
    expect(Buffer.from(first!).equals(second!)).toBe(true);
  });

  it('differ when the content differs', () => {
    const [first, second] = [file('QWERTY', 'ASDFGH', '1'), file('QWERTY', 'ASDFGH', '1', 'BODY')].map(withStableNames);
    expect(Buffer.from(first!).equals(second!)).toBe(false);
  });

  it('keep their length, their other bytes and one tag for each subset', () => {
    const before = file('QWERTY', 'ASDFGH', '1');
    const after = Buffer.from(withStableNames(before)).toString('latin1');
    expect(after).toHaveLength(before.length);
    expect(after).toContain('body\xff');
    const tags = [...after.matchAll(/\/([A-Z]{6})\+NotoSans/gu)].map((match) => match[1]);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[2]).not.toBe(tags[0]);
  });
});

describe('what looks like a lot and is not one', () => {
  it.each([
    '/Name /QWERTYU+NotoSans',
    '/Name QWERTY+NotoSans',
    '/Name /qwerty+NotoSans',
    '/Name /QWERTY+Other',
    `/ID [<${id('1')}> <${id('2')}`,
    `/ID [<${id('1')} > <${id('2')}>]`,
    `/ID [<${id('1')}> <${id('2')}0>]`,
    `/IDS [<${id('1')}> <${id('2')}>]`,
    `/ID <${id('1')}> <${id('2')}>`,
    '/ID [<',
  ])('stays as it is: %s', (text) => {
    expect(Buffer.from(withStableNames(Buffer.from(text))).toString()).toBe(text);
  });

  it('is told from one with other white space', () => {
    const spaced = Buffer.from(`/ID\n[ <${id('1')}>\r\n<${id('2')}> ]`);
    const stable = Buffer.from(withStableNames(spaced)).toString();
    expect(stable).toMatch(/^\/ID\n\[ <([\dA-F]{32})>\r\n<\1> \]$/u);
    expect(stable).not.toContain(id('1'));
  });
});

describe('bytes that do not depend on when they were made', () => {
  const made = (at: string, sum: string): Uint8Array =>
    Buffer.from(`%PDF-1.7\n<</CreationDate(D:${at}Z')>>\ntrailer <</DocChecksum /${sum}>>\xff`, 'latin1');

  it('are the same at another time, and as long as before', () => {
    const [first, second] = [made('20260302080000', '1'.repeat(32)), made('20310405060708', 'A'.repeat(32))].map(
      undated,
    );
    expect(Buffer.from(first!).equals(second!)).toBe(true);
    expect(Buffer.from(first!).toString('latin1')).toBe(
      Buffer.from(made('19700101000000', '0'.repeat(32))).toString('latin1'),
    );
  });
});
