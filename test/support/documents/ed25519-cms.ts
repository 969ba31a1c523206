import { createHash, type KeyObject, sign } from 'node:crypto';
import { attribute } from '../../../src/document/seal/cms.js';
import { derOf, embedded, number, numberedAs, octets, oid, sequence, set } from '../../../src/document/seal/encode.js';
import { objectIds } from '../../../src/document/seal/object-ids.js';
import { partsOf, rawOf, readAsn1 } from '../../../src/document/seal/read-asn1.js';

/** A detached CMS signed with Ed25519 (RFC 8419). */
export function ed25519Cms(certificate: Buffer, key: KeyObject, content: Uint8Array): Buffer {
  const [, serial, , issuer] = partsOf(partsOf(readAsn1(certificate).value)[0]);
  const digest = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();
  const attributes = set(
    attribute(objectIds.contentType, oid(objectIds.data)),
    attribute(objectIds.messageDigest, octets(digest('sha512', content))),
    attribute(objectIds.signingCertificateV2, sequence(sequence(sequence(octets(digest('sha256', certificate)))))),
  );
  const signer = sequence(
    number(1),
    sequence(embedded(rawOf(issuer!)), embedded(rawOf(serial!))),
    sequence(oid(objectIds.sha512)),
    numberedAs(0, ...attributes.valueBlock.value),
    sequence(oid(objectIds.ed25519)),
    octets(sign(null, derOf(attributes), key)),
  );
  const data = sequence(
    number(1),
    set(sequence(oid(objectIds.sha512))),
    sequence(oid(objectIds.data)),
    numberedAs(0, embedded(certificate)),
    set(signer),
  );
  return derOf(sequence(oid(objectIds.signedData), numberedAs(0, data)));
}
