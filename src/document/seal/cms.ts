import { createHash } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import type { Signatory } from './certificate-authority.js';
import { derOf, embedded, nothing, number, numberedAs, octets, oid, sequence, set } from './encode.js';
import { objectIds } from './object-ids.js';
import { partsOf, rawOf, readAsn1 } from './read-asn1.js';

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
export const sha256Identifier = (): BaseBlock => sequence(oid(objectIds.sha256), nothing());

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
