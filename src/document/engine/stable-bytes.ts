import { createHash } from 'node:crypto';

const SUBSET_TAG = /\/[A-Z]{6}\+(?=NotoSans|DancingScript)/gu;
const FILE_ID = /(\/ID\s*\[\s*<)[0-9a-fA-F]{32}(>\s*<)[0-9a-fA-F]{32}(>\s*\])/gu;

/**
 * The same PDF with what its writer drew by lot (the file id, the tags of subset fonts) derived from its content, so
 * that equal input gives equal bytes. Nothing changes its length, so every offset stays right.
 */
export function withStableNames(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const digest = createHash('sha256').update(withoutLots(text), 'latin1').digest('hex').slice(0, 32).toUpperCase();
  const tags = new Map<string, string>();
  const tagFor = (drawn: string): string => {
    const tag = tags.get(drawn) ?? `/${letters(digest, tags.size)}+`;
    tags.set(drawn, tag);
    return tag;
  };
  return Buffer.from(text.replace(SUBSET_TAG, tagFor).replace(FILE_ID, `$1${digest}$2${digest}$3`), 'latin1');
}

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

function withoutLots(text: string): string {
  const zeros = '0'.repeat(32);
  return text.replace(SUBSET_TAG, '/AAAAAA+').replace(FILE_ID, `$1${zeros}$2${zeros}$3`);
}

/** Six capital letters for the n-th subset of a file: two subsets of one font may not share a tag. */
function letters(digest: string, ordinal: number): string {
  const hash = createHash('sha256').update(`${digest} ${ordinal}`).digest();
  return Array.from(hash.subarray(0, 6), (byte) => String.fromCodePoint(65 + (byte % 26))).join('');
}
