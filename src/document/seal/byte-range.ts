/** A signature as it lies in its file. */
export interface FoundSignature {
  /** Where the signed part begins and ends; what it leaves out between is the signature itself. */
  readonly from: number;
  readonly until: number;
  readonly parts: readonly [Buffer, Buffer];
  /** The CMS: what stands in the place that is left out. */
  readonly cms: Buffer;
}

export type Search =
  | { readonly kind: 'found'; readonly signatures: readonly FoundSignature[] }
  /** Something that calls itself a signature, and is not written as one. */
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'none' };

/** Why a signature is none whose last bytes are missing. */
export const beyondEnd = 'it reaches beyond the end of the file';

const keyword = '/ByteRange';
const mostSignatures = 64;
/** Bytes of a CMS; a real one has a few thousand, or some hundred thousand with revocation lists. */
const longestCms = 2 * 1024 * 1024;

/**
 * The signatures of a PDF (ISO 32000-1, 12.8.1), the one that reaches furthest first. They are found by their bytes and
 * not through the file's structure: a signature that leaves out nothing but its own value vouches for every other byte,
 * however a reader takes them, and one that leaves out more is none.
 */
export function findSignatures(file: Buffer): Search {
  const signatures: FoundSignature[] = [];
  let why: string | null = null;
  let seen = 0;
  for (let at = file.indexOf(keyword); at >= 0 && seen < mostSignatures; at = file.indexOf(keyword, at + 1)) {
    seen += 1;
    const found = readAt(file, at);
    if (typeof found === 'string') why ??= found;
    else signatures.push(found);
  }
  if (signatures.length > 0) {
    return { kind: 'found', signatures: signatures.toSorted((one, other) => other.until - one.until) };
  }
  return why === null ? { kind: 'none' } : { kind: 'malformed', why };
}

/** The signature whose byte range stands at `at`, or why it is none. */
function readAt(file: Buffer, at: number): FoundSignature | string {
  const range = readRange(file, at + keyword.length);
  if (range === null) return 'its byte range is not written as one';
  const [from, length, start, rest] = range;
  const end = from + length;
  const until = start + rest;
  if (from !== 0) return 'it leaves out the beginning of the file';
  if (start < end + 2 || start - end > 2 * longestCms) return 'it leaves out no signature';
  if (until > file.length) return beyondEnd;
  if (file[end] !== 0x3c || file[start - 1] !== 0x3e) return 'it leaves out something else than its own value';
  if (!belongs(file, at, end, start)) return 'it leaves out a value that is not its own';
  const cms = readHex(file.subarray(end + 1, start - 1));
  if (cms === null) return 'it leaves out something else than its own value';
  return { from, until, parts: [file.subarray(from, end), file.subarray(start, until)], cms };
}

function readRange(file: Buffer, at: number): readonly [number, number, number, number] | null {
  const text = file.toString('latin1', at, at + 200);
  const numbers = /^\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/.exec(text)?.slice(1).map(Number);
  const [from, length, start, rest] = numbers ?? [];
  const all = from !== undefined && length !== undefined && start !== undefined && rest !== undefined;
  return all ? [from, length, start, rest] : null;
}

/** The value left out has to be `/Contents` of the very dictionary that the byte range stands in. */
function belongs(file: Buffer, at: number, end: number, start: number): boolean {
  if (!/\/Contents\s*$/.test(file.toString('latin1', Math.max(0, end - 40), end))) return false;
  const between = at < end ? file.subarray(at, end) : file.subarray(start, at);
  return between.length < 64 * 1024 && !between.includes('endobj');
}

/** Digits of one case without anything between them: written otherwise, they could be changed without changing it. */
function readHex(digits: Buffer): Buffer | null {
  const text = digits.toString('latin1');
  if (text.length % 2 !== 0 || !(/^[\dA-F]*$/.test(text) || /^[\da-f]*$/.test(text))) return null;
  return Buffer.from(text, 'hex');
}
