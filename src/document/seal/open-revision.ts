import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import type { ByteRange } from './byte-range.js';
import { Unsupported } from './malformed.js';

/** One version of a PDF, with its objects within reach. */
export interface OpenRevision {
  /** Bytes. */
  readonly length: number;
  readonly trailer: PdfDict;
  readonly catalog: PdfDict;
  /** The object itself, where a reference stands for it; undefined for null and for what is not there. */
  resolve(value: PdfObject | undefined): PdfObject | undefined;
}

/** Opens a version of a PDF as it is written, without repairing anything. Throws Unsupported. */
export async function openRevision(bytes: Uint8Array): Promise<OpenRevision> {
  // Incremental updates begin behind the end of a version.
  if (!/%%EOF\s*$/.test(Buffer.from(bytes.subarray(-512)).toString('latin1'))) {
    throw new Unsupported('a signature does not end where a version of the file ends');
  }
  const pdf = await PDF.load(bytes, { lenient: false }).catch((error: unknown) => {
    throw new Unsupported(error instanceof Error ? error.message : String(error));
  });
  if (pdf.recoveredViaBruteForce) throw new Unsupported('its cross-reference table is damaged');
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw new Unsupported('it is protected by a password');
  const resolve = (value: PdfObject | undefined): PdfObject | undefined => {
    let found = value;
    for (let hops = 0; found instanceof PdfRef; hops += 1) {
      if (hops > 8) throw new Unsupported('it has references that go in circles');
      found = pdf.getObject(found) ?? undefined;
    }
    return found?.type === 'null' ? undefined : found;
  };
  return { length: bytes.length, trailer: pdf.context.info.trailer, catalog: pdf.getCatalog(), resolve };
}

export const dictAt = ({ resolve }: OpenRevision, dict: PdfDict | undefined, key: string): PdfDict | undefined => {
  const value = resolve(dict?.get(key));
  return value instanceof PdfDict ? value : undefined;
};

export const itemsAt = ({ resolve }: OpenRevision, dict: PdfDict | undefined, key: string): readonly PdfObject[] => {
  const value = resolve(dict?.get(key));
  return value instanceof PdfArray ? value.toArray() : [];
};

export const nameAt = ({ resolve }: OpenRevision, dict: PdfDict | undefined, key: string): string | null => {
  const value = resolve(dict?.get(key));
  return value !== undefined && value.type === 'name' ? value.value : null;
};

export const numberAt = ({ resolve }: OpenRevision, dict: PdfDict | undefined, key: string): number | null => {
  const value = resolve(dict?.get(key));
  return value instanceof PdfNumber ? value.value : null;
};

export const textAt = ({ resolve }: OpenRevision, dict: PdfDict | undefined, key: string): string | null => {
  const value = resolve(dict?.get(key));
  return value instanceof PdfString ? value.asString() : null;
};

/** The byte range of a signature dictionary, or null when it has none of four numbers. */
export function byteRangeOf(revision: OpenRevision, signature: PdfDict): ByteRange | null {
  const numbers = itemsAt(revision, signature, 'ByteRange').map((each) => revision.resolve(each));
  const [from, length, start, rest] = numbers.map((each) => (each instanceof PdfNumber ? each.value : Number.NaN));
  const all = from !== undefined && length !== undefined && start !== undefined && rest !== undefined;
  return all && numbers.length === 4 ? [from, length, start, rest] : null;
}

/** Whether a value is a signature that came after an earlier version: it covers more than that. */
export function isNewSignature(after: OpenRevision, value: PdfObject | undefined, before: OpenRevision): boolean {
  const range = value instanceof PdfDict ? byteRangeOf(after, value) : null;
  return range !== null && range[2] + range[3] > before.length;
}

/** A widget that covers nothing, is hidden, or has no appearance. */
function isInvisible(revision: OpenRevision, widget: PdfDict): boolean {
  const corners = itemsAt(revision, widget, 'Rect').map((each) => revision.resolve(each));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.map((each) => (each instanceof PdfNumber ? each.value : Number.NaN));
  const isHidden = ((numberAt(revision, widget, 'F') ?? 0) & 2) !== 0;
  const isPlain = dictAt(revision, widget, 'AP') === undefined && dictAt(revision, widget, 'MK') === undefined;
  return x1 === x2 || y1 === y2 || isHidden || isPlain;
}

/** Whether a signature field shows nothing but a signature of its own, one that is new and will be judged. */
export function isOwnSignature(
  after: OpenRevision,
  { dict, value }: { readonly dict: PdfDict; readonly value: PdfObject | undefined },
  before: OpenRevision,
): boolean {
  if (isInvisible(after, dict)) return true;
  // A document timestamp says nothing about who put it there.
  const isTimeStamp = value instanceof PdfDict && nameAt(after, value, 'Type') === 'DocTimeStamp';
  return !isTimeStamp && isNewSignature(after, value, before);
}
