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
