import { type BaseBlock, ObjectIdentifier, OctetString, Primitive, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  ContentInfo,
  IssuerAndSerialNumber,
  type SignedAndUnsignedAttributes,
  SignedData as ParsedSignedData,
} from 'pkijs';
import { digestOf, type Hash, hashOf, isSignedBy, type SignatureWay, wayOf, whyWeak } from './algorithms.js';
import { type Certificate, readCertificate } from './certificate.js';
import { Malformed, Unsupported } from './malformed.js';
import { objectIds } from './object-ids.js';
import { attempt, partsOf, rawOf, readAsn1, taggedIn } from './read-asn1.js';

/** A CMS SignedData with one signer (RFC 5652), taken apart by pkijs; nothing of it is checked yet but its form. */
export interface SignedData {
  readonly contentType: string;
  /** Null when the content stands elsewhere. */
  readonly content: Buffer | null;
  readonly hash: Hash;
  readonly signer: Certificate;
  /** The others that came along. */
  readonly others: readonly Certificate[];
  /** What the signature is over: the signed attributes as a SET. Null when it is over the content itself. */
  readonly message: Buffer | null;
  readonly attributes: ReadonlyMap<string, BaseBlock>;
  readonly way: SignatureWay;
  readonly signature: Buffer;
  /** Values of the unsigned attributes that hold a timestamp of the signature. */
  readonly timeStamps: readonly BaseBlock[];
  /** Bytes that the value takes of those it was read from. */
  readonly length: number;
}

const maxCertificates = 40;
const maxTimeStamps = 16;

/** Reads a SignedData, in DER or in BER. Throws Malformed and Unsupported. */
export function readSignedData(bytes: Uint8Array): SignedData {
  const { value, length } = readAsn1(bytes);
  const info = attempt(() => new ContentInfo({ schema: value }));
  if (info.contentType !== objectIds.signedData) throw new Unsupported('it is not a CMS SignedData');
  const content = withoutRevocation(info.content as BaseBlock);
  const certificates = readCertificates(content);
  const data = attempt(() => new ParsedSignedData({ schema: content }));
  const [signerInfo, ...more] = data.signerInfos;
  if (signerInfo === undefined || more.length > 0) throw new Unsupported('it does not have exactly one signer');
  const hash = hashOf(signerInfo.digestAlgorithm);
  const signer = certificates.find((each) => isNamed(each, signerInfo.sid));
  if (signer === undefined) throw new Unsupported('the certificate of the signer is not included');
  const { eContentType: contentType, eContent } = data.encapContentInfo;
  const { signedAttrs, unsignedAttrs } = signerInfo;
  return {
    contentType,
    content: eContent === undefined ? null : Buffer.from(eContent.getValue()),
    hash,
    signer,
    others: certificates.filter((each) => each !== signer),
    // Signed under the tag of a SET, sent under another one (RFC 5652, 5.4).
    message: signedAttrs === undefined ? null : Buffer.from(signedAttrs.encodedValue),
    attributes: readAttributes(signedAttrs),
    way: wayOf(signerInfo.signatureAlgorithm, hash),
    signature: Buffer.from(signerInfo.signature.getValue()),
    timeStamps: timeStampsIn(unsignedAttrs),
    length,
  };
}

/** The signature is whole, but its content is not the one it was made for. */
export const otherContent = 'the content is another one';

/** Why the signature does not stand for this content; null when it does. Its signer is judged elsewhere. */
export function whyNotSigned(data: SignedData, ...content: readonly Uint8Array[]): string | null {
  const { attributes, contentType, signer, message, way, signature } = data;
  if (message === null) {
    return isSignedBy(signer.publicKey, way, Buffer.concat(content), signature) ? null : otherContent;
  }
  const digest = attributes.get(objectIds.messageDigest);
  const type = attributes.get(objectIds.contentType);
  if (!(digest instanceof OctetString)) return 'it names no digest of the content';
  if (!Buffer.from(digest.getValue()).equals(digestOf(data.hash, ...content))) return otherContent;
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== contentType) return 'it names another kind of content';
  // Some signers name another digest for the signature than the one of the content, which they use for both.
  const ways = [way, { ...way, hash: data.hash }];
  if (!ways.some((each) => isSignedBy(signer.publicKey, each, message, signature))) {
    return 'the signature is not the signer’s';
  }
  if (!isBoundTo(data, signer)) return 'the signer’s certificate is not bound to it';
  return null;
}

