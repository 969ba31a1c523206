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

export type Dict = ReadonlyMap<string, Value>;
/** A text is a name (`/Type`), a number, a string or a word, as it is written; names without escapes. */
export type Value = string | Ref | readonly Value[] | Dict;

/** Bytes, and the same as text, one character a byte. */
export interface Source {
  readonly bytes: Buffer;
  readonly text: string;
}

/** An object of a file: its value, and the bytes of its stream as they are stored, if it is one. */
export interface StrictObject {
  readonly object: number;
  readonly generation: number;
  readonly value: Value;
  readonly stream: Buffer | null;
  /** Behind `endobj`. */
  readonly end: number;
}

export const unknown = (): never => {
  throw new UnknownStructure('the structure is not one that this program knows');
};

const deepest = 60;
/** Bytes of one unpacked stream. */
const maxUnpacked = 32 * 1024 * 1024;
const token =
  /<<|>>|[[\]]|\((?:[^()\\]|\\[^]){0,32767}\)|<[\da-fA-F\s]*>|(?:\/|(?=[^/]))[^\0\t\n\f\r ()<>[\]{}/%]{0,127}(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const space = /(?:[\0\t\n\f\r ]{1,999}|%[^\r\n]{0,200}(?=[\r\n]))/y;
/** A reader that repairs files looks for these words wherever they stand. */
const repaired = /obj|stream|xref|trailer|%EOF/;
const reference = / (\d{1,5}) R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const scalar = /^(?:\/|\(|<|(?:true|false|null|[+-]?(?:\d{1,12}\.?\d{0,12}|\.\d{1,12}))$)/;

/**
 * Reads PDF syntax (ISO 32000-1, 7.2 and 7.3) in the one way that leaves nothing to a reader's judgement: no key twice,
 * no unknown word, no damaged token. Throws UnknownStructure at anything else.
 */
export class StrictReader {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Passes over white space and comments. */
  skip(): void {
    for (let found = this.match(space); found !== null; found = this.match(space)) {
      if (found[0].startsWith('%') && repaired.test(found[0])) unknown();
    }
  }

  /** What a sticky pattern matches here, without white space before it. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  next(): string {
    this.skip();
    const found = this.match(token)?.[0] ?? '';
    return found === '' ? unknown() : found;
  }

  need(word: string): void {
    if (this.next() !== word) unknown();
  }

  value(first = this.next(), depth = 0): Value {
    if (depth > deepest) return unknown();
    if (first === '<<') return this.dict(depth);
    if (first === '[') {
      const items: Value[] = [];
      for (let each = this.next(); each !== ']'; each = this.next()) items.push(this.value(each, depth + 1));
      return items;
    }
    const ref = /^\d{1,10}$/.test(first) ? this.match(reference) : null;
    if (ref !== null) return new Ref(Number(first), Number(ref[1]));
    return scalar.test(first) ? unescaped(first) : unknown();
  }

  private dict(depth: number): Dict {
    const entries = new Map<string, Value>();
    for (let key = this.next(); key !== '>>'; key = this.next()) {
      const name = key.startsWith('/') ? unescaped(key).slice(1) : unknown();
      if (entries.has(name)) return unknown();
      entries.set(name, this.value(this.next(), depth + 1));
    }
    return entries;
  }
}

function unescaped(text: string): string {
  if (!text.startsWith('/')) return text;
  if (/#(?![\da-fA-F]{2})/.test(text)) return unknown();
  return text.replace(/#(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

const header = /(\d{1,10}) (\d{1,5}) obj(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const streamStart = /[\r\n ]{0,4}stream(?:\r\n|\n)/y;

/** The object that begins at `at`; `lengthOf` reads a length that stands in an object of its own. */
export function readObject({ bytes, text }: Source, at: number, lengthOf: (ref: Ref) => number): StrictObject {
  const reader = new StrictReader(text, at);
  const [, object, generation] = reader.match(header) ?? unknown();
  const value = reader.value();
  let stream: Buffer | null = null;
  if (reader.match(streamStart) !== null) {
    const stated = dictOf(value).get('Length') ?? unknown();
    const length = stated instanceof Ref ? lengthOf(stated) : integerOf(stated);
    stream = bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    reader.need('endstream');
  }
  reader.need('endobj');
  return { object: Number(object), generation: Number(generation), value, stream, end: reader.at };
}

/** The bytes of a stream, stored as they are or by FlateDecode, with the usual predictor (ISO 32000-1, 7.4.4.4). */
export function unpack({ value, stream }: StrictObject): Buffer {
  const dict = dictOf(value);
  const filter = only(dict.get('Filter'));
  if (stream === null || (filter !== undefined && filter !== '/FlateDecode')) return unknown();
  const data = filter === undefined ? stream : inflated(stream);
  const given = only(dict.get('DecodeParms'));
  const parameters = given === undefined ? new Map<string, Value>() : dictOf(given);
  const numberAt = (key: string, usual: number): number => integerOf(parameters.get(key) ?? String(usual));
  if (numberAt('Predictor', 1) === 1) return data;
  const columns = numberAt('Columns', 1);
  const isUsual =
    numberAt('Predictor', 1) >= 10 && numberAt('Colors', 1) === 1 && numberAt('BitsPerComponent', 8) === 8;
  if (!isUsual || columns < 1 || data.length % (columns + 1) !== 0) return unknown();
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

function only(value: Value | undefined): Value | undefined {
  if (!Array.isArray(value)) return value === 'null' ? undefined : value;
  return value.length === 1 ? value[0] : unknown();
}

function inflated(stream: Buffer): Buffer {
  try {
    return inflateSync(stream, { maxOutputLength: maxUnpacked });
  } catch {
    // Damaged, or larger than allowed: it is not judged in both cases.
    return unknown();
  }
}

export const dictOf = (value: Value | undefined): Dict => (value instanceof Map ? value : unknown());

export const arrayOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : unknown());

export const integerOf = (value: Value | undefined): number =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : unknown();

export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  canonical(one) === canonical(other);

function canonical(value: Value | undefined = 'null'): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Ref) return `${value.object} ${value.generation} R`;
  if (Array.isArray(value)) return `[${value.map((each: Value) => canonical(each)).join(' ')}]`;
  const entries = [...(value as Dict)].map(([key, each]) => `${JSON.stringify(key)} ${canonical(each)}`);
  return `<<${entries.toSorted().join(' ')}>>`;
}
