import { createHash } from 'node:crypto';

/** The least that a common file system takes: 255 on most, 143 in encrypted folders. */
const maxBytes = 143;
/** A hostile text is cut before it is read. */
const maxRead = 2_000;
const digestLength = 8;

/** Windows takes these for devices, with any ending. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i;

interface NameParts {
  readonly before?: string;
  /** The ending, and what keeps the names of several things apart. Never cut. */
  readonly after: string;
  /** For a text of which nothing is left. */
  readonly otherwise: string;
}

/**
 * A file name made from a text of somebody else, such as a title: no path, no invisible characters, and at most 143
 * bytes. A text that is cut gets the start of its digest, so that two that begin alike stay apart.
 */
export function fileNameOf(text: string, { before = '', after, otherwise }: NameParts): string {
  const plain = text
    .slice(0, maxRead)
    .normalize('NFKC')
    .replace(/\.(pdf|docx?)$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '_');
  const own = withoutEnds(plain) || otherwise;
  const named = before === '' && deviceNames.test(own) ? `_${own}` : own;
  const room = maxBytes - Buffer.byteLength(before + after);
  if (text.length <= maxRead && Buffer.byteLength(named) <= room) return `${before}${named}${after}`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, digestLength);
  return `${before}${withoutEnds(cut(named, room - digestLength - 1))}-${digest}${after}`;
}

/** Without the dots and dashes at the start, and the dots and spaces at the end, that hide or trim a name. */
function withoutEnds(text: string): string {
  const isOuter = (character: string | undefined, outer: string): boolean =>
    character !== undefined && outer.includes(character);
  let [from, to] = [0, text.length];
  while (from < to && isOuter(text[from], '. -')) from += 1;
  while (to > from && isOuter(text[to - 1], '. ')) to -= 1;
  return text.slice(from, to);
}

/** Cuts a text to a number of bytes, and keeps whole characters. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
