import { parseHttpDate } from 'undici/lib/util/date.js';

export type HeaderPair = readonly [name: string, value: string];

/** The headers of one message as they came over the wire, in order, with look-ups that ignore the name's case. */
export class HeaderList {
  readonly pairs: readonly HeaderPair[];
  /** In small letters, made with the first look-up: a request has a dozen of them. */
  #names: readonly string[] | undefined;

  constructor(pairs: readonly HeaderPair[]) {
    this.pairs = pairs;
  }

  /** Reads Node's flat list (name, value, name, value …), which keeps repeated headers apart. */
  static fromRaw(raw: readonly string[]): HeaderList {
    const pairs: HeaderPair[] = [];
    for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
    return new HeaderList(pairs);
  }

  /** The first value of the header, or undefined when it is absent. */
  get(name: string): string | undefined {
    return this.pairs[this.#lowered().indexOf(name.toLowerCase())]?.[1];
  }

  /** The instant of a date header in milliseconds since 1970, see `readHttpDate`. */
  date(name: string): number | undefined {
    return readHttpDate(this.get(name));
  }

  /** Every value of the header, in order: more than one where the sender repeated it. */
  all(name: string): readonly string[] {
    const wanted = name.toLowerCase();
    const names = this.#lowered();
    return names.includes(wanted) ? this.pairs.filter((_, at) => names[at] === wanted).map(([, value]) => value) : [];
  }

  #lowered(): readonly string[] {
    return (this.#names ??= this.pairs.map(([name]) => name.toLowerCase()));
  }
}

/** Milliseconds since 1970 of one of the three forms of RFC 9110, 5.6.7, none of which is local time. */
export const readHttpDate = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseHttpDate(text.trim())?.getTime();
