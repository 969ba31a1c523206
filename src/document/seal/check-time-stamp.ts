import { TSTInfo } from 'pkijs';
import { digestOf, hashOf, whyWeak } from './algorithms.js';
import type { Certificate } from './certificate.js';
import { Malformed, Unsupported } from './malformed.js';
import { objectIds } from './object-ids.js';
import { attempt, rawOf, readAsn1 } from './read-asn1.js';
import { readSignedData, type SignedData, whyNotSigned, whyWeaklySigned } from './signed-data.js';

/** What a timestamp says, once its signature has been checked: who says that it was there by when. */
export interface TimeStamp {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly signer: Certificate;
  readonly others: readonly Certificate[];
}

/**
 * The timestamps of a signature (RFC 3161, in the attribute of RFC 5126) that stand for this very signature; nobody
 * signs that attribute, so any other value in it says nothing. Whether their signers may say so is checked elsewhere.
 */
export function timeStampsOf({ signature, timeStamps }: SignedData): readonly TimeStamp[] {
  return timeStamps.flatMap((token) => {
    try {
      return [checkTimeStamp(readSignedData(rawOf(token)), signature)];
    } catch (error) {
      if (error instanceof Malformed || error instanceof Unsupported) return [];
      throw error;
    }
  });
}

/** What a timestamp token says of some bytes. Throws Malformed when it is not about them, and Unsupported. */
export function checkTimeStamp(token: SignedData, ...bytes: readonly Uint8Array[]): TimeStamp {
  const { content, contentType } = token;
  if (contentType !== objectIds.timeStampInfo || content === null) throw new Malformed('it is not a timestamp');
  const why = whyNotSigned(token, content);
  if (why !== null) throw new Malformed(why);
  const { messageImprint, genTime } = attempt(() => new TSTInfo({ schema: readAsn1(content).value }));
  const hash = hashOf(messageImprint.hashAlgorithm);
  const imprint = Buffer.from(messageImprint.hashedMessage.getValue());
  if (!imprint.equals(digestOf(hash, ...bytes))) throw new OtherImprint('it is a timestamp of something else');
  const weak = whyWeaklySigned(token) ?? whyWeak(token.signer.publicKey, hash);
  if (weak !== null) throw new Unsupported(weak);
  return { at: genTime.getTime(), signer: token.signer, others: token.others };
}

/** A timestamp that is whole, and made for other bytes. */
export class OtherImprint extends Malformed {}
