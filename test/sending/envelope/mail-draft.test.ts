import { describe, expect, it } from 'vitest';
import { isOneAddress, mailtoOf, messageOf, plainLine } from '../../../src/sending/envelope/mail-draft.js';

const at = Date.parse('2026-12-01T08:00:00Z');
const headOf = (message: Buffer): readonly string[] =>
  (message.toString('latin1').split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
const wordOf = (encoded: string): string =>
  encoded
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8'),
    )
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'));

describe('a draft as a message', () => {
  it('writes names and subjects of any letters, and is opened as a draft', async () => {
    const draft = {
      name: 'Zoë Müller, née Ngũgĩ',
      email: 'zoe@example.test',
      subject: 'Vertrag für Zoë',
      text: 'Liebe Zoë\n',
    };
    const message = await messageOf(draft, at);
    const head = headOf(message);
    const to = head.find((line) => line.startsWith('To: ')) ?? '';
    expect(wordOf(to)).toContain('Zoë Müller, née Ngũgĩ');
    expect(to).toMatch(/<zoe@example\.test>$/);
    expect(wordOf(head.find((line) => line.startsWith('Subject: ')) ?? '')).toBe('Subject: Vertrag für Zoë');
    expect(head).toContain('X-Unsent: 1');
    expect(message.toString('latin1')).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(message.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('lets nothing in a name or a title become a header', async () => {
    const evil = 'Thandi\r\nBcc: evil@example.test';
    const message = await messageOf({ name: evil, email: 't@example.test', subject: evil, text: 'x' }, at);
    const names = headOf(message).map((line) => line.split(':')[0]);
    expect(names).not.toContain('Bcc');
    expect(names.filter((name) => name === 'To')).toHaveLength(1);
  });
});

it('writes a link that a mail program takes apart again', () => {
  const link = new URL(mailtoOf({ email: 'a+b&c=d@example.test', subject: 'Sign “A & B?”', text: 'one\ntwo' }));
  expect([decodeURIComponent(link.pathname), [...link.searchParams.keys()]]).toEqual([
    'a+b&c=d@example.test',
    ['subject', 'body'],
  ]);
  expect([link.searchParams.get('subject'), link.searchParams.get('body')]).toEqual(['Sign “A & B?”', 'one\r\ntwo']);
});

it.each([
  ['thandi@example.test', true],
  ["o'neil+x@example.test", true],
  ['a@example.test, b@example.test', false],
  ['a@example.test\r\nBcc: b@example.test', false],
  ['"a, b"@example.test', false],
  ['Thandi <t@example.test>', false],
  ['nobody', false],
  ['', false],
])('takes %j for one address: %j', (text, is) => {
  expect(isOneAddress(text)).toBe(is);
});

it('makes one line of a text, without what nobody sees', () => {
  expect(plainLine(' Lease\r\n\u202e 4\u200b\u0007 ')).toBe('Lease 4');
  expect(plainLine('=?utf-8?Q?Bcc:_evil@example.test?=')).not.toContain('=?');
  expect(plainLine(`${'x'.repeat(199)}😀${'y'.repeat(5_000_000)}`)).toBe('x'.repeat(199));
});
