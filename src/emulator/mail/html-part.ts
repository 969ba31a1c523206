import { markup } from '../html.js';
import { mailButtons } from '../names.js';
import type { Mail } from './outbox.js';

const body = 'margin:0;padding:24px;background:#eef1f5;font:16px/1.5 Arial,Helvetica,sans-serif;color:#0f172a';
const card = 'max-width:560px;margin:0 auto;padding:24px 28px;background:#ffffff;border-radius:6px';
const button =
  'display:inline-block;padding:11px 20px;border-radius:5px;background:#1d4ed8;color:#ffffff;text-decoration:none';

/** The HTML part of a mail: its text, the link as a button and as text. */
export function htmlPart({ subject, text, link, kind }: Pick<Mail, 'subject' | 'text' | 'link' | 'kind'>): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== link)
    .map((paragraph) => markup`<p style="white-space:pre-line">${paragraph}</p>`);
  const target =
    link === null
      ? null
      : markup`<p><a href="${link}" style="${button}">${mailButtons[kind]}</a></p>
<p style="font-size:13px;color:#475569;word-break:break-all">${link}</p>`;
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${body}"><div style="${card}">${paragraphs}${target}</div></body></html>
`.text;
}
