/** An object of an incremental update, as its bytes stand in the file. */
export interface RawObject {
  readonly number: number;
  readonly body: string | Buffer;
  /** An entry of the cross-references that leads elsewhere; null for none at all. */
  readonly at?: number | null;
}

/** Appends objects to a PDF with a table of cross-references, written by hand: nothing keeps it from being wrong. */
export function rawUpdate(pdf: Buffer, objects: readonly RawObject[], trailer = ''): Buffer {
  const text = pdf.toString('latin1');
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0';
  const root = [...text.matchAll(/\/Root\s+(\d+) 0 R/g)].at(-1)?.[1] ?? '1';
  const info = [...text.matchAll(/\/Info\s+\d+ 0 R/g)].at(-1)?.[0] ?? '';
  const parts: Buffer[] = [pdf, Buffer.from('\n')];
  let length = pdf.length + 1;
  const add = (part: string | Buffer): void => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const entries: string[] = [];
  for (const { number, body, at } of objects) {
    const offset = at === undefined ? length : at;
    if (offset !== null) entries.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    if (body.length === 0) continue;
    add(`${number} 0 obj\n`);
    add(body);
    add('\nendobj\n');
  }
  const start = length;
  add(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}`);
  add(`trailer\n<< /Size 900000 /Root ${root} 0 R ${info} /Prev ${before} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** The body of the last version of an object. */
export function bodyOf(pdf: Buffer, number: number): string {
  const text = pdf.toString('latin1');
  const at = text.lastIndexOf(`\n${number} 0 obj`);
  return text.slice(text.indexOf('obj', at) + 3, text.indexOf('endobj', at)).trim();
}

/** The numbers of the catalog and of the first page. */
export function numbersIn(pdf: Buffer): { readonly catalog: number; readonly page: number } {
  const text = pdf.toString('latin1');
  const catalog = Number([...text.matchAll(/\/Root\s+(\d+) 0 R/g)].at(-1)?.[1]);
  const page = [...text.matchAll(/(\d+) 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/Type\s*\/Page\b/g)].map(([, number]) =>
    Number(number),
  );
  return { catalog, page: page[0] ?? 0 };
}
