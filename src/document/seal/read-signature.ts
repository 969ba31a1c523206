import { digestOf } from './algorithms.js';
import type { FoundSignature } from './byte-range.js';
import { checkTimeStamp, OtherImprint, type TimeStamp } from './check-time-stamp.js';
import { Malformed, Unsupported } from './malformed.js';
import { objectIds } from './object-ids.js';
import { otherContent, readSignedData, type SignedData, whyNotSigned, whyWeaklySigned } from './signed-data.js';

/** What one signature says about the bytes it covers. */
export type Reading =
  | {
      readonly kind: 'intact';
      readonly data: SignedData;
      /** What a document timestamp says; null for a signature. */
      readonly stamp: TimeStamp | null;
    }
  /** It does not stand for these bytes. */
  | { readonly kind: 'broken'; readonly why: string }
  | {
      readonly kind: 'unknown';
      readonly code: 'unsupported_profile' | 'unfit_algorithm' | 'damaged_signature';
      readonly why: string;
      readonly data: SignedData | null;
    };

const timeStampFilter = 'ETSI.RFC3161';
const detachedFilters: readonly (string | null)[] = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached', null];

export const isDocumentTimeStamp = ({ subFilter }: FoundSignature): boolean => subFilter === timeStampFilter;

/** Takes a signature apart and checks that it stands for the bytes that it covers. */
export function readSignature(found: FoundSignature): Reading {
  if (found.subFilter === 'adbe.x509.rsa_sha1') return unknown('the format adbe.x509.rsa_sha1 is not supported');
  try {
    return readCms(found);
  } catch (error) {
    if (error instanceof OtherImprint) return { kind: 'broken', why: otherContent };
    if (error instanceof Unsupported) return unknown(error.message);
    if (error instanceof Malformed) return unknown(`it is damaged (${error.message})`, 'damaged_signature');
    throw error;
  }
}

function readCms(found: FoundSignature): Reading {
  const { cms, parts, subFilter } = found;
  const data = readSignedData(cms);
  const stamp = isDocumentTimeStamp(found) ? checkTimeStamp(data, ...parts) : null;
  const why = stamp === null ? whyNotFor(found, data) : null;
  if (why !== null) return { kind: 'broken', why };
  const weak = subFilter === 'adbe.pkcs7.sha1' ? 'SHA-1 is too weak to prove anything' : whyWeaklySigned(data);
  if (weak !== null) return { ...unknown(weak, 'unfit_algorithm'), data };
  if (stamp === null && !detachedFilters.includes(subFilter)) {
    return { ...unknown(`the format ${String(subFilter)} is not supported`), data };
  }
  // Nobody signs what stands in the place that is kept for the signature (ISO 32000-2, 12.8.3.3).
  if (!found.isPlainHex || cms.subarray(data.length).some((byte) => byte !== 0)) {
    return { ...unknown('there are other bytes in the space for the signature, which nobody signed'), data };
  }
  return { kind: 'intact', data, stamp };
}

/** Why a signature does not stand for the bytes that it covers; null when it does. */
function whyNotFor({ parts, subFilter }: FoundSignature, data: SignedData): string | null {
  if (data.contentType !== objectIds.data) throw new Unsupported('its content has an unexpected type');
  if (data.content === null) return whyNotSigned(data, ...parts);
  if (subFilter !== 'adbe.pkcs7.sha1') throw new Unsupported('it carries a content of its own');
  return whyNotSigned(data, data.content) ?? (data.content.equals(digestOf('sha1', ...parts)) ? null : otherContent);
}

const unknown = (
  why: string,
  code: 'unsupported_profile' | 'unfit_algorithm' | 'damaged_signature' = 'unsupported_profile',
) => ({ kind: 'unknown', code, why, data: null }) as const;
