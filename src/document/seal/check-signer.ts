import type { FoundSignature } from './byte-range.js';
import { type Certificate, readCertificate } from './certificate.js';
import { fingerprintOf } from './certificate-authority.js';
import { pathTo, whyUnfit } from './chain.js';
import { readTimeStamp, type TimeStamp } from './check-time-stamp.js';
import { Malformed, Unsupported } from './malformed.js';
import { partyOf, type Report } from './report.js';
import { claimedTime, type SignedData } from './signed-data.js';

export interface CheckSignerOptions {
  /** Certificates (DER) of the authorities that are believed. */
  readonly trusted: readonly Uint8Array[];
  /** Milliseconds since 1970: the time at which the verdict is wanted. */
  readonly now: number;
  /** Whether a seal from later than `now` is refused; the clock of an emulator may be ahead of this machine's. */
  readonly notLater: boolean;
}

/** A timestamp, and the time at which its own certificate has to be valid: that of the next one, or now. */
interface Proof {
  readonly stamp: TimeStamp;
  readonly validAt: number;
}

/** Checks who made an intact signature, when, and who vouches for it. `later`: document timestamps, earliest first. */
export function checkSigner(
  report: Report,
  { found, data }: { readonly found: FoundSignature; readonly data: SignedData },
  later: readonly TimeStamp[],
  options: CheckSignerOptions,
): void {
  const anchors = options.trusted.map((der) => readCertificate(der));
  const claimed = claimedTime(data);
  report.claimedAt = claimed === null ? found.claimedAt : new Date(claimed).toISOString();
  const own = ownStamp(data);
  const reason = typeof own === 'string' ? own : null;
  const proof = proofOf([...(own === null || typeof own === 'string' ? [] : [own]), ...later], options.now);
  if (proof === null && reason !== null) {
    report.unasked('certificate', 'It cannot be checked without the time of sealing.');
    report.fail('time', 'time_stamp_unfit', `The timestamp cannot be used: ${reason}.`);
    return;
  }
  if (proof !== null) {
    const { stamp } = proof;
    report.stamp = { ...partyOf(stamp.signer), at: new Date(stamp.at).toISOString() };
  }
  checkCertificate(report, data.signer, proof?.stamp.at ?? options.now, proof !== null);
  if (proof === null) checkClaim(report, options);
  else checkTime(report, proof, anchors, options);
  checkTrust(report, data, proof, anchors, options.now);
}

/** The timestamp of the signature itself, null when there is none, or why it does not count. */
function ownStamp(data: SignedData): TimeStamp | string | null {
  try {
    return readTimeStamp(data);
  } catch (error) {
    if (error instanceof Malformed || error instanceof Unsupported) return error.message;
    throw error;
  }
}

/**
 * The earliest timestamp. Each has to be valid when the next one that is fit was made: that is what archival timestamps
 * are for. Nobody vouches for the last one later than its own certificate does.
 */
function proofOf(stamps: readonly TimeStamp[], now: number): Proof | null {
  const [first, ...others] = stamps;
  if (first === undefined) return null;
  const next = proofOf(others, now);
  const isNextFit = next !== null && whyUnfit(next.stamp.signer, 'time-stamping', next.validAt) === null;
  return { stamp: first, validAt: Math.max(first.at, isNextFit ? next.stamp.at : now) };
}

function checkCertificate(report: Report, signer: Certificate, at: number, isProven: boolean): void {
  const why = whyUnfit(signer, 'sealing', at);
  const name = `The certificate of “${signer.subjectName}”`;
  if (why === null) report.pass('certificate', `${name} may seal, and ${isProven ? 'was valid then' : 'is valid'}.`);
  else {
    const more = isProven ? '' : ', and no timestamp proves that the file was sealed before';
    report.fail('certificate', 'certificate_unfit', `${name} cannot be used to seal: ${why}${more}.`);
  }
}

function checkClaim(report: Report, { now, notLater }: CheckSignerOptions): void {
  const { claimedAt } = report;
  if (notLater && claimedAt !== null && Date.parse(claimedAt) > now) {
    report.fail('time', 'sealed_later', `It was sealed later than that: its signer says ${claimedAt}.`);
    return;
  }
  const claim = claimedAt === null ? '' : ` Its signer says ${claimedAt}.`;
  report.unasked('time', `No timestamp proves when it was sealed.${claim}`);
}

function checkTime(
  report: Report,
  { stamp: { signer, others, at }, validAt }: Proof,
  anchors: readonly Certificate[],
  { now, notLater }: CheckSignerOptions,
): void {
  const why = whyUnfit(signer, 'time-stamping', validAt);
  const when = new Date(at).toISOString();
  if (why !== null) report.fail('time', 'time_stamp_unfit', `“${signer.subjectName}” may not timestamp: ${why}.`);
  else if (notLater && at > now) report.fail('time', 'sealed_later', `It was sealed later than that, at ${when}.`);
  else if (anchors.length > 0 && pathTo(anchors, others, signer, validAt) === null) {
    report.unasked('time', `${when}, says “${signer.subjectName}”, whose issuer is not trusted.`);
  } else report.pass('time', `Sealed at ${when}, says “${signer.subjectName}”.`);
}

function checkTrust(
  report: Report,
  { signer, others }: SignedData,
  proof: Proof | null,
  anchors: readonly Certificate[],
  now: number,
): void {
  const path = pathTo(anchors, others, signer, proof?.stamp.at ?? now);
  const isTimeTrusted =
    proof === null || pathTo(anchors, proof.stamp.others, proof.stamp.signer, proof.validAt) !== null;
  const anchor = path?.at(-1);
  if (anchor === undefined || !isTimeTrusted) {
    const whose = anchor === undefined ? signer : (proof?.stamp.signer ?? signer);
    const text = `“${whose.issuerName}”, the issuer of “${whose.subjectName}”, is not trusted.`;
    report.fail('trust', 'issuer_not_known', text);
    return;
  }
  report.trusted = { name: anchor.subjectName, sha256: fingerprintOf(anchor.der) };
  report.pass('trust', `The authority “${anchor.subjectName}” is trusted.`);
}
