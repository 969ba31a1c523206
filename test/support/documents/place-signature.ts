import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';

/** What a signature field is to say beside its signature. */
export interface Placement {
  readonly subFilter: string;
  readonly field: string;
  /** What a certifying signature allows later on. */
  readonly docMdp?: 1 | 2 | 3;
  /** Fields that the signature locks. */
  readonly locks?: readonly string[];
  /** Bytes kept for the signature; the rest is zeros. */
  readonly room?: number;
  /** A visible widget: without it, it covers nothing. */
  readonly rect?: readonly [number, number, number, number];
}

const numbers = (...values: readonly number[]): PdfArray => PdfArray.of(...values.map((value) => PdfNumber.of(value)));
const widest = 9_999_999_999;
const place = '[0 9999999999 9999999999 9999999999]';

/** Appends a signature to a PDF as an incremental update; `make` signs the two parts that its byte range covers. */
export async function appendSignature(
  pdf: Uint8Array,
  placement: Placement,
  make: (covered: Buffer) => Buffer,
): Promise<Buffer> {
  const document = await PDF.load(pdf);
  const { subFilter, field, docMdp, locks, room = 8192, rect } = placement;
  const isStamp = subFilter === 'ETSI.RFC3161';
  const hole = `<${'0'.repeat(2 * room)}>`;
  const entries: Record<string, PdfObject> = {
    Type: PdfName.of(isStamp ? 'DocTimeStamp' : 'Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: numbers(0, widest, widest, widest),
    Contents: new PdfString(Buffer.alloc(room), 'hex'),
  };
  const references = [
    ...(docMdp === undefined ? [] : [transform('DocMDP', { P: PdfNumber.of(docMdp) })]),
    ...(locks === undefined
      ? []
      : [
          transform('FieldMDP', {
            Action: PdfName.of('Include'),
            Fields: PdfArray.of(...locks.map((name) => PdfString.fromString(name))),
          }),
        ]),
  ];
  if (references.length > 0) entries['Reference'] = PdfArray.of(...references);
  const signature = document.register(PdfDict.of(entries));
  const page = document.getPages()[0]!;
  const widget: Record<string, PdfObject> = {
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(field),
    V: signature,
    F: PdfNumber.of(132),
    Rect: numbers(...(rect ?? [0, 0, 0, 0])),
    P: page.ref,
  };
  if (rect !== undefined) {
    const form = PdfStream.fromDict(
      { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(0, 0, 100, 40) },
      Buffer.from('0.9 g 0 0 100 40 re f'),
    );
    widget['AP'] = PdfDict.of({ N: document.register(form) });
  }
  const ref = document.register(PdfDict.of(widget));
  const resolve = (target: PdfRef): PdfObject | null => document.getObject(target);
  page.dict.set('Annots', PdfArray.of(...(page.dict.getArray('Annots', resolve) ?? []), ref));
  const catalog = document.getCatalog();
  const form = catalog.getDict('AcroForm', resolve) ?? new PdfDict();
  form.set('Fields', PdfArray.of(...(form.getArray('Fields', resolve) ?? []), ref));
  form.set('SigFlags', PdfNumber.of(3));
  if (!catalog.has('AcroForm')) catalog.set('AcroForm', document.register(form));
  if (docMdp !== undefined) catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
  const bytes = Buffer.from(await document.save({ incremental: true }));
  return fill(bytes, pdf.length, hole, make);
}

function transform(method: string, parameters: Record<string, PdfObject>): PdfDict {
  const TransformParams = PdfDict.of({ Type: PdfName.of('TransformParams'), V: PdfName.of('1.2'), ...parameters });
  return PdfDict.of({ Type: PdfName.of('SigRef'), TransformMethod: PdfName.of(method), TransformParams });
}

function fill(bytes: Buffer, from: number, hole: string, make: (covered: Buffer) => Buffer): Buffer {
  const start = bytes.indexOf(hole, from, 'latin1');
  const end = start + hole.length;
  const range = `[0 ${start} ${end} ${bytes.length - end}]`.padEnd(place.length);
  bytes.write(range, bytes.indexOf(place, from, 'latin1'), 'latin1');
  const signature = make(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  if (signature.length > (hole.length - 2) / 2) throw new Error(`the signature needs ${signature.length} bytes`);
  bytes.write(signature.toString('hex'), start + 1, 'latin1');
  return bytes;
}

/** Changes a document and appends the change as an incremental update. */
export async function appendChange(pdf: Uint8Array, change: (document: PDF) => void | Promise<void>): Promise<Buffer> {
  const document = await PDF.load(pdf);
  await change(document);
  return Buffer.from(await document.save({ incremental: true }));
}
