import { createHash } from 'node:crypto';
import { type Hash, hashOf, isSignedBy, type SignatureWay, wayOf } from './algorithms.js';
import { type Certificate, readCertificate } from './certificate.js';
import { type Der, NotDer, numbered, readDer, tags } from './der.js';
import { objectIds } from './object-ids.js';
import { expectTag, numberOf, objectIdOf, octetsOf, onlyOf, sequenceOf, setOf } from './read-fields.js';

/** A CMS SignedData with one signer (RFC 5652), taken apart; nothing of it is checked yet but its form. */
export interface SignedData {
  readonly contentType: string;
  /** Null when the content stands elsewhere. */
  readonly content: Buffer | null;
  readonly hash: Hash;
  readonly signer: Certificate;
  /** The others that came along. */
  readonly others: readonly Certificate[];
  /** What the signature is over: the signed attributes as a SET. */
  readonly message: Buffer;
  readonly attributes: ReadonlyMap<string, Der>;
  readonly way: SignatureWay;
  readonly signature: Buffer;
  readonly unsigned: ReadonlyMap<string, Der>;
}

const mostCertificates = 16;

/** Reads a SignedData that has to be there to the letter of its standard. Throws NotDer and UnfitAlgorithm. */
export function readSignedData(bytes: Uint8Array): SignedData {
  const [type, wrapped, ...outside] = sequenceOf(readDer(bytes));
  if (objectIdOf(type) !== objectIds.signedData || outside.length > 0) throw new NotDer('no SignedData');
  const [version, digests, encapsulated, ...rest] = sequenceOf(expectTag(wrapped, numbered(0)).parts[0]);
  const [contentType, enclosed] = readContent(encapsulated);
  const certificates = readCertificates(rest.find(({ tag }) => tag === numbered(0)));
  const signerInfo = sequenceOf(onlyOf(rest.find(({ tag }) => tag === tags.set)));
  const [signerVersion, id, digest, signed, algorithm, signature, unsigned, ...more] = signerInfo;
  const known = rest.every(({ tag }) => [numbered(0), numbered(1), tags.set].includes(tag));
  if (!known || more.length > 0 || id === undefined || digest === undefined) throw new NotDer('an unknown part');
  const byKey = id.tag === 0x80;
  // Both numbers follow from what is inside (RFC 5652, 5.1 and 5.3).
  if (numberOf(signerVersion) !== (byKey ? 3 : 1)) throw new NotDer('a wrong version of the signer');
  if (numberOf(version) !== (byKey || contentType !== objectIds.data ? 3 : 1)) throw new NotDer('a wrong version');
  if (!onlyOf(digests).bytes.equals(digest.bytes)) throw new NotDer('another digest than the signer’s');
  const hash = hashOf(digest);
  const attributes = expectTag(signed, numbered(0));
  const signer = certificates.find((each) => isNamed(each, id));
  if (signer === undefined) throw new NotDer('the signer’s certificate is missing');
  return {
    contentType,
    content: enclosed,
    hash,
    signer,
    others: certificates.filter((each) => each !== signer),
    // Signed under the tag of a SET, sent under another one (RFC 5652, 5.4).
    message: Buffer.concat([Buffer.of(tags.set), attributes.bytes.subarray(1)]),
    attributes: readAttributes(attributes),
    way: wayOf(algorithm, hash),
    signature: octetsOf(signature),
    unsigned: unsigned === undefined ? new Map() : readAttributes(expectTag(unsigned, numbered(1))),
  };
}

/** The signature is whole, but its content is not the one it was made for. */
export const otherContent = 'the content is another one';

/** Why the signature does not stand for content with this digest; null when it does. Its signer is judged elsewhere. */
export function whyNotSigned(data: SignedData, digest: Buffer): string | null {
  const { attributes, contentType, signer } = data;
  if (objectIdOf(attributes.get(objectIds.contentType)) !== contentType) return 'it names another kind of content';
  if (!octetsOf(attributes.get(objectIds.messageDigest)).equals(digest)) return otherContent;
  if (data.way.hash !== data.hash) return 'it mixes two digest algorithms';
  if (!isSignedBy(signer.publicKey, data.way, data.message, data.signature)) return 'the signature is not the signer’s';
  if (!namesSigner(attributes.get(objectIds.signingCertificateV2), signer)) {
    return 'the signer’s certificate is not bound to it';
  }
  return null;
}

/** Without this attribute somebody could put another certificate for the same key beside the signature (RFC 5035). */
function namesSigner(attribute: Der | undefined, signer: Certificate): boolean {
  if (attribute === undefined) return false;
  const [first, second] = sequenceOf(sequenceOf(sequenceOf(attribute)[0])[0]);
  const named = first?.tag === tags.sequence;
  const digest = createHash(named ? hashOf(first) : 'sha256')
    .update(signer.der)
    .digest();
  return octetsOf(named ? second : first).equals(digest);
}

function readContent(encapsulated: Der | undefined): readonly [string, Buffer | null] {
  const [type, wrapped, ...more] = sequenceOf(encapsulated);
  if (more.length > 0) throw new NotDer('an unknown part');
  return [objectIdOf(type), wrapped === undefined ? null : octetsOf(expectTag(wrapped, numbered(0)).parts[0])];
}

function readCertificates(set: Der | undefined): readonly Certificate[] {
  const certificates = set?.parts ?? [];
  if (certificates.length > mostCertificates) throw new NotDer('too many certificates');
  return certificates.map(({ bytes }) => readCertificate(bytes));
}

/** Named by issuer and serial number, or by the identifier of its key. */
function isNamed(certificate: Certificate, id: Der): boolean {
  if (id.tag === 0x80) return certificate.subjectKeyId?.equals(id.content) === true;
  const [issuer, serial] = sequenceOf(id);
  return issuer?.bytes.equals(certificate.issuer) === true && serial?.bytes.equals(certificate.serial) === true;
}

/** Attributes by their type, each with its one value; the same type twice would leave open which one counts. */
function readAttributes(set: Der): ReadonlyMap<string, Der> {
  const found = new Map<string, Der>();
  for (const attribute of set.parts) {
    const [type, values, ...more] = sequenceOf(attribute);
    const id = objectIdOf(type);
    const value = setOf(values)[0];
    if (found.has(id) || more.length > 0 || value === undefined || setOf(values).length > 1) {
      throw new NotDer('an attribute with more than one value');
    }
    found.set(id, value);
  }
  return found;
}
