import { type BaseBlock, fromBER } from 'asn1js';

/** Bytes that are not the one DER encoding of anything: nothing that they say is trusted. */
export class NotDer extends Error {
  override readonly name = 'NotDer';
  readonly code = 'not_der';
}

/** Deeper or richer than any signature is. */
const deepest = 40;
const mostValues = 20_000;

/**
 * Reads one DER value that fills `bytes`. Stricter than the reader behind it, which takes BER: with one encoding for
 * each value, no byte can be changed without changing what is read. Throws NotDer.
 */
export function readDer(bytes: Uint8Array): BaseBlock {
  const left = { values: mostValues };
  if (check(bytes, 0, bytes.length, 0, left) !== bytes.length) throw new NotDer('more than one value');
  const { offset, result } = fromBER(copyOf(bytes));
  if (offset !== bytes.length || result.error !== '') throw new NotDer('not readable');
  return result;
}

/** How many bytes the DER value at the start of `bytes` takes up, header included; what follows it is not looked at. */
export function derLength(bytes: Uint8Array): number {
  const { content, length } = readHeader(bytes, 0, bytes.length);
  return content + length;
}

/** Bytes of their own, as the reader wants them. */
export const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Checks the value at `start`, and everything in it; answers where it ends. */
function check(bytes: Uint8Array, start: number, end: number, depth: number, left: { values: number }): number {
  left.values -= 1;
  if (depth > deepest || left.values < 0) throw new NotDer('nested too deeply, or too long');
  const { tag, content, length } = readHeader(bytes, start, end);
  const stop = content + length;
  if ((tag & 0x20) === 0) checkPrimitive(tag, bytes.subarray(content, stop));
  else if ((tag & 0xc0) === 0 && tag !== sequence && tag !== set) throw new NotDer('a string in pieces');
  else {
    for (let at = content; at < stop;) at = check(bytes, at, stop, depth + 1, left);
  }
  return stop;
}

const sequence = 0x30;
const set = 0x31;

interface Header {
  readonly tag: number;
  readonly content: number;
  readonly length: number;
}

/** Only tags below 31 and lengths of at most four bytes, each written in its shortest form. */
function readHeader(bytes: Uint8Array, start: number, end: number): Header {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined || start + 2 > end) throw new NotDer('cut off');
  if ((tag & 0x1f) === 0x1f || tag === 0) throw new NotDer('an unknown tag');
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || extra > 4 || start + 2 + extra > end) throw new NotDer('a length of unknown form');
  let length = extra === 0 ? first : 0;
  for (const byte of bytes.subarray(start + 2, start + 2 + extra)) length = length * 256 + byte;
  const shortest = length < 0x80 ? 0 : Math.ceil(Math.log2(length + 1) / 8);
  const content = start + 2 + extra;
  if (extra !== shortest || content + length > end) throw new NotDer('a length that does not fit');
  return { tag, content, length };
}

function checkPrimitive(tag: number, content: Uint8Array): void {
  const [first, second] = content;
  switch (tag) {
    case sequence & ~0x20:
    case set & ~0x20:
      throw new NotDer('a sequence without parts');
    case 0x01:
      if (content.length !== 1 || (first !== 0 && first !== 0xff)) throw new NotDer('a boolean of unknown form');
      return;
    case 0x02:
    case 0x0a:
      if (first === undefined) throw new NotDer('an empty number');
      if (second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
        throw new NotDer('a number with a needless byte');
      return;
    case 0x03:
      if (first === undefined || first > 7 || (first > 0 && content.length === 1)) throw new NotDer('a bit string');
      if (((content.at(-1) ?? 0) & ((1 << first) - 1)) !== 0 && content.length > 1) throw new NotDer('unused bits');
      return;
    case 0x05:
      if (content.length > 0) throw new NotDer('a null with content');
      return;
    case 0x06:
      if (first === undefined || (content.at(-1) ?? 0) >= 0x80) throw new NotDer('an identifier that is cut off');
      if (content.some((byte, at) => byte === 0x80 && (at === 0 || (content[at - 1] ?? 0) < 0x80)))
        throw new NotDer('an identifier with a needless byte');
      return;
    default:
  }
}
