import type { HeaderPair } from '../../core/http/headers.js';
import type { ServedReply } from '../../core/http/serve.js';
import { contentDisposition, fileName } from './file-name.js';
import { guards } from './page/page.js';

/** A file behind a link, which no site may frame. */
export const servedFile = (
  status: number,
  type: string,
  body: string | Buffer,
  more: readonly HeaderPair[] = [],
): ServedReply => ({
  status,
  headers: [['Content-Type', type], ...more, ...guards, ['X-Frame-Options', 'DENY']],
  body,
});

/** A PDF under the name of its document. */
export const servedPdf = (kind: 'attachment' | 'inline', name: string, pdf: Buffer): ServedReply =>
  servedFile(200, 'application/pdf', pdf, [['Content-Disposition', contentDisposition(kind, fileName(name, ''))]]);

export const servedWords = (status: number, words: string): ServedReply =>
  servedFile(status, 'text/plain; charset=utf-8', `${words}\n`);
