import { PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { Unsupported } from './malformed.js';
import { itemsAt, type OpenRevision } from './open-revision.js';

/**
 * Checks that the objects of incremental updates are the ones that their cross-references name, no more. A reader that
 * repairs files would take others for the document than a reader that does not. Throws Unsupported.
 */
export function checkUpdateObjects(pdf: Uint8Array, from: number, revision: OpenRevision): void {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset + from, pdf.length - from).toString('latin1');
  if (/\/XRefStm\b/.test(text)) throw new Unsupported('an update has two kinds of cross-references');
  const found = objectsIn(text);
  const named = new Map<number, Set<number>>();
  const name = (object: number, offset: number): void => {
    named.set(object, (named.get(object) ?? new Set<number>()).add(offset));
  };
  for (const section of text.matchAll(/(?:^|[\r\n])xref\s+((?:\d+\s+\d+\s+(?:\d{10}\s+\d{5}\s+[nf]\s*)*)+)/g)) {
    readTable(section[1] ?? '', name);
  }
  for (const { object, generation, isReference } of found) {
    if (isReference) readStream(revision, PdfRef.of(object, generation), name);
  }
  for (const { object, at } of found) {
    const offsets = [...(named.get(object) ?? [])];
    // Some writers name the line break before it.
    const isNamed = offsets.some((each) => each <= from + at && /^\s*$/.test(text.slice(Math.max(0, each - from), at)));
    if (!isNamed) throw new Unsupported(`an update has an object ${object} that its cross-references do not name`);
  }
}

interface UpdateObject {
  readonly object: number;
  readonly generation: number;
  /** From the beginning of the update. */
  readonly at: number;
  /** Whether it is a stream of cross-references. */
  readonly isReference: boolean;
}

/** The objects as they follow one another, without what stands inside streams. */
function objectsIn(text: string): readonly UpdateObject[] {
  const objects: UpdateObject[] = [];
  const token = /(?<![^\s>\])])(\d{1,10})\s+(\d{1,5})\s+obj\b|\bstream\r?\n/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [whole, object, generation] = match;
    if (object === undefined) {
      const end = text.indexOf('endstream', token.lastIndex);
      token.lastIndex = end < 0 ? text.length : end;
    } else {
      const head = text.slice(token.lastIndex, token.lastIndex + 2000).split(/\bstream\b|endobj/)[0] ?? '';
      const isReference = /\/Type\s*\/XRef\b/.test(head);
      objects.push({ object: Number(object), generation: Number(generation), at: match.index, isReference });
    }
    if (whole === '') throw new RangeError('a token without length');
  }
  return objects;
}

function readTable(table: string, name: (object: number, offset: number) => void): void {
  for (const [, first = '', entries = ''] of table.matchAll(/(\d+)\s+\d+\s+((?:\d{10}\s+\d{5}\s+[nf]\s*)*)/g)) {
    let object = Number(first);
    for (const [, offset, kind] of entries.matchAll(/(\d{10})\s+\d{5}\s+([nf])/g)) {
      if (kind === 'n') name(object, Number(offset));
      object += 1;
    }
  }
}

const maxEntries = 1_000_000;

/** ISO 32000-1, 7.5.8. */
function readStream(revision: OpenRevision, ref: PdfRef, name: (object: number, offset: number) => void): void {
  const stream = revision.resolve(ref);
  if (!(stream instanceof PdfStream)) throw new Unsupported('the cross-references of an update cannot be read');
  const numbersAt = (key: string): readonly number[] =>
    itemsAt(revision, stream, key).map((each) => (each instanceof PdfNumber ? each.value : 0));
  const [kindWidth = 0, offsetWidth = 0, lastWidth = 0] = numbersAt('W');
  const data = Buffer.from(stream.getDecodedData());
  const width = kindWidth + offsetWidth + lastWidth;
  if (width < 1 || offsetWidth > 6 || kindWidth > 6)
    throw new Unsupported('the cross-references of an update cannot be read');
  const size = stream.get('Size');
  const sections = numbersAt('Index');
  const spans = sections.length > 0 ? sections : [0, size instanceof PdfNumber ? size.value : 0];
  let at = 0;
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const [first = 0, count = 0] = spans.slice(index, index + 2);
    for (let object = first; object < first + Math.min(count, maxEntries) && at + width <= data.length; object += 1) {
      const kind = kindWidth === 0 ? 1 : data.readUIntBE(at, kindWidth);
      if (kind === 1 && offsetWidth > 0) name(object, data.readUIntBE(at + kindWidth, offsetWidth));
      at += width;
    }
  }
}
