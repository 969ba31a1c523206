/** A signature as it lies in its file. */
export interface FoundSignature {
  /** The four numbers, as they stand in the file. */
  readonly range: ByteRange;
  /** Where the signed part ends; what it leaves out before is the signature itself. */
  readonly until: number;
  readonly parts: readonly [Buffer, Buffer];
  /** The CMS with its padding: what stands in the place that is left out. */
  readonly cms: Buffer;
  /** Written as hex digits of one case and nothing else, as signers write it. */
  readonly isPlainHex: boolean;
  /** `ETSI.CAdES.detached` and the like; null where none is named. */
  readonly subFilter: string | null;
  /** ISO 8601, as the signer's own clock had it; null where it is not stated. */
  readonly claimedAt: string | null;
}

export type ByteRange = readonly [number, number, number, number];

export interface Search {
  /** The one that reaches furthest first. */
  readonly signatures: readonly FoundSignature[];
  /** Why something that calls itself a signature is not written as one, for each of them. */
  readonly malformed: readonly string[];
  /** There are remains of a signature where none was found. */
  readonly remains: boolean;
}

/** Why a signature whose last bytes are missing cannot be read. */
export const beyondEnd = 'it reaches beyond the end of the file';

/** Why not every signature was looked at. */
export const tooMany = 'the file has too many signatures';

const keyword = '/ByteRange';
const maxSignatures = 32;
/** Bytes of a CMS; a real one has a few thousand, or some hundred thousand with revocation lists. */
const maxCmsBytes = 2 * 1024 * 1024;
const maxDictionaryBytes = 64 * 1024;

/**
 * The signatures of a PDF (ISO 32000-1, 12.8.1). They are found by their bytes and not through the file's structure: a
 * signature that leaves out nothing but its own value vouches for every other byte, however a reader takes them, and one
 * that leaves out more is refused.
 */
export function findSignatures(file: Buffer): Search {
  const signatures: FoundSignature[] = [];
  const malformed: string[] = [];
  for (let at = file.indexOf(keyword); at >= 0; at = file.indexOf(keyword, at + 1)) {
    if (signatures.length + malformed.length >= maxSignatures) {
      malformed.push(tooMany);
      break;
    }
    const found = readAt(file, at);
    if (typeof found === 'string') malformed.push(found);
    else signatures.push(found);
  }
  const remains = signatures.length + malformed.length === 0 && hasRemains(file);
  return { signatures: signatures.toSorted((one, other) => other.until - one.until), malformed, remains };
}

/** One changed byte takes away a keyword, never all that a signature is made of. */
const hasRemains = (file: Buffer): boolean =>
  /\/SubFilter\s*\/(?:adbe|ETSI)\.|\/Contents\s*<30[\da-fA-F]{400}/.test(file.toString('latin1'));

/** The signature whose byte range stands at `at`, or why it is not one. */
function readAt(file: Buffer, at: number): FoundSignature | string {
  const range = readRange(file, at + keyword.length);
  if (range === null) return 'its byte range is not written as one';
  const [from, length, start, rest] = range;
  const end = from + length;
  const until = start + rest;
  if (from !== 0) return 'it leaves out the beginning of the file';
  if (start < end + 2 || start - end > 2 * maxCmsBytes) return 'its byte range leaves no room for a signature';
  if (until > file.length) return beyondEnd;
  const brackets = bracketsAt(file, end, start);
  if (brackets === null) return 'it leaves out something other than its own value';
  if (!belongs(file, at, brackets.open, brackets.close + 1)) return 'it leaves out a value that is not its own';
  const hex = readHex(file.subarray(brackets.open + 1, brackets.close));
  if (hex === null) return 'it leaves out something other than its own value';
  const dictionary = dictionaryAround(file, end, start);
  return {
    range,
    until,
    parts: [file.subarray(from, end), file.subarray(start, until)],
    cms: hex.bytes,
    isPlainHex: hex.isPlain,
    subFilter: /\/SubFilter\s*\/([\w.-]{1,64})/.exec(dictionary)?.[1] ?? null,
    claimedAt: instantOf(/\/M\s*\(D:(\d{14})(Z|[+-]\d\d)?'?(\d\d)?/.exec(dictionary)),
  };
}

/** The brackets around what is left out: they belong to it, or, as some signers have it, to what is signed. */
function bracketsAt(
  file: Buffer,
  end: number,
  start: number,
): { readonly open: number; readonly close: number } | null {
  if (file[end] === 0x3c && file[start - 1] === 0x3e) return { open: end, close: start - 1 };
  return file[end - 1] === 0x3c && file[start] === 0x3e ? { open: end - 1, close: start } : null;
}

function readRange(file: Buffer, at: number): ByteRange | null {
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
  return between.length < maxDictionaryBytes && !between.includes('endobj');
}

/** The object that the value stands in, without the value. */
function dictionaryAround(file: Buffer, end: number, start: number): string {
  const before = file.toString('latin1', Math.max(0, end - maxDictionaryBytes), end);
  const behind = file.toString('latin1', start, start + maxDictionaryBytes);
  return before.slice(before.lastIndexOf(' obj') + 1) + behind.slice(0, Math.max(0, behind.indexOf('endobj')));
}

function readHex(digits: Buffer): { readonly bytes: Buffer; readonly isPlain: boolean } | null {
  const text = digits.toString('latin1');
  if (!/^[\da-fA-F\s]*$/.test(text)) return null;
  const dense = text.replace(/\s+/g, '');
  const isPlain = dense.length === text.length && (/^[\dA-F]*$/.test(text) || /^[\da-f]*$/.test(text));
  return dense.length % 2 === 0 ? { bytes: Buffer.from(dense, 'hex'), isPlain } : null;
}

/** A date of PDF (ISO 32000-1, 7.9.4). */
function instantOf(match: RegExpExecArray | null): string | null {
  if (match === null) return null;
  const [, digits = '', zone = 'Z', minutes = '00'] = match;
  const text = digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
  const at = Date.parse(`${text}${zone === 'Z' ? zone : `${zone}:${minutes}`}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
