import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { type BaseBlock, GeneralizedTime } from 'asn1js';
import type { CertificateAuthority, Signatory } from './certificate-authority.js';
import { derOf, embedded, nothing, number, numberedAs, numberOf, octets, oid, sequence, set } from './encode.js';
import { objectIds } from './object-ids.js';
import { partsOf, rawOf, readAsn1 } from './read-asn1.js';

/**
 * Seals a PDF: one signature over the whole file (PAdES B-T, ETSI EN 319 142-1), which certifies that nothing is to
 * change any more, with a time-stamp that says `at` (ISO 8601). The place kept for the signature is filled to its
 * last byte, so that every byte of the file counts. Equal input gives equal bytes. A file without a form keeps its
 * bytes, and the signature is appended to them; what another held before of forms and signatures goes.
 */
export async function signPdf(pdf: Uint8Array, authority: CertificateAuthority, at: string): Promise<Uint8Array> {
  const time = new Date(at);
  const length = lengthOfSignatures(authority, time);
  const prepared = await withPlace(pdf, length, time);
  const bytes = Buffer.from(prepared.bytes);
  const { start, end } = prepared;
  const ranges = [0, start, end, bytes.length - end];
  writeInto(bytes, prepared.byteRange, `[${ranges.join(' ')}`.padEnd(byteRangePlace.length - 1));
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
  const signature = signatureOver(digest, authority, time);
  if (signature.length !== length) throw new Error('the signature does not fill its place');
  writeInto(bytes, start + 1, signature.toString('hex'));
  return bytes;
}

const byteRangePlace = '[0 9999999999 9999999999 9999999999]';

const lengths = new WeakMap<CertificateAuthority, number>();

/** All signatures of an authority have the same length: only digests, times and numbers of a fixed size differ. */
function lengthOfSignatures(authority: CertificateAuthority, time: Date): number {
  const length = lengths.get(authority) ?? signatureOver(Buffer.alloc(32), authority, time).length;
  lengths.set(authority, length);
  return length;
}

function signatureOver(digest: Buffer, { seal, timeStamp }: CertificateAuthority, time: Date): Buffer {
  const stamp = (signature: Buffer): readonly BaseBlock[] => [
    attribute(objectIds.signatureTimeStampToken, embedded(timeStampToken(timeStamp, signature, time))),
  ];
  return signedData({ kind: 'detached', digest }, seal, stamp);
}

interface Prepared {
  readonly bytes: Uint8Array;
  /** Where the array of the byte range begins. */
  readonly byteRange: number;
  /** From the `<` of the place for the signature to behind its `>`. */
  readonly start: number;
  readonly end: number;
}

/** The file with an unseen signature field on its first page and a place for the signature. */
async function withPlace(pdf: Uint8Array, length: number, time: Date): Promise<Prepared> {
  const document = await PDF.load(pdf);
  // Nothing that stands in the file can look like this place: it follows from the file's own digest.
  const mark = createHash('sha256').update(pdf).digest();
  const place = Buffer.alloc(length, mark);
  // Rewriting the file is most of the work, and only an earlier form, which is to go, asks for it.
  const incremental = !document.getCatalog().has('AcroForm');
  addSignatureField(document, place, time);
  setFileId(document, mark.subarray(0, 16));
  const saved = await document.save({ incremental });
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.length);
  const hex = `<${place.toString('hex').toUpperCase()}>`;
  const start = bytes.indexOf(hex, 0, 'latin1');
  const byteRange = bytes.lastIndexOf(byteRangePlace, start, 'latin1');
  if (start < 0 || byteRange < 0 || bytes.indexOf(hex, start + 1, 'latin1') >= 0) {
    throw new Error('the place for the signature cannot be found');
  }
  return { bytes, byteRange, start, end: start + hex.length };
}

/** The second half of a file's id changes with every version of it; one without an id would get a drawn one. */
function setFileId(document: PDF, id: Uint8Array): void {
  const { trailer } = document.context.info;
  const own = new PdfString(id, 'hex');
  const first = trailer.getArray('ID')?.at(0);
  trailer.set('ID', PdfArray.of(first instanceof PdfString ? first : own, own));
}

function addSignatureField(document: PDF, place: Uint8Array, time: Date): void {
  const [page] = document.getPages();
  if (page === undefined) throw new Error('a document without pages cannot be sealed');
  const widest = PdfNumber.of(9_999_999_999);
  const signature = document.register(
    PdfDict.of({
      Type: PdfName.of('Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.CAdES.detached'),
      ByteRange: PdfArray.of(PdfNumber.of(0), widest, widest, widest),
      Contents: new PdfString(place, 'hex'),
      M: PdfString.fromString(`D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`),
      Name: PdfString.fromString('esign emulator TEST seal'),
      Reason: PdfString.fromString('Everybody who had to act on this document has acted.'),
      Reference: PdfArray.of(certification()),
    }),
  );
  const zero = PdfNumber.of(0);
  const field = document.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString('Seal'),
      V: signature,
      // Printed and locked.
      F: PdfNumber.of(132),
      Rect: PdfArray.of(zero, zero, zero, zero),
      P: page.ref,
    }),
  );
  const resolve = (ref: Parameters<PDF['getObject']>[0]): ReturnType<PDF['getObject']> => document.getObject(ref);
  const annotations = page.dict.getArray('Annots', resolve);
  page.dict.set('Annots', PdfArray.of(...(annotations ?? []), field));
  // 3: there is a signature, and saving it any other way than by appending would break it.
  const form = PdfDict.of({ Fields: PdfArray.of(field), SigFlags: PdfNumber.of(3) });
  const catalog = document.getCatalog();
  catalog.set('AcroForm', document.register(form));
  catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
}