/** Why a signature that is correct proves little; null when it is sound. */
export const whyWeaklySigned = ({ signer, hash, way }: SignedData): string | null =>
  whyWeak(signer.publicKey, hash, way.hash);

/**
 * Where the signed attributes name the certificate, it has to be that one, so that another certificate for the same key
 * cannot be put beside the signature (RFC 5035). Older profiles name none.
 */
function isBoundTo({ attributes }: SignedData, signer: Certificate): boolean {
  return [objectIds.signingCertificateV2, objectIds.signingCertificate].every((id) => {
    const attribute = attributes.get(id);
    if (attribute === undefined) return true;
    const [first, second] = partsOf(partsOf(partsOf(attribute)[0])[0]);
    const named = first instanceof Sequence && id === objectIds.signingCertificateV2;
    const usual = id === objectIds.signingCertificate ? 'sha1' : 'sha256';
    const hash = named ? hashOf(attempt(() => new AlgorithmIdentifier({ schema: first }))) : usual;
    const digest = named ? second : first;
    return digest instanceof OctetString && Buffer.from(digest.getValue()).equals(digestOf(hash, signer.der));
  });
}

/**
 * Without its `[1]`, the revocation values: they are not looked at, and pkijs does not know the forms that they may have
 * (RFC 5652, 10.2.1).
 */
function withoutRevocation(signedData: BaseBlock): BaseBlock {
  if (signedData instanceof Sequence) {
    const parts = signedData.valueBlock.value;
    signedData.valueBlock.value = parts.filter(({ idBlock }) => idBlock.tagClass !== 3 || idBlock.tagNumber !== 1);
  }
  return signedData;
}

/** As they stand there: re-encoded, one could be another one. */
function readCertificates(signedData: BaseBlock): readonly Certificate[] {
  // The set of digest algorithms is untagged, so the first `[0]` is the certificates.
  const certificates = partsOf(taggedIn(partsOf(signedData), 0)).filter((each) => each instanceof Sequence);
  if (certificates.length > maxCertificates) throw new Unsupported('it includes too many certificates');
  return certificates.map((each) => readCertificate(rawOf(each)));
}

/** Named by issuer and serial number, or by the identifier of its key. */
function isNamed(certificate: Certificate, id: unknown): boolean {
  if (id instanceof IssuerAndSerialNumber) {
    const serial = Buffer.from(id.serialNumber.valueBlock.valueHexView).toString('hex');
    return serial === certificate.serialHex && Buffer.from(id.issuer.valueBeforeDecode).equals(certificate.issuer);
  }
  const bytes = id instanceof OctetString ? id.getValue() : id instanceof Primitive ? id.valueBlock.valueHexView : null;
  return bytes !== null && certificate.subjectKeyId?.equals(Buffer.from(new Uint8Array(bytes))) === true;
}

/** Signed attributes by their type, each with its first value; the same type twice would leave open which one counts. */
function readAttributes(attributes: SignedAndUnsignedAttributes | undefined): ReadonlyMap<string, BaseBlock> {
  const found = new Map<string, BaseBlock>();
  for (const { type, values } of attributes?.attributes ?? []) {
    const [value] = values as readonly BaseBlock[];
    if (found.has(type) || value === undefined) throw new Malformed('a duplicate or empty attribute');
    found.set(type, value);
  }
  return found;
}

/** Nobody signs these attributes; a signature may have been stamped more than once. */
const timeStampsIn = (unsigned: SignedAndUnsignedAttributes | undefined): readonly BaseBlock[] =>
  (unsigned?.attributes ?? [])
    .filter(({ type }) => type === objectIds.signatureTimeStampToken)
    .flatMap(({ values }) => values as readonly BaseBlock[])
    .slice(0, maxTimeStamps);

/** The time that a signer claims, in milliseconds since 1970; nobody vouches for it. */
export function claimedTime({ attributes }: SignedData): number | null {
  const value: unknown = attributes.get(objectIds.signingTime);
  const date = value !== null && typeof value === 'object' && 'toDate' in value ? (value.toDate as () => Date)() : null;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.getTime() : null;
}
