import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  type AttributeTypeAndValue,
  BasicConstraints,
  Certificate as ParsedCertificate,
  ExtKeyUsage,
  type Extension,
} from 'pkijs';
import { wayOf, whyWeak } from './algorithms.js';
import { Malformed, Unsupported } from './malformed.js';
import { objectIds } from './object-ids.js';
import { attempt, readAsn1 } from './read-asn1.js';

/** A certificate (RFC 5280) as a verifier looks at it: read by pkijs, its signature and key checked by OpenSSL. */
export interface Certificate {
  readonly der: Buffer;
  /** DER of the names, compared byte for byte. */
  readonly subject: Buffer;
  readonly issuer: Buffer;
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
  /** Whether its issuer signed it with an algorithm that can be forged. */
  readonly isWeak: boolean;
  readonly x509: X509Certificate;
}

/** Bytes; real ones have at most twenty (RFC 5280, 4.1.2.2). */
const maxSerialLength = 64;

/** Critical or not, these ask for nothing that a verifier without a policy of its own has to check. */
const harmless: readonly string[] = [
  objectIds.subjectAlternativeName,
  objectIds.crlDistributionPoints,
  objectIds.certificatePolicies,
  objectIds.qualifiedStatements,
  objectIds.authorityInformation,
  objectIds.authorityKeyIdentifier,
];

/** Reads a certificate. Throws Malformed. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const { value, length } = readAsn1(bytes);
  if (length !== bytes.length) throw new Malformed('bytes behind a certificate');
  const parsed = attempt(() => new ParsedCertificate({ schema: value }));
  const x509 = attempt(() => new X509Certificate(bytes));
  const serial = Buffer.from(parsed.serialNumber.valueBlock.valueHexView);
  if (serial.length > maxSerialLength) throw new Malformed('a serial number too long');
  const { publicKey } = attempt(() => ({ publicKey: x509.publicKey }));
  return {
    der: Buffer.from(bytes),
    subject: Buffer.from(parsed.subject.valueBeforeDecode),
    issuer: Buffer.from(parsed.issuer.valueBeforeDecode),
    serialHex: serial.toString('hex'),
    subjectName: nameOf(parsed.subject.typesAndValues),
    issuerName: nameOf(parsed.issuer.typesAndValues),
    from: parsed.notBefore.value.getTime(),
    until: parsed.notAfter.value.getTime(),
    publicKey,
    isWeak: isWeak(parsed, publicKey),
    x509,
    ...readExtensions(parsed.extensions ?? []),
  };
}

type Extensions = Pick<
  Certificate,
  'authority' | 'pathLength' | 'keyUsage' | 'extendedKeyUsage' | 'unknownCritical' | 'subjectKeyId'
>;

function readExtensions(extensions: readonly Extension[]): Extensions {
  let found: Extensions = {
    authority: false,
    pathLength: 0,
    keyUsage: null,
    extendedKeyUsage: null,
    unknownCritical: false,
    subjectKeyId: null,
  };
  const seen = new Set<string>();
  for (const extension of extensions) {
    if (seen.has(extension.extnID)) throw new Malformed('a duplicate extension');
    seen.add(extension.extnID);
    found = { ...found, ...attempt(() => readExtension(extension)) };
  }
  return found;
}

function readExtension({ extnID: id, critical, extnValue }: Extension): Partial<Extensions> {
  const inside = (): ReturnType<typeof readAsn1>['value'] => readAsn1(extnValue.valueBlock.valueHexView).value;
  const octets = (): Buffer => Buffer.from(inside().valueBlock.toBER());
  switch (id) {
    case objectIds.basicConstraints: {
      const { cA, pathLenConstraint } = new BasicConstraints({ schema: inside() });
      const length = typeof pathLenConstraint === 'number' ? pathLenConstraint : Number.POSITIVE_INFINITY;
      return { authority: cA, pathLength: length };
    }
    case objectIds.keyUsage:
      // After the header and the count of unused bits.
      return { keyUsage: extnValue.valueBlock.valueHexView[3] ?? 0 };
    case objectIds.extendedKeyUsage:
      return { extendedKeyUsage: { critical, usages: new ExtKeyUsage({ schema: inside() }).keyPurposes } };
    case objectIds.subjectKeyIdentifier:
      return { subjectKeyId: octets() };
    default:
      return critical && !harmless.includes(id) ? { unknownCritical: true } : {};
  }
}

function isWeak({ signatureAlgorithm }: ParsedCertificate, key: KeyObject): boolean {
  try {
    return whyWeak(key, wayOf(signatureAlgorithm).hash) !== null;
  } catch (error) {
    // One that only OpenSSL knows: whether it is signed is still its answer.
    if (error instanceof Unsupported) return false;
    throw error;
  }
}

/** The last common name, or the last organisation: the most telling part of a name. */
function nameOf(parts: readonly AttributeTypeAndValue[]): string {
  const found = new Map<string, string>();
  for (const { type, value } of parts) found.set(type, String(value.valueBlock.value).slice(0, 200));
  return found.get(objectIds.commonName) ?? found.get(objectIds.organizationName) ?? '(no name)';
}
