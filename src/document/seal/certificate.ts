import { type KeyObject, X509Certificate } from 'node:crypto';
import { type SignatureWay, UnfitAlgorithm, wayOf } from './algorithms.js';
import { type Der, NotDer, numbered, readDer, tags } from './der.js';
import { objectIds } from './object-ids.js';
import { enclosedIn, expectTag, numberOf, objectIdOf, sequenceOf, timeOf } from './read-fields.js';

/** A certificate (RFC 5280) as a verifier looks at it. */
export interface Certificate {
  readonly der: Buffer;
  /** DER of the names, compared byte for byte. */
  readonly subject: Buffer;
  readonly issuer: Buffer;
  /** DER of the serial number. */
  readonly serial: Buffer;
  readonly serialHex: string;
  /** What a person calls them: the common name, else the organisation. */
  readonly subjectName: string;
  readonly issuerName: string;
  /** Milliseconds since 1970, both inclusive. */
  readonly from: number;
  readonly until: number;
  readonly publicKey: KeyObject;
  readonly subjectKeyId: Buffer | null;
  /** Whether it may vouch for others, and for how many authorities in a row below it. */
  readonly authority: boolean;
  readonly pathLength: number;
  /** The first byte of the named bits; null when it is not restricted. */
  readonly keyUsage: number | null;
  readonly extendedKeyUsage: { readonly critical: boolean; readonly usages: readonly string[] } | null;
  /** A critical extension that is not known here makes a certificate unfit for anything. */
  readonly unknownCritical: boolean;
  readonly signed: { readonly message: Buffer; readonly way: SignatureWay | null; readonly signature: Buffer };
}

/** Bytes; real ones have at most twenty (RFC 5280, 4.1.2.2). */
const longestSerial = 64;

/** Reads a certificate. Throws NotDer. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const outer = readDer(bytes);
  const [tbs, algorithm, signature, ...more] = sequenceOf(outer);
  const [version, serial, algorithmInside, issuer, validity, subject, publicKey, ...rest] = sequenceOf(tbs);
  if (more.length > 0 || version?.tag !== numbered(0) || numberOf(version.parts[0]) !== 2) {
    throw new NotDer('a certificate of an unknown version');
  }
  const [from, until] = sequenceOf(validity);
  // Said twice, once where the issuer has signed it.
  if (algorithm === undefined || !sameBytes(algorithm, algorithmInside)) throw new NotDer('two signature algorithms');
  if (expectTag(serial, tags.integer).content.length > longestSerial) throw new NotDer('a serial number too long');
  const extensions = readExtensions(rest.find(({ tag }) => tag === numbered(3)));
  return {
    der: outer.bytes,
    subject: expectTag(subject, tags.sequence).bytes,
    issuer: expectTag(issuer, tags.sequence).bytes,
    serial: expectTag(serial, tags.integer).bytes,
    serialHex: expectTag(serial, tags.integer).content.toString('hex'),
    subjectName: nameOf(subject),
    issuerName: nameOf(issuer),
    from: timeOf(from),
    until: timeOf(until),
    publicKey: publicKeyOf(outer.bytes, publicKey),
    ...extensions,
    signed: {
      message: expectTag(tbs, tags.sequence).bytes,
      way: wayOrNull(algorithm),
      signature: expectTag(signature, tags.bitString).content.subarray(1),
    },
  };
}

type Extensions = Pick<
  Certificate,
  'authority' | 'pathLength' | 'keyUsage' | 'extendedKeyUsage' | 'unknownCritical' | 'subjectKeyId'
>;

function readExtensions(wrapped: Der | undefined): Extensions {
  let found: Extensions = {
    authority: false,
    pathLength: 0,
    keyUsage: null,
    extendedKeyUsage: null,
    unknownCritical: false,
    subjectKeyId: null,
  };
  const seen = new Set<string>();
  for (const extension of wrapped === undefined ? [] : sequenceOf(wrapped.parts[0])) {
    const parts = sequenceOf(extension);
    const id = objectIdOf(parts[0]);
    const critical = parts.length === 3 && expectTag(parts[1], tags.boolean).content[0] === 0xff;
    if (seen.has(id)) throw new NotDer('an extension that is there twice');
    seen.add(id);
    found = { ...found, ...readExtension(id, critical, parts.at(-1)) };
  }
  return found;
}

function readExtension(id: string, critical: boolean, value: Der | undefined): Partial<Extensions> {
  switch (id) {
    case objectIds.basicConstraints: {
      const parts = sequenceOf(enclosedIn(value));
      const [authority, pathLength] = parts[0]?.tag === tags.boolean ? parts : [undefined, parts[0]];
      return {
        authority: authority !== undefined,
        pathLength: pathLength === undefined ? Number.POSITIVE_INFINITY : numberOf(pathLength),
      };
    }
    case objectIds.keyUsage:
      return { keyUsage: expectTag(enclosedIn(value), tags.bitString).content[1] ?? 0 };
    case objectIds.extendedKeyUsage:
      return { extendedKeyUsage: { critical, usages: sequenceOf(enclosedIn(value)).map(objectIdOf) } };
    case objectIds.subjectKeyIdentifier:
      return { subjectKeyId: expectTag(enclosedIn(value), tags.octetString).content };
    default:
      return critical ? { unknownCritical: true } : {};
  }
}

function publicKeyOf(certificate: Buffer, info: Der | undefined): KeyObject {
  try {
    const { publicKey } = new X509Certificate(certificate);
    if (publicKey.export({ format: 'der', type: 'spki' }).equals(expectTag(info, tags.sequence).bytes))
      return publicKey;
  } catch {
    // Said below, in the words of this reader.
  }
  throw new NotDer('a public key of an unknown kind');
}

function wayOrNull(algorithm: Der): SignatureWay | null {
  try {
    return wayOf(algorithm);
  } catch (error) {
    if (error instanceof UnfitAlgorithm || error instanceof NotDer) return null;
    throw error;
  }
}

/** The last common name, or the last organisation: the most telling part of a name. */
function nameOf(name: Der | undefined): string {
  const found = new Map<string, string>();
  for (const relative of sequenceOf(name)) {
    for (const part of relative.parts) {
      const [id, value] = sequenceOf(part);
      if (value !== undefined) found.set(objectIdOf(id), textOf(value).slice(0, 200));
    }
  }
  return found.get(objectIds.commonName) ?? found.get(objectIds.organizationName) ?? 'somebody without a name';
}

function textOf({ tag, content }: Der): string {
  if (tag !== 0x1e) return content.toString(tag === 0x0c ? 'utf8' : 'latin1');
  return Buffer.from(content.subarray(0, content.length & ~1))
    .swap16()
    .toString('utf16le');
}

const sameBytes = (one: Der, other: Der | undefined): boolean => other?.bytes.equals(one.bytes) === true;
