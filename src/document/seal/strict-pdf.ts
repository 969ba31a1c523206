import { inflateSync } from 'node:zlib';
import { UnknownStructure } from './malformed.js';

/** An indirect reference: `12 0 R`. */
export class Ref {
  readonly object: number;
  readonly generation: number;

  constructor(object: number, generation: number) {
    this.object = object;
    this.generation = generation;
  }
}

/** A name without its slash, and with its escapes resolved. */
export class Name {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Dict = ReadonlyMap<string, Value>;
/** Strings are bytes. */
export type Value = null | boolean | number | Name | Ref | Buffer | readonly Value[] | Dict;

/** An object of a file: its value, and the bytes of its stream as they are stored, if it is one. */
export interface StrictObject {
  readonly object: number;
  readonly generation: number;
  readonly value: Value;
  readonly stream: Buffer | null;
  /** Behind `endobj`. */
  readonly end: number;
}

const deepest = 60;
/** Bytes of one unpacked stream. */
const maxUnpacked = 32 * 1024 * 1024;

/**
 * Reads PDF syntax (ISO 32000-1, 7.2 and 7.3) from `at` on, in the one way that leaves nothing to a reader's judgement:
 * no key twice, no unknown word, no damaged token. Throws UnknownStructure at anything else.
 */
export class StrictReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Passes over white space and comments. */
  skip(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === 0x25) this.comment();
      else if (byte !== undefined && isSpace(byte)) this.at += 1;
      else return;
    }
  }

  /** What matches here, after white space; null when nothing does. `pattern` is sticky. */
  take(pattern: RegExp, longest = 40): RegExpExecArray | null {
    this.skip();
    const match = pattern.exec(this.bytes.toString('latin1', this.at, this.at + longest));
    if (match !== null) this.at += match[0].length;
    return match;
  }

  /** The same, where it must match. */
  need(pattern: RegExp): RegExpExecArray {
    return this.take(pattern) ?? unknown();
  }

  value(depth = 0): Value {
    if (depth > deepest) return unknown();
    this.skip();
    const byte = this.bytes[this.at];
    const next = this.bytes[this.at + 1];
    if (byte === 0x2f) return new Name(this.name());
    if (byte === 0x28) return this.literal();
    if (byte === 0x3c) return next === 0x3c ? this.dict(depth) : this.hex();
    if (byte === 0x5b) return this.array(depth);
    const word = this.take(/^(?:true|false|null)(?![^\0\t\n\f\r ()<>[\]{}/%])/);
    if (word !== null) return word[0] === 'null' ? null : word[0] === 'true';
    const ref = this.take(/^(\d{1,10}) (\d{1,5}) R(?![^\0\t\n\f\r ()<>[\]{}/%])/);
    if (ref !== null) return new Ref(Number(ref[1]), Number(ref[2]));
    return Number(this.need(/^[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?![^\0\t\n\f\r ()<>[\]{}/%])/)[0]);
  }

  private comment(): void {
    const from = this.at;
    while (this.at < this.bytes.length && this.bytes[this.at] !== 0x0a && this.bytes[this.at] !== 0x0d) this.at += 1;
    // A reader that repairs files looks for these words wherever they stand.
    const text = this.bytes.toString('latin1', from, this.at);
    if (text.length > 200 || /obj|stream|xref|trailer|%EOF/.test(text)) unknown();
  }

  private name(): string {
    const from = (this.at += 1);
    while (this.at < this.bytes.length && isRegular(this.bytes[this.at] ?? 0)) this.at += 1;
    const written = this.bytes.toString('latin1', from, this.at);
    if (/#(?![\da-fA-F]{2})/.test(written)) return unknown();
    return written.replace(/#(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }

  private hex(): Buffer {
    const end = this.bytes.indexOf(0x3e, this.at);
    const digits = end < 0 ? unknown() : this.bytes.toString('latin1', this.at + 1, end).replace(/[\0\t\n\f\r ]+/g, '');
    if (!/^[\da-fA-F]*$/.test(digits)) return unknown();
    this.at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  private literal(): Buffer {
    const out: number[] = [];
    let open = 1;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.bytes[this.at] ?? unknown();
      if (byte === 0x28) open += 1;
      if (byte === 0x29) open -= 1;
      if (open === 0) break;
      if (byte === 0x5c) this.escape(out);
      else out.push(byte);
    }
    this.at += 1;
    return Buffer.from(out);
  }

  /** ISO 32000-1, table 3. */
  private escape(out: number[]): void {
    const text = this.bytes.toString('latin1', this.at + 1, this.at + 4);
    const octal = /^[0-7]{1,3}/.exec(text)?.[0];
    const plain = escapes[text[0] ?? ''];
    if (octal !== undefined) out.push(Number.parseInt(octal, 8) & 0xff);
    else if (plain !== undefined) out.push(...Buffer.from(plain, 'latin1'));
    else unknown();
    this.at += octal?.length ?? (text.startsWith('\r\n') ? 2 : 1);
  }

  private array(depth: number): readonly Value[] {
    const items: Value[] = [];
    for (this.at += 1; this.take(/^\]/, 1) === null;) items.push(this.value(depth + 1));
    return items;
  }

  private dict(depth: number): Dict {
    const entries = new Map<string, Value>();
    for (this.at += 2; this.take(/^>>/, 2) === null;) {
      if (this.bytes[this.at] !== 0x2f) return unknown();
      const key = this.name();
      if (entries.has(key)) return unknown();
      entries.set(key, this.value(depth + 1));
    }
    return entries;
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '(': '(',
  ')': ')',
  '\\': '\\',
  '\n': '',
  '\r': '',
};

export const unknown = (): never => {
  throw new UnknownStructure('the structure is not one that this program knows');
};

/** White space of a PDF (ISO 32000-1, table 1). */
const isSpace = (byte: number): boolean =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b) || byte === 0;

const delimiters: ReadonlySet<number> = new Set(Buffer.from('()<>[]{}/%'));
const isRegular = (byte: number): boolean => !isSpace(byte) && !delimiters.has(byte);

/**
 * The object that begins at `at`. `lengthOf` reads a length that stands in an object of its own. Throws
 * UnknownStructure.
 */
export function readObject(bytes: Buffer, at: number, lengthOf: (ref: Ref) => number): StrictObject {
  const reader = new StrictReader(bytes, at);
  const header = /^(\d{1,10}) (\d{1,5}) obj\b/.exec(bytes.toString('latin1', at, at + 40)) ?? unknown();
  reader.at += header[0].length;
  const value = reader.value();
  const stream = reader.take(/^stream(?:\r\n|\n)/) === null ? null : readStream(reader, value, lengthOf);
  reader.need(/^endobj\b/);
  return { object: Number(header[1]), generation: Number(header[2]), value, stream, end: reader.at };
}

function readStream(reader: StrictReader, value: Value, lengthOf: (ref: Ref) => number): Buffer {
  const stated = dictOf(value).get('Length') ?? null;
  const length = stated instanceof Ref ? lengthOf(stated) : stated;
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return unknown();
  const data = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  reader.need(/^endstream\b/);
  return data;
}

/** The bytes of a stream, unpacked: stored as they are or by FlateDecode, with the usual predictor. */
export function unpack({ value, stream }: StrictObject): Buffer {
  const dict = dictOf(value);
  const filter = only(dict.get('Filter') ?? null);
  if (stream === null) return unknown();
  if (filter === null) return stream;
  if (!(filter instanceof Name) || filter.text !== 'FlateDecode') return unknown();
  const data = inflated(stream);
  const given = only(dict.get('DecodeParms') ?? null);
  const parameters = given === null ? new Map<string, Value>() : dictOf(given);
  const predictor = parameters.get('Predictor') ?? 1;
  return predictor === 1 ? data : withoutPredictor(data, parameters);
}

const only = (value: Value): Value =>
  Array.isArray(value) ? (value.length === 1 ? (value[0] ?? null) : unknown()) : value;

function inflated(stream: Buffer): Buffer {
  try {
    return inflateSync(stream, { maxOutputLength: maxUnpacked });
  } catch {
    return unknown();
  }
}

/** PNG's rows that tell the difference from the row above (ISO 32000-1, 7.4.4.4). */
function withoutPredictor(data: Buffer, parameters: Dict): Buffer {
  const [predictor, columns = 1, colours = 1, bits = 8] = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent'].map(
    (key) => parameters.get(key),
  );
  const isUsual = typeof predictor === 'number' && predictor >= 10 && colours === 1 && bits === 8;
  if (!isUsual || typeof columns !== 'number' || columns < 1 || data.length % (columns + 1) !== 0) return unknown();
  const out = Buffer.alloc((data.length / (columns + 1)) * columns);
  for (let row = 0; row * (columns + 1) < data.length; row += 1) {
    const kind = data[row * (columns + 1)];
    if (kind !== 0 && kind !== 2) return unknown();
    for (let column = 0; column < columns; column += 1) {
      const above = kind === 2 && row > 0 ? (out[(row - 1) * columns + column] ?? 0) : 0;
      out[row * columns + column] = ((data[row * (columns + 1) + 1 + column] ?? 0) + above) & 0xff;
    }
  }
  return out;
}

export const dictOf = (value: Value): Dict => (value instanceof Map ? value : unknown());

export const arrayOf = (value: Value): readonly Value[] => (Array.isArray(value) ? value : unknown());

export const integerOf = (value: Value | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : unknown();

/** Two values that read alike give the same text. */
export function canonical(value: Value): string {
  if (value instanceof Name) return `/${JSON.stringify(value.text)}`;
  if (value instanceof Ref) return `${value.object} ${value.generation} R`;
  if (Buffer.isBuffer(value)) return `<${value.toString('hex')}>`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(' ')}]`;
  if (value instanceof Map) {
    const entries = [...(value as Dict)].map(([key, each]) => `${JSON.stringify(key)} ${canonical(each)}`);
    return `<<${entries.toSorted().join(' ')}>>`;
  }
  return String(value);
}