/** The signature certifies the document, and allows no change after it (ISO 32000-1, 12.8.2.2). */
function certification(): PdfDict {
  const none = PdfDict.of({ Type: PdfName.of('TransformParams'), P: PdfNumber.of(1), V: PdfName.of('1.2') });
  return PdfDict.of({ Type: PdfName.of('SigRef'), TransformMethod: PdfName.of('DocMDP'), TransformParams: none });
}

const writeInto = (bytes: Buffer, offset: number, text: string): void => {
  bytes.write(text, offset, 'latin1');
};

/**
 * A time-stamp token (RFC 3161) that says: the holder of `message` had it at `at`, give or take a second. Times are
 * whole seconds, rounded down, so that every token has the same length.
 */
export function timeStampToken(authority: Signatory, message: Uint8Array, at: Date): Buffer {
  const imprint = sha256(message);
  const time = new Date(Math.floor(at.getTime() / 1000) * 1000);
  const info = sequence(
    number(1),
    oid(objectIds.testTimeStampPolicy),
    sequence(sha256Identifier(), octets(imprint)),
    numberOf(serialOf(imprint, time)),
    new GeneralizedTime({ valueDate: time }),
    sequence(number(1)),
  );
  return signedData({ kind: 'enclosed', type: objectIds.timeStampInfo, content: derOf(info) }, authority);
}

/** A number of its own for every message and time, without a counter to keep; positive, always 16 bytes long. */
function serialOf(imprint: Buffer, time: Date): Buffer {
  const serial = createHash('sha256').update(imprint).update(time.toISOString()).digest().subarray(0, 16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

/** What is signed: only its digest (a seal, whose file stands around it), or content that travels along (a time-stamp). */
type Signed =
  | { readonly kind: 'detached'; readonly digest: Uint8Array }
  | { readonly kind: 'enclosed'; readonly type: string; readonly content: Uint8Array };

/**
 * A CMS SignedData in DER with one signer (RFC 5652), who is named by signing-certificate-v2 (RFC 5035) and signs
 * SHA-256. `unsigned` is made of the signature value: its time-stamp. There is no signing-time: PAdES keeps that out
 * (ETSI EN 319 142-1, 6.3).
 */
export function signedData(
  signed: Signed,
  signatory: Signatory,
  unsigned: (signature: Buffer) => readonly BaseBlock[] = () => [],
): Buffer {
  const type = signed.kind === 'detached' ? objectIds.data : signed.type;
  const digest = signed.kind === 'detached' ? signed.digest : sha256(signed.content);
  const attributes = set(
    attribute(objectIds.contentType, oid(type)),
    attribute(objectIds.messageDigest, octets(digest)),
    // One ESSCertIDv2: SHA-256 is its default and is therefore not named.
    attribute(objectIds.signingCertificateV2, sequence(sequence(sequence(octets(sha256(signatory.certificate)))))),
  );
  const signature = signatory.key.sign(derOf(attributes));
  const further = unsigned(signature);
  const signerInfo = sequence(
    number(1),
    signerId(signatory.certificate),
    sequence(oid(objectIds.sha256)),
    numberedAs(0, ...attributes.valueBlock.value),
    sequence(oid(objectIds.ecdsaWithSha256)),
    octets(signature),
    ...(further.length === 0 ? [] : [numberedAs(1, ...further)]),
  );
  const data = sequence(
    number(type === objectIds.data ? 1 : 3),
    set(sequence(oid(objectIds.sha256))),
    signed.kind === 'detached' ? sequence(oid(type)) : sequence(oid(type), numberedAs(0, octets(signed.content))),
    numberedAs(0, embedded(signatory.certificate)),
    set(signerInfo),
  );
  return derOf(sequence(oid(objectIds.signedData), numberedAs(0, data)));
}

/** An attribute with one value. */
export const attribute = (type: string, value: BaseBlock): BaseBlock => sequence(oid(type), set(value));

/** SHA-256 as an AlgorithmIdentifier, for those who expect its parameters to be there. */
const sha256Identifier = (): BaseBlock => sequence(oid(objectIds.sha256), nothing());

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Those of one emulator sign all of its documents, so that their certificates are read once. */
const signerIds = new WeakMap<Uint8Array, Buffer>();

function signerId(certificate: Uint8Array): BaseBlock {
  const id = signerIds.get(certificate) ?? derOf(issuerAndSerial(certificate));
  signerIds.set(certificate, id);
  return embedded(id);
}

/** Taken over from the certificate as they stand there. */
function issuerAndSerial(certificate: Uint8Array): BaseBlock {
  const [, serial, , issuer] = partsOf(partsOf(readAsn1(certificate).value)[0]);
  if (serial === undefined || issuer === undefined) throw new TypeError('a certificate without issuer');
  return sequence(embedded(rawOf(issuer)), embedded(rawOf(serial)));
}
