import { replaceHidden } from '../../core/platform/visible-text.js';

/** Mails that are not sent: a person sends them with a mail program. */

export interface MailDraft {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  /** Lines end with `\n`. */
  readonly text: string;
}

/** More than a title or a name has; a mail program refuses lines of more than 998 bytes. */
const maxShown = 200;

/**
 * Text of others as a part of one line: cut, without line breaks, without characters that nobody sees, and without what
 * a mail program would decode (RFC 2047).
 */
export const plainLine = (text: string): string =>
  replaceHidden(text.slice(0, maxShown).replaceAll(/\s/g, ' '), () => '')
    .replaceAll('=?', '= ?')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Whether a mail program takes a text for one address: no list, no name, no quotes. Linear. */
export const isOneAddress = (text: string): boolean =>
  text.length <= 320 && /^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\\p{C}]+$/u.test(text);

/** A link that opens the draft in a mail program (RFC 6068). */
export function mailtoOf({ email, subject, text }: Pick<MailDraft, 'email' | 'subject' | 'text'>): string {
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  const body = text.replaceAll('\n', '\r\n');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** The draft as a message file (RFC 5322), which mail programs open for editing. `at`: milliseconds since 1970. */
export async function messageOf({ name, email, subject, text }: MailDraft, at: number): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sent = await composer.sendMail({
    to: { name, address: email },
    subject,
    text,
    date: new Date(at),
    // Outlook opens it as a draft. Its program gives it an ID when it is sent.
    headers: { 'X-Unsent': '1' },
    messageId: `<draft-${at}@localhost>`,
  });
  return sent.message as Buffer;
}
