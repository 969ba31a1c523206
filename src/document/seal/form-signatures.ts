import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { ByteRange } from './byte-range.js';

/**
 * The signatures that a PDF names: the byte ranges of those in its form and of those that only grant a reader rights;
 * null where one has no byte range of four numbers.
 */
export type FormSignatures =
  | {
      readonly kind: 'read';
      readonly ranges: readonly (ByteRange | null)[];
      readonly usageRights: readonly (ByteRange | null)[];
    }
  /** `why` completes "its form cannot be read: …". */
  | { readonly kind: 'unreadable'; readonly why: string };

const maxFields = 50_000;
const deepest = 60;

/** Reads which signatures the form of a PDF names (ISO 32000-1, 12.7.4.5). Runs in the document worker. */
export async function readFormSignatures(pdf: Uint8Array): Promise<FormSignatures> {
  try {
    const file = await PDF.load(pdf);
    if (file.isEncrypted && !file.isAuthenticated) return { kind: 'unreadable', why: 'it is protected by a password' };
    const ranges = signaturesIn(file).map((signature) => byteRangeOf(file, signature));
    return { kind: 'read', ranges, usageRights: usageRightsIn(file).map((each) => byteRangeOf(file, each)) };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

function signaturesIn(file: PDF): readonly PdfDict[] {
  const found = new Set<PdfDict>();
  const seen = new Set<PdfObject>();
  const visit = (item: PdfObject, above: { readonly isSignature: boolean; readonly value: unknown }, depth: number) => {
    const field = resolve(file, item);
    if (!(field instanceof PdfDict) || seen.has(field)) return;
    if (depth > deepest || seen.size >= maxFields) throw new RangeError('its form is too large');
    seen.add(field);
    const type = resolve(file, field.get('FT'));
    const isSignature = type === undefined ? above.isSignature : type.type === 'name' && type.value === 'Sig';
    const value = resolve(file, field.get('V')) ?? above.value;
    if (isSignature && value instanceof PdfDict) found.add(value);
    for (const kid of itemsAt(file, field, 'Kids')) visit(kid, { isSignature, value }, depth + 1);
  };
  const form = resolve(file, file.getCatalog().get('AcroForm'));
  const fields = form instanceof PdfDict ? itemsAt(file, form, 'Fields') : [];
  for (const item of fields) visit(item, { isSignature: false, value: undefined }, 0);
  return [...found];
}

/** ISO 32000-1, 12.8.4. */
function usageRightsIn(file: PDF): readonly PdfDict[] {
  const permissions = resolve(file, file.getCatalog().get('Perms'));
  const named = permissions instanceof PdfDict ? ['UR', 'UR3'].map((key) => resolve(file, permissions.get(key))) : [];
  return named.flatMap((each) => (each instanceof PdfDict ? [each] : []));
}

function byteRangeOf(file: PDF, signature: PdfDict): ByteRange | null {
  const numbers = itemsAt(file, signature, 'ByteRange').map((each) => resolve(file, each));
  const [from, length, start, rest] = numbers.map((each) => (each instanceof PdfNumber ? each.value : Number.NaN));
  const all = from !== undefined && length !== undefined && start !== undefined && rest !== undefined;
  return all && numbers.length === 4 ? [from, length, start, rest] : null;
}

function itemsAt(file: PDF, dict: PdfDict, key: string): readonly PdfObject[] {
  const value = resolve(file, dict.get(key));
  return value instanceof PdfArray ? value.toArray() : [];
}

/** The object itself, where a reference stands for it. */
function resolve(file: PDF, value: PdfObject | undefined): PdfObject | undefined {
  const found = value instanceof PdfRef ? file.getObject(value) : value;
  return found === null || found?.type === 'null' ? undefined : found;
}
