/** Numbers from 0 up to and without 1, always the same ones for the same seed (mulberry32). */
export type Lot = () => number;

export function lotOf(seed: number): Lot {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Mutation = (bytes: Buffer, lot: Lot, other: Buffer) => Buffer;

const below = (lot: Lot, limit: number): number => Math.floor(lot() * Math.max(limit, 1));
const NUMBERS = ['0', '-1', '2147483647', '4294967296', '99999999999999999999', '1e38', '0.0000001', 'nan'];
const WORDS = ['null', '<<', '>>', '[', ']', 'endobj', 'endstream', 'stream', '1 0 R', '/Kids', '/Parent', '(', ')'];

/** Ways to break a file, each told by its name. */
const mutations: Readonly<Record<string, Mutation>> = {
  'cut short': (bytes, lot) => bytes.subarray(0, below(lot, bytes.length)),
  'without its beginning': (bytes, lot) =>
    Buffer.concat([bytes.subarray(0, 9), bytes.subarray(below(lot, bytes.length))]),
  'with bits turned': (bytes, lot) => {
    const turned = Buffer.from(bytes);
    const count = 1 + below(lot, 64);
    for (let made = 0; made < count; made++) {
      const at = below(lot, turned.length);
      turned[at] = turned.readUInt8(at) ^ (1 << below(lot, 8));
    }
    return turned;
  },
  'with bytes of noise': (bytes, lot) => {
    const noisy = Buffer.from(bytes);
    const start = below(lot, noisy.length);
    const end = Math.min(start + 1 + below(lot, 2_000), noisy.length);
    for (let at = start; at < end; at++) noisy[at] = below(lot, 256);
    return noisy;
  },
  'with other numbers': (bytes, lot) => {
    const chance = lot() * 0.2;
    const change = (number: string): string => (lot() < chance ? (NUMBERS[below(lot, NUMBERS.length)] ?? '0') : number);
    return Buffer.from(bytes.toString('latin1').replace(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/gu, change), 'latin1');
  },
  'with references turned elsewhere': (bytes, lot) => {
    const change = (reference: string): string => (lot() < 0.15 ? `${below(lot, 60)} 0 R` : reference);
    return Buffer.from(bytes.toString('latin1').replace(/\b\d+ 0 R\b/gu, change), 'latin1');
  },
  'with words strewn in': (bytes, lot) => {
    const parts: Buffer[] = [];
    let from = 0;
    for (let made = 0; made < 30; made++) {
      const to = from + below(lot, (bytes.length - from) / 4);
      parts.push(bytes.subarray(from, to), Buffer.from(` ${WORDS[below(lot, WORDS.length)]} `));
      from = to;
    }
    return Buffer.concat([...parts, bytes.subarray(from)]);
  },
  'with keys renamed': (bytes, lot) => {
    const keys = ['/Type', '/Kids', '/Parent', '/Length', '/Filter', '/W', '/Index', '/Prev', '/Fields', '/Rect', '/V'];
    const change = (key: string): string => (lot() < 0.1 ? (keys[below(lot, keys.length)] ?? key) : key);
    return Buffer.from(bytes.toString('latin1').replace(/\/[A-Z][A-Za-z]{0,12}\b/gu, change), 'latin1');
  },
  'with a piece of another file': (bytes, lot, other) => {
    const [at, from] = [below(lot, bytes.length), below(lot, other.length)];
    const piece = other.subarray(from, from + below(lot, 20_000));
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  'with a piece repeated': (bytes, lot) => {
    const at = below(lot, bytes.length);
    const piece = bytes.subarray(at, at + 1 + below(lot, 3_000));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: 1 + below(lot, 40) }, () => piece),
      bytes.subarray(at),
    ]);
  },
  'with its halves changed over': (bytes, lot) => {
    const at = below(lot, bytes.length);
    return Buffer.concat([bytes.subarray(0, 9), bytes.subarray(at), bytes.subarray(9, at)]);
  },
};

const ways = Object.entries(mutations);

/** The file broken in one way, or in two, by lot. */
export function mutated(bytes: Buffer, other: Buffer, lot: Lot): { readonly how: string; readonly bytes: Buffer } {
  const times = lot() < 0.3 ? 2 : 1;
  const how: string[] = [];
  let broken = bytes;
  for (let made = 0; made < times; made++) {
    const [name, mutate] = ways[below(lot, ways.length)]!;
    how.push(name);
    broken = mutate(broken, lot, other);
  }
  return { how: how.join(' and '), bytes: broken };
}
