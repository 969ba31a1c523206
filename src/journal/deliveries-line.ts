import { readDeliveryEntry, type DeliveryEntry, type Place } from './deliveries-entry.js';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const begins = {
  got: ascii('{"kind":"got","id":"'),
  again: ascii('{"kind":"again","id":"'),
  forward: ascii('{"kind":"forward","id":"'),
};
const arrived = ascii('","at":"');
const accepted = ascii('","forward":{"is":"delivered",');
const eventIdField = ascii('"eventId":');
const nobody = ascii('"target":null,"body":');
const [quote, closing, backslash] = [0x22, 0x7d, 0x5c];
const timeLength = 24;
/** Longer than the ID of any delivery. */
const maxId = 64;
/** The position of the first letter of the kind. */
const kindAt = 9;
/** Bytes at the start of a new delivery's line that nearly always contain its event and envelope IDs. */
const headLength = 400;
// Without the characters that JSON may write in another way.
const subject = /"eventId":(?:null|"([ !#-[\]-~]*)"),"envelopeId":(?:null|"([ !#-[\]-~]*)"),"/;

/** What a delivery is about. */
export interface DeliverySubject {
  readonly eventId: string | null;
  readonly envelopeId: string | null;
}

/**
 * A line of the record in the bytes of a block. What it tells is read from its bytes; a line that this program does not
 * write in exactly this form is parsed. Text in a body or in a value cannot be taken for a field: an entry begins its
 * line, and a value contains no newline, and no quote without a backslash. One object is used for all lines of a scan.
 */
export class RecordLine {
  #file = '';
  /** The position of the block in its file. */
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #kind: DeliveryEntry['kind'] | undefined;
  /** The positions of the ID and of the quote after it; unused for a parsed line. */
  #idAt = 0;
  #idEnd = 0;
  #parsed: DeliveryEntry | undefined;

  block(file: string, start: number, bytes: Buffer): void {
    this.#file = file;
    this.#start = start;
    this.#bytes = bytes;
  }

  /**
   * Moves to the line between two positions of the block; false if it is not an entry. `isWhole`: an empty line follows,
   * or nothing does, so no crash cut it off.
   */
  move(from: number, to: number, isWhole: boolean): boolean {
    this.#from = from;
    this.#to = to;
    this.#kind = isWhole ? this.#kindOfBytes() : undefined;
    this.#parsed = this.#kind === undefined ? this.entry() : undefined;
    this.#kind ??= this.#parsed?.kind;
    return this.#kind !== undefined;
  }

  get kind(): DeliveryEntry['kind'] | undefined {
    return this.#kind;
  }

  get id(): string {
    return this.#parsed?.id ?? this.#bytes.toString('latin1', this.#idAt, this.#idEnd);
  }

  /** A number from 0 to 65,535 that equal IDs have in common. */
  get idHash(): number {
    if (this.#parsed !== undefined) return hashOfText(this.#parsed.id);
    return hashOf(this.#bytes, this.#idAt);
  }

  /** The same of the event ID of a new delivery; undefined if the line must be parsed to know. */
  get eventHash(): number | undefined {
    if (this.#parsed !== undefined) return undefined;
    const at = this.#bytes.indexOf(eventIdField, this.#idEnd) + eventIdField.length;
    return at < this.#to && this.#bytes[at] === quote ? hashOf(this.#bytes, at + 1) : undefined;
  }

  /** Of a new delivery, its time of arrival: ISO 8601 UTC. */
  get at(): string {
    if (this.#parsed !== undefined) return this.#parsed.kind === 'got' ? this.#parsed.at : '';
    const time = this.#idEnd + arrived.length;
    return this.#bytes.toString('latin1', time, time + timeLength);
  }

  /** Of a new delivery. */
  get subject(): DeliverySubject {
    const found = this.#parsed === undefined ? subject.exec(this.#text(headLength)) : null;
    if (found !== null) return { eventId: found[1] ?? null, envelopeId: found[2] ?? null };
    const entry = this.#parsed ?? this.entry();
    return entry?.kind === 'got' ? entry : { eventId: null, envelopeId: null };
  }

  /** The app accepted it. */
  get isDelivered(): boolean {
    if (this.#kind !== 'forward') return false;
    if (this.#parsed?.kind === 'forward') return this.#parsed.forward.is === 'delivered';
    return holds(this.#bytes, this.#idEnd, accepted);
  }

  /** Of a new delivery: no app was to receive it. False too for a line in the form of an older version. */
  get isForNobody(): boolean {
    if (this.#parsed !== undefined) return this.#parsed.kind === 'got' && this.#parsed.target === null;
    // The body in base64, or null, is the last value of the line.
    const to = this.#to;
    const body = this.#bytes[to - 2] === quote ? this.#bytes.lastIndexOf(quote, to - 3) : to - 'null}'.length;
    return holds(this.#bytes, body - nobody.length, nobody);
  }

  get place(): Place {
    return { file: this.#file, offset: this.#start + this.#from, length: this.#to - this.#from };
  }

  entry(): DeliveryEntry | undefined {
    return readDeliveryEntry(this.#bytes.toString('utf8', this.#from, this.#to));
  }

  #text(max: number): string {
    return this.#bytes.toString('latin1', this.#from, Math.min(this.#to, this.#from + max));
  }

  #kindOfBytes(): DeliveryEntry['kind'] | undefined {
    const bytes = this.#bytes;
    const kind = kindOf(bytes[this.#from + kindAt]);
    if (kind === undefined || bytes[this.#to - 1] !== closing || !holds(bytes, this.#from, begins[kind]))
      return undefined;
    this.#idAt = this.#from + begins[kind].length;
    const last = Math.min(this.#to, this.#idAt + maxId);
    let end = this.#idAt;
    while (end < last && bytes[end] !== quote && bytes[end] !== backslash) end += 1;
    if (bytes[end] !== quote) return undefined;
    this.#idEnd = end;
    if (kind !== 'got') return kind;
    return holds(bytes, end, arrived) && bytes[end + arrived.length + timeLength] === quote ? kind : undefined;
  }
}

function kindOf(letter: number | undefined): DeliveryEntry['kind'] | undefined {
  if (letter === 0x67) return 'got';
  if (letter === 0x66) return 'forward';
  return letter === 0x61 ? 'again' : undefined;
}

/** Of the first four bytes. */
const hashOf = (bytes: Buffer, at: number): number =>
  (((bytes[at] ?? 0) << 12) ^ ((bytes[at + 1] ?? 0) << 8) ^ ((bytes[at + 2] ?? 0) << 4) ^ (bytes[at + 3] ?? 0)) &
  0xffff;

/** The same of an ID as it is written in a line, where a short event ID is followed by the next field. */
const hashOfText = (id: string): number => hashOf(Buffer.from(`${JSON.stringify(id)},"envelopeId"`), 1);

/** IDs of deliveries or of events. Most lines of others are recognized by four bytes, without reading their IDs. */
export class IdSet {
  readonly #ids: ReadonlySet<string>;
  readonly #hashes = new Uint8Array(0x1_0000);

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
    for (const id of ids) this.#hashes[hashOfText(id)] = 1;
  }

  has(line: RecordLine): boolean {
    return this.#hashes[line.idHash] === 1 && this.#ids.has(line.id);
  }

  /** The same for the event of a new delivery. */
  hasEvent(line: RecordLine): boolean {
    const hash = line.eventHash;
    return (hash === undefined || this.#hashes[hash] === 1) && this.#ids.has(line.subject.eventId ?? '');
  }
}

function holds(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text[index]) return false;
  return true;
}
