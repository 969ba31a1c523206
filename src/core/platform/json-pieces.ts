import { isUtf8 } from 'node:buffer';
import { parseJson } from './json.js';

/** Where a value stands in a JSON text: property names and indexes, from the outermost. */
export type JsonPath = readonly (string | number)[];

export interface JsonPiecesOptions {
  /** Called once for each object or list outside of other values: whether its parts are told one by one. */
  readonly enters: (path: JsonPath, kind: 'object' | 'list') => boolean;
  /** Called for every other value, in the order of the text. */
  readonly value: (path: JsonPath, value: unknown) => void;
  /** Bytes of a single value or name. */
  readonly maxBytes: number;
}

/** The text is not JSON, not UTF-8, or has a value that is too large; the message says which and where. */
export class JsonPiecesFailure extends Error {
  override readonly name = 'JsonPiecesFailure';
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

interface Container {
  readonly kind: 'object' | 'list';
  /** The name or index of the part that is read. */
  at: string | number;
}

/** A value or a name whose bytes are being collected. */
interface Piece {
  readonly shape: 'text' | 'container' | 'word';
  readonly isName: boolean;
  readonly parts: Buffer[];
  size: number;
  depth: number;
  inText: boolean;
  escaped: boolean;
}

const [tab, feed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];
const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Reads a JSON text of any size in chunks: the objects and lists that `enters` chooses come apart, and each of their
 * parts is one value, so that memory holds one value at a time. Throws JsonPiecesFailure, and what the callbacks throw.
 */
export class JsonPieces {
  readonly #options: JsonPiecesOptions;
  readonly #open: Container[] = [];
  #expected: Expected = 'value';
  #piece: Piece | null = null;
  /** Bytes of the chunks before this one. */
  #before = 0;

  constructor(options: JsonPiecesOptions) {
    this.#options = options;
  }

  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#piece === null ? this.#step(chunk, at) : this.#collect(this.#piece, chunk, at);
    this.#before += chunk.length;
  }

  /** The text is complete. */
  end(): void {
    // Only a word, such as a number, ends with the text.
    if (this.#piece?.shape === 'word') this.#finish(this.#piece);
    if (this.#expected !== 'nothing') throw new JsonPiecesFailure(`it ends early, after ${this.#before} bytes`);
  }

  /** Reads one character between values; returns the position of the next one. */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at];
    if (byte === space || byte === feed || byte === carriageReturn || byte === tab) return at + 1;
    const expected = this.#expected;
    if (expected === 'colon' && byte === colon) this.#expected = 'value';
    else if (expected === 'comma or end' && byte === comma) this.#next();
    else if ((byte === closeBrace || byte === closeBracket) && this.#ends(byte)) this.#leave();
    else if ((expected === 'name' || expected === 'name or end') && byte === quote)
      return this.#begin('text', true, at);
    else if (expected === 'value' || expected === 'value or end') return this.#enter(byte, at);
    else throw this.#unexpected(at);
    return at + 1;
  }

  #ends(byte: number): boolean {
    const kind = this.#open.at(-1)?.kind;
    if (kind !== (byte === closeBrace ? 'object' : 'list')) return false;
    return ['name or end', 'value or end', 'comma or end'].includes(this.#expected);
  }

  #next(): void {
    const container = this.#open.at(-1);
    if (typeof container?.at === 'number') container.at += 1;
    this.#expected = container?.kind === 'object' ? 'name' : 'value';
  }

  #leave(): void {
    this.#open.pop();
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end';
  }

  #enter(byte: number | undefined, at: number): number {
    if (byte === openBrace || byte === openBracket) {
      const kind = byte === openBrace ? 'object' : 'list';
      if (!this.#options.enters(this.#path(), kind)) return this.#begin('container', false, at);
      this.#open.push({ kind, at: kind === 'object' ? '' : 0 });
      this.#expected = kind === 'object' ? 'name or end' : 'value or end';
      return at + 1;
    }
    if (byte === quote) return this.#begin('text', false, at);
    if (byte === comma || byte === colon || byte === closeBrace || byte === closeBracket) throw this.#unexpected(at);
    return this.#begin('word', false, at);
  }

  #begin(shape: Piece['shape'], isName: boolean, at: number): number {
    this.#piece = { shape, isName, parts: [], size: 0, depth: 0, inText: false, escaped: false };
    return at;
  }

  /** Takes the bytes of the piece; returns the position behind them. */
  #collect(piece: Piece, chunk: Buffer, from: number): number {
    const end = piece.shape === 'word' ? endOfWord(chunk, from) : endOfNested(piece, chunk, from);
    const part = chunk.subarray(from, end ?? chunk.length);
    piece.size += part.length;
    if (piece.size > this.#options.maxBytes) {
      throw new JsonPiecesFailure(`the value at ${shown(this.#path())} is larger than ${this.#options.maxBytes} bytes`);
    }
    piece.parts.push(part);
    if (end !== null) this.#finish(piece);
    return end ?? chunk.length;
  }

  #finish(piece: Piece): void {
    const value = this.#parsed(piece.parts.length === 1 ? piece.parts[0] : Buffer.concat(piece.parts));
    this.#piece = null;
    const container = this.#open.at(-1);
    if (piece.isName && container !== undefined) {
      container.at = String(value);
      this.#expected = 'colon';
      return;
    }
    this.#expected = container === undefined ? 'nothing' : 'comma or end';
    this.#options.value(this.#path(), value);
  }

  #parsed(bytes: Buffer | undefined): unknown {
    const value = bytes !== undefined && isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
    if (value !== undefined) return value;
    throw new JsonPiecesFailure(`the value at ${shown(this.#path())} is not valid JSON in UTF-8`);
  }

  #path(): JsonPath {
    return this.#open.map(({ at }) => at);
  }

  #unexpected(at: number): JsonPiecesFailure {
    return new JsonPiecesFailure(`a character is out of place after ${this.#before + at} bytes`);
  }
}

const shown = (path: JsonPath): string => (path.length === 0 ? 'the top' : path.join('.'));

function endOfWord(chunk: Buffer, from: number): number | null {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte === comma || byte === closeBrace || byte === closeBracket || byte === undefined || byte <= space)
      return at;
  }
  return null;
}

/** The end of a text, an object or a list that begins or goes on at `from`, or null when the chunk ends before it. */
function endOfNested(piece: Piece, chunk: Buffer, from: number): number | null {
  let { depth, inText, escaped } = piece;
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (inText) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    if (!inText && depth === 0) return at + 1;
  }
  Object.assign(piece, { depth, inText, escaped });
  return null;
}
