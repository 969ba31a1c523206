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
  /** It grants a reader rights, and signs nothing for anybody (ISO 32000-1, 12.8.2.3). */
  readonly isUsageRights: boolean;
}

export type ByteRange = readonly [number, number, number, number];

/** Something that calls itself a signature, and of which nothing can be checked. */
export interface NoSignature {
  /** `placeholder`: its space was never filled · `cut` it reaches beyond the end of the file. */
  readonly kind: 'placeholder' | 'cut' | 'unreadable';
  /** Completes "a signature in the file cannot be read: …". */
  readonly why: string;
}

export interface Search {
  /** The one that reaches furthest first. */
  readonly signatures: readonly FoundSignature[];
  readonly others: readonly NoSignature[];
  /** There are so many that not all were looked at. */
  readonly isTooMany: boolean;
}

/** Each letter may be written with an escape. */
const keyword = new RegExp(
  `/${[...'ByteRange'].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}`,
  'gi',
);
const maxSignatures = 64;
/** Bytes of a CMS; a real one has a few thousand, or some hundred thousand with revocation lists. */
const maxCmsBytes = 2 * 1024 * 1024;
const maxDictionaryBytes = 64 * 1024;

/**
 * The signatures of a PDF (ISO 32000-1, 12.8.1). They are found by their bytes and not through the file's structure:
 * each begins with the file, leaves out nothing but its own value, and ends with the file or with a revision of it.
 */
export function findSignatures(file: Buffer): Search {
  const signatures: FoundSignature[] = [];
  const others: NoSignature[] = [];
  let isTooMany = false;
  for (const { index, 0: written } of file.toString('latin1').matchAll(keyword)) {
    isTooMany = signatures.length + others.length >= maxSignatures;
    if (isTooMany) break;
    const found = readAt(file, index, index + written.length);
    if ('kind' in found) others.push(found);
    else signatures.push(found);
  }
  return { signatures: signatures.toSorted((one, other) => other.until - one.until), others, isTooMany };
}

/** The signature whose byte range stands at `at`, or why it is not one. */
function readAt(file: Buffer, at: number, behind: number): FoundSignature | NoSignature {
  const range = readRange(file, behind);
  if (range === 'placeholder') return placeholder;
  if (range === null) return unreadable('its byte range is not written as one');
  const [from, length, start, rest] = range;
  const end = from + length;
  const until = start + rest;
  if (from !== 0) return unreadable('it leaves out the beginning of the file');
  if (start < end + 2 || start - end > 2 * maxCmsBytes) return unreadable('its byte range leaves no room for it');
  if (until > file.length) return { kind: 'cut', why: 'it reaches beyond the end of the file' };
  const brackets = bracketsAt(file, end, start);
  if (brackets === null) return unreadable('it leaves out something other than its own value');
  if (!belongs(file, at, brackets.open, brackets.close + 1)) {
    return unreadable('it leaves out a value that is not its own');
  }
  const hex = readHex(file.subarray(brackets.open + 1, brackets.close));
  if (hex === null) return unreadable('it leaves out something other than its own value');
  if (hex.bytes.every((byte) => byte === 0)) return placeholder;
  if (!endsRevision(file, until)) return unreadable('it does not end where a revision of the file ends');
  const dictionary = dictionaryAround(file, end, start);
  return {
    range,
    until,
    parts: [file.subarray(from, end), file.subarray(start, until)],
    cms: hex.bytes,
    isPlainHex: hex.isPlain,
    subFilter: /\/SubFilter\s{0,9}\/([\w.-]{1,64})/.exec(dictionary)?.[1] ?? null,
    claimedAt: firstDateIn(/\/M\s{0,9}\((D:[^)]{0,40})/.exec(dictionary)?.[1] ?? ''),
    isUsageRights: /\/TransformMethod\s{0,9}\/UR/.test(dictionary),
  };
}

const unreadable = (why: string): NoSignature => ({ kind: 'unreadable', why });
const placeholder: NoSignature = { kind: 'placeholder', why: 'the space for it was never filled' };

/** Whether the file, or an earlier revision of it, ends here: with its end mark and at most the end of that line. */
const endsRevision = (file: Buffer, until: number): boolean =>
  until === file.length || /%%EOF[\r\n ]{0,3}$/.test(file.toString('latin1', Math.max(0, until - 10), until));

/** The brackets around what is left out: they belong to it, or, as some signers have it, to what is signed. */
function bracketsAt(
  file: Buffer,
  end: number,
  start: number,
): { readonly open: number; readonly close: number } | null {
  if (file[end] === 0x3c && file[start - 1] === 0x3e) return { open: end, close: start - 1 };
  return file[end - 1] === 0x3c && file[start] === 0x3e ? { open: end - 1, close: start } : null;
}

function readRange(file: Buffer, at: number): ByteRange | 'placeholder' | null {
  const text = file.toString('latin1', at, at + 200);
  if (/^\s{0,9}\[\s{0,9}0\s{1,9}(?:\/?\*|0\s{1,9}0\s{1,9}0\s{0,99}\])/.test(text)) return 'placeholder';
  const numbers = /^\s{0,99}\[\s{0,99}(\d{1,12})\s{1,99}(\d{1,12})\s{1,99}(\d{1,12})\s{1,99}(\d{1,12})\s{0,99}\]/
    .exec(text)
    ?.slice(1)
    .map(Number);
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

const pattern = /D:(\d{14})(Z|[+-]\d\d)?'?(\d\d)?/g;

/** The latest date of PDF (ISO 32000-1, 7.9.4) that stands in some bytes in clear, as ISO 8601 UTC; null without one. */
export const latestDateIn = (bytes: Buffer): string | null =>
  datesIn(bytes.toString('latin1')).toSorted().at(-1) ?? null;

/** The first one in a text. */
const firstDateIn = (text: string): string | null => datesIn(text)[0] ?? null;

function datesIn(text: string): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, digits = '', zone = 'Z', minutes = '00']) => {
    const local = digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
    const at = Date.parse(`${local}${zone === 'Z' ? zone : `${zone}:${minutes}`}`);
    return Number.isNaN(at) ? [] : [new Date(at).toISOString()];
  });
}
