import type { Context } from '../context/context.js';
import { CommandFailure, IdBegun, UsageFailure } from '../failure/failure.js';
import { readId, uuidOf } from '../flags/identifier.js';
import { control } from './control.js';
import type { CapturedMail, MailList } from './control-types.js';

/** A filter for mail; an omitted part matches all. */
export interface MailChoice {
  readonly to?: string;
  readonly kind?: string;
  readonly envelope?: string;
  /** A part of the subject. */
  readonly subject?: string;
  /** Whether a fault lost it. */
  readonly lost?: boolean;
  /** Only mail newer than this one. */
  readonly after?: string;
  /** The newest ones only. */
  readonly limit?: number;
}

const hidden = '(link hidden, use --print to show it)';

/** The matching mail, newest first. */
export async function listMail(context: Context, choice: MailChoice): Promise<MailList> {
  const { to, kind, envelope, subject, lost, after, limit } = choice;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ to, kind, envelope_id: envelope, subject, lost, after, limit })) {
    if (value !== undefined) query.set(name, String(value));
  }
  const path = `/_emulator/inbox${query.size === 0 ? '' : `?${query.toString()}`}` as const;
  return await control<MailList>(context, { method: 'GET', path });
}

const list = 'esign emulator inbox list';

/** Reads a mail ID, or its first characters, as a narrow terminal lists it. */
export function mailId(text: string): string {
  try {
    return uuidOf('mail', list)(text);
  } catch (failure) {
    if (failure instanceof IdBegun) return text.toLowerCase();
    throw failure;
  }
}

/** One mail. Throws CommandFailure (4), and UsageFailure for the first characters of several. */
export async function readMail(context: Context, id: string): Promise<CapturedMail> {
  return await control<CapturedMail>(context, {
    method: 'GET',
    path: `/_emulator/inbox/${await wholeId(context, id)}`,
  });
}

async function wholeId(context: Context, text: string): Promise<string> {
  if (readId(text) !== null) return text;
  const found = (await listMail(context, { limit: 10_000 })).data.filter(({ id }) => id.startsWith(text));
  const [first] = found;
  if (first === undefined) {
    throw new CommandFailure(4, 'nothing_found', `No mail has an ID that begins with ${text}.`, {
      hint: `List the mail with: ${list}`,
    });
  }
  if (found.length === 1) return first.id;
  throw new UsageFailure(`The mail ID prefix "${text}" is ambiguous: it matches ${found.length} IDs.`, {
    code: 'ambiguous_id',
    hint: `List the mail with: ${list} --json`,
  });
}

/** Shows one mail with its text. */
export async function showMail(context: Context, mail: CapturedMail): Promise<void> {
  await context.output.result(mail, {
    human: (colour, clean) =>
      [
        `${colour.dim('To')}       ${clean(`${mail.to.name} <${mail.to.email}>`)}`,
        `${colour.dim('Subject')}  ${clean(mail.subject)}`,
        ...(mail.lost ? [`${colour.dim('Lost')}     A fault of the emulator kept this mail from arriving.`] : []),
        ...mail.attachments.map(({ filename, size }) => `${colour.dim('File')}     ${clean(filename)} (${size} bytes)`),
        '',
        clean(mail.text),
      ].join('\n'),
  });
}

/** The mail without its link, which is a credential and is also in the text and the HTML part. */
export function withoutLink(mail: CapturedMail): CapturedMail {
  const { link, text, html } = mail;
  if (link === null) return mail;
  const shorn = { ...mail, link: hidden, text: text.replaceAll(link, hidden) };
  return html === undefined ? shorn : { ...shorn, html: html.replaceAll(link, hidden) };
}
