/** Bytes that are not the one DER encoding of anything: nothing that they say is trusted. */
export class NotDer extends Error {
  override readonly name = 'NotDer';
  readonly code = 'not_der';
}

/** One DER value as it stands in its file. */
export interface Der {
  /** The identifier octet: class, constructed or not, number. */
  readonly tag: number;
  /** All of it, header included. */
  readonly bytes: Buffer;
  readonly content: Buffer;
  /** What a constructed value is made of; none for a primitive one. */
  readonly parts: readonly Der[];
}

/** Deeper or richer than any signature is. */
const deepest = 40;
const mostValues = 20_000;

/**
 * Reads one DER value that fills `bytes`. With one encoding for each value, no byte can be changed without changing
 * what is read; BER, which leaves a choice, is refused, as PAdES wants it (ETSI EN 319 142-1, 4.1). Throws NotDer.
 */
export function readDer(bytes: Uint8Array): Der {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = readValue(all, 0, { values: mostValues });
  if (value.bytes.length !== all.length) throw new NotDer('more than one value');
  return value;
}

/** How many bytes the DER value at the start of `bytes` takes up by its header; its content is not looked at. */
export function derLength(bytes: Uint8Array): number {
  const { start, length } = readHeader(bytes);
  return start + length;
}

/** Reads the first value of `bytes`, and everything in it. */
function readValue(bytes: Buffer, depth: number, left: { values: number }): Der {
  left.values -= 1;
  if (depth > deepest || left.values < 0) throw new NotDer('nested too deeply, or too long');
  const { tag, start, length } = readHeader(bytes);
  const content = bytes.subarray(start, start + length);
  const parts: Der[] = [];
  if ((tag & 0x20) === 0) checkPrimitive(tag, content);
  else {
    if ((tag & 0xc0) === 0 && tag !== tags.sequence && tag !== tags.set) throw new NotDer('a string in pieces');
    for (let at = 0; at < content.length;) {
      const part = readValue(content.subarray(at), depth + 1, left);
      parts.push(part);
      at += part.bytes.length;
    }
  }
  return { tag, bytes: bytes.subarray(0, start + length), content, parts };
}

/** Identifier octets (X.690, 8.1.2). */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The identifier octet of a constructed value with a number of its own, such as `[0]`. */
export const numbered = (number: number): number => 0xa0 | number;

interface Header {
  readonly tag: number;
  /** Where the content begins. */
  readonly start: number;
  readonly length: number;
}

/** Only tags below 31 and lengths of at most four bytes, each written in its shortest form. */
function readHeader(bytes: Uint8Array): Header {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new NotDer('cut off');
  if ((tag & 0x1f) === 0x1f || tag === 0) throw new NotDer('an unknown tag');
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || extra > 4) throw new NotDer('a length of unknown form');
  let length = extra === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + extra)) length = length * 256 + byte;
  const shortest = length < 0x80 ? 0 : Math.ceil(Math.log2(length + 1) / 8);
  const start = 2 + extra;
  if (extra !== shortest || start + length > bytes.length) throw new NotDer('a length that does not fit');
  return { tag, start, length };
}

function checkPrimitive(tag: number, content: Buffer): void {
  const wrong = whyNotDer(tag, content);
  if (wrong !== null) throw new NotDer(wrong);
}

function whyNotDer(tag: number, content: Buffer): string | null {
  const [first, second = 0] = content;
  switch (tag) {
    case tags.sequence & ~0x20:
    case tags.set & ~0x20:
      return 'a sequence without parts';
    case tags.boolean:
      return content.length === 1 && (first === 0 || first === 0xff) ? null : 'a boolean of unknown form';
    case tags.integer:
    case tags.enumerated: {
      const needless = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
      return first !== undefined && (content.length === 1 || !needless) ? null : 'a number of unknown form';
    }
    case tags.bitString: {
      const unused = (content.at(-1) ?? 0) & ((1 << (first ?? 0)) - 1);
      const fits = first !== undefined && first <= 7 && (first === 0 || (content.length > 1 && unused === 0));
      return fits ? null : 'a string of bits of unknown form';
    }
    case tags.null:
      return content.length === 0 ? null : 'a null with content';
    case tags.objectId: {
      const needless = content.some((byte, at) => byte === 0x80 && (content[at - 1] ?? 0) < 0x80);
      return first !== undefined && (content.at(-1) ?? 0) < 0x80 && !needless ? null : 'an identifier of unknown form';
    }
    default:
      return null;
  }
}
