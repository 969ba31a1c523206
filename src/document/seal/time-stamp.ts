import { createHash } from 'node:crypto';
import { GeneralizedTime } from 'asn1js';
import type { Signatory } from './certificate-authority.js';
import { sha256, sha256Identifier, signedData } from './cms.js';
import { derOf, number, numberOf, octets, oid, sequence } from './encode.js';
import { objectIds } from './object-ids.js';

/**
 * A time-stamp token (RFC 3161) that says: whoever shows `message` had it at `at`, give or take a second. Times are
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
