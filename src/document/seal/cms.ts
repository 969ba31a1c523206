import { createHash } from 'node:crypto';
import { type BaseBlock, Constructed, Integer, OctetString } from 'asn1js';
import type { Signatory } from './certificate-authority.js';
import { copyOf, readDer } from './der.js';
import { derOf, nothing, octets, oid, sequence, set } from './encode.js';
import { objectIds } from './object-ids.js';

/** What is signed: only its digest (a seal, whose file stands around it), or content that travels along (a time-stamp). */
export type Signed =
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
    new Integer({ value: 1 }),
    signerId(signatory.certificate),
    sequence(oid(objectIds.sha256)),
    implicitSet(0, attributes.valueBlock.value),
    sequence(oid(objectIds.ecdsaWithSha256)),
    new OctetString({ valueHex: copyOf(signature) }),
    ...(further.length === 0 ? [] : [implicitSet(1, further)]),
  );
  const data = sequence(
    new Integer({ value: type === objectIds.data ? 1 : 3 }),
    set(sequence(oid(objectIds.sha256))),
    signed.kind === 'detached' ? sequence(oid(type)) : sequence(oid(type), explicit(0, octets(signed.content))),
    implicitSet(0, [readDer(signatory.certificate)]),
    set(signerInfo),
  );
  return derOf(sequence(oid(objectIds.signedData), explicit(0, data)));
}

/** An attribute with one value. */
export const attribute = (type: string, value: BaseBlock): BaseBlock => sequence(oid(type), set(value));

/** SHA-256 as an AlgorithmIdentifier, for those who expect its parameters to be there. */
export const sha256Identifier = (): BaseBlock => sequence(oid(objectIds.sha256), nothing());

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Issuer and serial number, taken over from the certificate as they stand there. */
function signerId(certificate: Uint8Array): BaseBlock {
  const [tbs] = partsOf(readDer(certificate));
  const [, serial, , issuer] = partsOf(tbs);
  if (serial === undefined || issuer === undefined) throw new TypeError('a certificate without issuer');
  return sequence(issuer, serial);
}

/** The parts of a constructed value; none for any other. */
export function partsOf(block: BaseBlock | undefined): readonly BaseBlock[] {
  const value: unknown = block === undefined ? undefined : (block as Constructed).valueBlock.value;
  return Array.isArray(value) ? (value as readonly BaseBlock[]) : [];
}

const implicitSet = (tagNumber: number, parts: readonly BaseBlock[]): BaseBlock =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [...parts] });

const explicit = (tagNumber: number, value: BaseBlock): BaseBlock => implicitSet(tagNumber, [value]);
