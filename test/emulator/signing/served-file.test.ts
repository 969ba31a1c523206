import { describe, expect, it } from 'vitest';
import { contentDisposition, fileName } from '../../../src/emulator/signing/served-file.js';

describe('the name of a file', () => {
  it.each([
    ['Lease', 'Lease (draft).pdf'],
    ['Lease.pdf', 'Lease (draft).pdf'],
    ['../../etc/passwd', 'etc passwd (draft).pdf'],
    ['a\r\nSet-Cookie: b', 'a Set-Cookie b (draft).pdf'],
    ['"quoted"; x', 'quoted x (draft).pdf'],
    ['...', 'document (draft).pdf'],
    ['Huurkontrak – Wêreld', 'Huurkontrak – Wêreld (draft).pdf'],
  ])('of %j is %j', (title, name) => {
    expect(fileName(title, ' (draft)')).toBe(name);
  });
});

describe('the header that carries it', () => {
  it('is plain for plain names', () => {
    expect(contentDisposition('attachment', 'Lease (draft).pdf')).toBe('attachment; filename="Lease (draft).pdf"');
  });

  it('says other names twice: in ASCII, and in full', () => {
    expect(contentDisposition('inline', "Wêreld's – 5%.pdf")).toBe(
      `inline; filename="Wereld's _ 5_.pdf"; filename*=UTF-8''W%C3%AAreld%27s%20%E2%80%93%205%25.pdf`,
    );
  });

  it('never breaks the header', () => {
    expect(contentDisposition('attachment', 'a"b\\c\u{1F993}.pdf')).toMatch(
      /^attachment; filename="a_b_c__?\.pdf"; filename\*=/,
    );
  });
});
