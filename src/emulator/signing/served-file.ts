import type { HeaderPair } from '../../core/http/headers.js';
import { privateAnswer } from '../../core/http/private-page.js';
import type { ServedReply } from '../../core/http/serve.js';

/** A file behind a link, which no site may frame. */
export const servedFile = (
  status: number,
  type: string,
  body: string | Buffer,
  more: readonly HeaderPair[] = [],
): ServedReply => privateAnswer(status, type, body, [...more, ['X-Frame-Options', 'DENY']]);

/** A PDF under the name of its document. */
export const servedPdf = (kind: 'attachment' | 'inline', name: string, pdf: Buffer): ServedReply =>
  servedFile(200, 'application/pdf', pdf, [['Content-Disposition', contentDisposition(kind, fileName(name, ''))]]);

export const servedWords = (status: number, words: string): ServedReply =>
  servedFile(status, 'text/plain; charset=utf-8', `${words}\n`);

/** A file name for a PDF that is safe in any folder: no path, no invisible characters; `ending` comes before `.pdf`. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .replace(/\.(pdf|docx?)$/i, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[/\\:*?"<>|;]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim();
  return `${plain === '' ? 'document' : plain}${ending}.pdf`;
}

/** The header Content-Disposition: the name in ASCII for old clients, and in full (RFC 6266, RFC 5987). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  if (ascii === name) return `${kind}; filename="${ascii}"`;
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`;
}
