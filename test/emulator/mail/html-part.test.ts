import { describe, expect, it } from 'vitest';
import { htmlPart } from '../../../src/emulator/mail/html-part.js';

describe('the HTML part of a mail', () => {
  it('says what the text says, with the link to follow and to copy', () => {
    const link = 'http://127.0.0.1:4747/sign/token';
    const html = htmlPart({
      subject: 'Please sign: Lease',
      kind: 'invitation',
      text: `Dear Thandi,\n\nKhumalo Homes asks you to sign "Lease".\n\n${link}\n`,
      link,
    });
    expect(html).toContain('>Dear Thandi,</p>');
    expect(html).toContain('asks you to sign &quot;Lease&quot;.</p>');
    expect(html).toContain(`<a href="${link}"`);
    expect(html.split(link)).toHaveLength(3);
  });

  it('escapes what people wrote, and has no link where the mail has none', () => {
    const html = htmlPart({ subject: '</title><script>', kind: 'voided', text: 'Dear <b>Thandi</b>', link: null });
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain('Dear &lt;b&gt;Thandi&lt;/b&gt;');
    expect(html).not.toMatch(/<script|<b>|<a /);
  });
});
