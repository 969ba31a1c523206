import { createHash } from 'node:crypto';

/** The fonts that are drawn in, as they follow the tag of a subset of one: `/ABCDEF+NotoSans`. */
const AFTER_TAG = ['+NotoSans', '+DancingScript'];
const TAG_LENGTH = 6;
const HALF_ID_LENGTH = 32;

/**
 * The same PDF with what its writer drew by lot (the file id, the tags of subset fonts) derived from its content, so
 * that equal input gives equal bytes. Nothing changes its length, so every offset stays right.
 */
export function withStableNames(pdf: Uint8Array): Uint8Array {
  const stable = Buffer.from(pdf);
  const [tags, ids] = [tagsIn(stable), halvesOfFileIds(stable)];
  const drawn = tags.map((at) => stable.toString('latin1', at, at + TAG_LENGTH));
  for (const at of tags) stable.fill('A', at, at + TAG_LENGTH);
  for (const at of ids) stable.fill('0', at, at + HALF_ID_LENGTH);
  const digest = createHash('sha256').update(stable).digest('hex').slice(0, HALF_ID_LENGTH).toUpperCase();
  const names = new Map<string, string>();
  for (const [index, at] of tags.entries()) {
    const tag = drawn[index] ?? '';
    const name = names.get(tag) ?? letters(digest, names.size);
    names.set(tag, name);
    stable.write(name, at, 'latin1');
  }
  for (const at of ids) stable.write(digest, at, 'latin1');
  return stable;
}

/** Where the tags of subset fonts begin, in order. */
function tagsIn(pdf: Buffer): readonly number[] {
  const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
  return AFTER_TAG.flatMap((font) => placesOf(pdf, font))
    .map((plus) => plus - TAG_LENGTH)
    .filter((at) => pdf[at - 1] === 0x2f && pdf.subarray(at, at + TAG_LENGTH).every(isCapital))
    .toSorted((a, b) => a - b);
}

/** Where the two halves of `/ID [<…> <…>]` begin, in order. */
function halvesOfFileIds(pdf: Buffer): readonly number[] {
  return placesOf(pdf, '/ID').flatMap((place) => {
    const first = afterSign(pdf, afterSign(pdf, place + '/ID'.length, '['), '<');
    const second = afterSign(pdf, afterHalf(pdf, first), '<');
    const end = afterSign(pdf, afterHalf(pdf, second), ']');
    return first === null || second === null || end === null ? [] : [first, second];
  });
}

function placesOf(pdf: Buffer, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = pdf.indexOf(text, 0, 'latin1'); at >= 0; at = pdf.indexOf(text, at + text.length, 'latin1')) {
    places.push(at);
  }
  return places;
}

/** The place behind a sign that white space may stand before; null when another stands there. */
function afterSign(pdf: Buffer, from: number | null, sign: string): number | null {
  if (from === null) return null;
  let at = from;
  while (isSpace(pdf[at])) at++;
  return pdf[at] === sign.charCodeAt(0) ? at + 1 : null;
}

/** The place behind the digits of one half and its bracket; null when there are no such digits. */
function afterHalf(pdf: Buffer, from: number | null): number | null {
  if (from === null) return null;
  const end = from + HALF_ID_LENGTH + 1;
  return /^[\da-fA-F]{32}>$/u.test(pdf.toString('latin1', from, end)) ? end : null;
}

const isSpace = (byte = 0): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const WRITTEN_AT = /(\/CreationDate\(D:)\d{14}/gu;
const CHECKSUM = /(\/DocChecksum \/)[0-9A-F]{32}/gu;

/**
 * The same PDF without what a program that has just made it took from the machine's clock. Not for a file of somebody's:
 * what that says of its making is its own. Nothing changes its length.
 */
export function undated(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const steady = text.replace(WRITTEN_AT, (_, name: string) => `${name}19700101000000`);
  return Buffer.from(steady.replace(CHECKSUM, `$1${'0'.repeat(32)}`), 'latin1');
}

/** Six capital letters for the n-th subset of a file: two subsets of one font may not share a tag. */
function letters(digest: string, ordinal: number): string {
  const hash = createHash('sha256').update(`${digest} ${ordinal}`).digest();
  return Array.from(hash.subarray(0, TAG_LENGTH), (byte) => String.fromCodePoint(65 + (byte % 26))).join('');
}
