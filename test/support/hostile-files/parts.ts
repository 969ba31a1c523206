import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { onePage, type RawObject } from './raw-pdf.js';

/** Files that mean harm, each made only when it is its turn, by what is wrong with it. */
export type Makers = Readonly<Record<string, () => Buffer>>;

export const range = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024);

/** A deflated stream; level 1 is fast, and nothing that these files inflate to is hard to pack. */
export const flate = (bytes: Buffer, dictionary = ''): RawObject => ({
  dictionary: `${dictionary} /Filter /FlateDecode`,
  stream: deflateSync(bytes, { level: 1 }),
});

const stepMegabytes = 4;
/** The modulus of Adler-32. */
const adler = 65_521n;

/** A zlib stream of megabytes of one byte, in multiples of four, without packing each of them. */
export function deflatedFill(megabytes: number, byte = 0): Buffer {
  const piece = Buffer.alloc(stepMegabytes * 1024 * 1024, byte);
  // After a full flush nothing refers to what came before, so that one piece serves for all.
  const packed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  const [length, value] = [BigInt(megabytes) * 1024n * 1024n, BigInt(byte)];
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(Number((length + (value * length * (length + 1n)) / 2n) % adler));
  sum.writeUInt16BE(Number((1n + value * length) % adler), 2);
  const lastBlock = Buffer.of(3, 0);
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...range(megabytes / stepMegabytes, () => packed), lastBlock, sum]);
}

export const widget = (name: string, rest = ''): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [50 700 250 720] /F 4 ${rest} >>`;

/** One page with these form fields. */
export const withFields = (fields: readonly string[]): Buffer => {
  const all = fields.map((_, index) => `${index + 5} 0 R`).join(' ');
  return onePage({ catalog: `/AcroForm << /Fields [${all}] >>`, page: `/Annots [${all}]`, more: fields });
};
