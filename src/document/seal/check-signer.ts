import type { FoundSignature } from './byte-range.js';
import type { Certificate } from './certificate.js';
import { fingerprintOf } from './certificate-authority.js';
import { pathTo, type Path, whyUnfit } from './chain.js';
import { type TimeStamp, timeStampsOf } from './check-time-stamp.js';
import { claimedTime, type SignedData } from './signed-data.js';

export interface CheckSignerOptions {
  /** The authorities that are believed. */
  readonly anchors: readonly Certificate[];
  /** Milliseconds since 1970: the time at which the verdict is wanted. */
  readonly now: number;
  /** Whether a seal from later than `now` is refused; the clock of an emulator may be ahead of this machine's. */
  readonly notLater: boolean;
}

/** Who made a sound signature, when, and who vouches for it. */
export interface SignerFacts {
  readonly signer: Certificate;
  /** ISO 8601, by the signer's own clock; nobody vouches for it. */
  readonly claimedAt: string | null;
  /** The earliest timestamp with a path to an authority that is believed. */
  readonly stamp: TimeStamp | null;
  /** Of a timestamp that does not count: its own time and authority. */
  readonly doubtful: TimeStamp | null;
  /** Why the certificate could not be used to sign then; null when it could. */
  readonly unfit: string | null;
  readonly isLater: boolean;
  readonly path: Path | null;
}

/** A timestamp with a path to an authority that is believed, of a certificate that was valid at `validAt`. */
export const isTrustedStamp = (
  { signer, others }: TimeStamp,
  anchors: readonly Certificate[],
  validAt: number,
): boolean => whyUnfit(signer, 'time-stamping', validAt) === null && pathTo(anchors, others, signer, validAt) !== null;

/** Finds out who made a sound signature. `later`: document timestamps that cover it. */
export function checkSigner(
  found: FoundSignature,
  data: SignedData,
  later: readonly TimeStamp[],
  { anchors, now, notLater }: CheckSignerOptions,
): SignerFacts {
  const stamps = [...timeStampsOf(data), ...later].toSorted((one, other) => one.at - other.at);
  const stamp = earliestTrusted(stamps, anchors, now);
  const claimed = claimedTime(data);
  const claimedAt = claimed === null ? found.claimedAt : new Date(claimed).toISOString();
  const at = stamp?.at ?? now;
  return {
    signer: data.signer,
    claimedAt,
    stamp,
    doubtful: stamp === null ? (stamps[0] ?? null) : null,
    unfit: whyUnfit(data.signer, 'sealing', at),
    isLater: notLater && (stamp?.at ?? Date.parse(claimedAt ?? '')) > now,
    path: pathTo(anchors, data.others, data.signer, at),
  };
}

/**
 * The earliest timestamp that counts. Each has to be valid when the next one that counts was made, the last one now:
 * that is what archival timestamps are for. One without a path to an authority that is believed counts for nothing.
 */
function earliestTrusted(stamps: readonly TimeStamp[], anchors: readonly Certificate[], now: number): TimeStamp | null {
  let earliest: TimeStamp | null = null;
  for (const stamp of stamps.toReversed()) {
    if (isTrustedStamp(stamp, anchors, Math.max(stamp.at, earliest?.at ?? now))) earliest = stamp;
  }
  return earliest;
}

/** The authority at the end of a path, as a verdict tells it. */
export function authorityOf(path: Path): { readonly name: string; readonly sha256: string } {
  const anchor = path.at(-1) ?? path[0];
  if (anchor === undefined) throw new RangeError('a path without an end');
  return { name: anchor.subjectName, sha256: fingerprintOf(anchor.der) };
}
