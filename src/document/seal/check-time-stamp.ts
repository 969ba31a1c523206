import { createHash } from 'node:crypto';
import { hashOf } from './algorithms.js';
import type { Certificate } from './certificate.js';
import { NotDer, readDer } from './der.js';
import { objectIds } from './object-ids.js';
import { numberOf, objectIdOf, octetsOf, sequenceOf, timeOf } from './read-fields.js';
import { readSignedData, type SignedData, whyNotSigned } from './signed-data.js';

/** What a time-stamp says, once its signature has been checked: who says that it was there by when. */
export interface TimeStamp {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly signer: Certificate;
  readonly others: readonly Certificate[];
}

/**
 * The time-stamp of a signature (RFC 3161, in the attribute of RFC 5126), or null when there is none. Throws NotDer or
 * UnfitAlgorithm when it does not stand for this very signature. Whether its signer may say so is judged elsewhere.
 */
export function readTimeStamp({ signature, unsigned }: SignedData): TimeStamp | null {
  const token = unsigned.get(objectIds.signatureTimeStampToken);
  if (token === undefined) return null;
  const data = readSignedData(token.bytes);
  if (data.contentType !== objectIds.timeStampInfo || data.content === null) throw new NotDer('no time-stamp');
  const why = whyNotSigned(data, createHash(data.hash).update(data.content).digest());
  if (why !== null) throw new NotDer(why);
  const [version, policy, imprint, serial, time] = sequenceOf(readDer(data.content));
  const [algorithm, digest] = sequenceOf(imprint);
  if (numberOf(version) !== 1 || objectIdOf(policy) === '' || serial === undefined) throw new NotDer('no time-stamp');
  const expected = createHash(hashOf(algorithm)).update(signature).digest();
  if (!octetsOf(digest).equals(expected)) throw new NotDer('it is that of another signature');
  return { at: timeOf(time), signer: data.signer, others: data.others };
}
