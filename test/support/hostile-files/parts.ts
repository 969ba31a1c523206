import { deflateSync } from 'node:zlib';
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

export const widget = (name: string, rest = ''): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [50 700 250 720] /F 4 ${rest} >>`;

/** One page with these form fields. */
export const withFields = (fields: readonly string[]): Buffer => {
  const all = fields.map((_, index) => `${index + 5} 0 R`).join(' ');
  return onePage({ catalog: `/AcroForm << /Fields [${all}] >>`, page: `/Annots [${all}]`, more: fields });
};
