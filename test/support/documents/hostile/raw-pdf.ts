import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** The inside of an object: its text, or a dictionary (without the brackets and the length) with a stream. */
export type RawObject = string | { readonly dictionary: string; readonly stream: Buffer };

export interface RawPdfOptions {
  /** Entries of the trailer beside Root and Size. */
  readonly trailer?: string;
  readonly size?: number;
  readonly header?: string;
}

/** A PDF written byte by byte, with a true cross-reference table: object 1 is the catalog, the next one object 2. */
export function rawPdf(objects: readonly RawObject[], options: RawPdfOptions = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(options.header ?? '%PDF-1.7\n', 'latin1')];
  let at = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const offset = at;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), bytesOf(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
    return offset;
  });
  const size = options.size ?? objects.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${options.trailer ?? ''} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer, 'latin1')]);
}

function bytesOf(object: RawObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const { dictionary, stream } = object;
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`, 'latin1'),
    stream,
    Buffer.from('\nendstream'),
  ]);
}

export interface OnePage {
  /** Entries of the catalog beside Pages. */
  readonly catalog?: string;
  /** Entries of the page; a MediaBox unless one is among them. */
  readonly page?: string;
  readonly resources?: string;
  /** The page's content, or the object that holds it. */
  readonly content?: string | RawObject;
  /** Objects from number 5 on. */
  readonly more?: readonly RawObject[];
  readonly options?: RawPdfOptions;
}

/** One page whose parts are 1 the catalog, 2 the page tree, 3 the page, 4 its content, 5 and on whatever is given. */
export function onePage({ catalog, page = '', resources, content = '', more = [], options }: OnePage): Buffer {
  const box = page.includes('/MediaBox') ? '' : '/MediaBox [0 0 595 842]';
  return rawPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog ?? ''} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R ${box} /Contents 4 0 R /Resources << ${resources ?? helvetica} >> ${page} >>`,
      typeof content === 'string' ? { dictionary: '', stream: Buffer.from(content, 'latin1') } : content,
      ...more,
    ],
    options,
  );
}

/** The resources of a page that writes in Helvetica as /F1. */
export const helvetica = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

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
