import { createHash } from 'node:crypto';
import { UnfitAlgorithm } from './algorithms.js';
import { beyondEnd, type FoundSignature, findSignatures } from './byte-range.js';
import { type Certificate, readCertificate } from './certificate.js';
import { fingerprintOf } from './certificate-authority.js';
import { pathTo, whyUnfit } from './chain.js';
import { readTimeStamp, type TimeStamp } from './check-time-stamp.js';
import { isCutOff } from './cut-off.js';
import { derLength, NotDer } from './der.js';
import { objectIds } from './object-ids.js';
import { otherContent, readSignedData, type SignedData, whyNotSigned } from './signed-data.js';
import type { Check, CheckName, SealParty, SealProblem, SealVerdict } from './verdict.js';

export interface VerifyOptions {
  /** Certificates (DER) of the authorities that are believed. None: who vouches is then not known. */
  readonly trusted: readonly Uint8Array[];
  /** Milliseconds since 1970: the time at which the verdict is wanted. */
  readonly now: number;
  /** Whether a seal from later than `now` is refused; the clock of an emulator may be ahead of this machine's. */
  readonly notLater: boolean;
}

/** One that is not to be tried a second time: more signatures than this cover a whole file only by intent. */
const mostTried = 4;

/**
 * Judges the seal of a PDF: one signature over every byte of the file but its own, by a certificate that may seal, at a
 * time that a time-stamping authority vouches for, issued by a trusted authority (ETSI EN 319 102-1, in its plainest
 * form). Anything written into the file afterwards breaks it, also what PDF would allow to be added. Needs no network;
 * revocation is not looked at.
 */
export function verifySeal(pdf: Uint8Array, options: VerifyOptions): SealVerdict {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const report = new Report(file);
  const search = findSignatures(file);
  if (search.kind === 'none' && !isPdf(file)) return report.fail('integrity', 'no_pdf', 'The file is no PDF.');
  if ((search.kind === 'malformed' && search.why === beyondEnd) || (search.kind !== 'found' && isCutOff(file))) {
    return report.fail('integrity', 'cut_off', 'The file is cut off: its end is missing.');
  }
  if (search.kind === 'none') return report.fail('integrity', 'not_signed', 'The file is not signed.');
  if (search.kind === 'malformed') {
    return report.fail('integrity', 'altered', `What should be a signature is none: ${search.why}.`);
  }
  const [furthest] = search.signatures;
  if (furthest === undefined) return report.fail('integrity', 'not_signed', 'The file is not signed.');
  const rivals = search.signatures.filter(({ until }) => until === furthest.until).slice(0, mostTried);
  const readings = rivals.map((found) => ({ found, reading: readSignature(found) }));
  const { found, reading } = readings.find(({ reading: each }) => each.why === null) ?? {
    found: furthest,
    reading: readSignature(furthest),
  };
  report.inside = search.signatures.length - 1;
  return judge(report, file, found, reading, options);
}

type Reading =
  | { readonly why: null; readonly data: SignedData }
  | { readonly why: string; readonly problem: 'altered' | 'unfit_algorithm' };

/** Takes the signature apart and checks that it stands for the bytes it names. */
function readSignature({ parts, cms }: FoundSignature): Reading {
  try {
    const length = derLength(cms);
    // What is kept for it and not needed is filled with zeros.
    if (cms.subarray(length).some((byte) => byte !== 0)) return altered('something is hidden behind it');
    const data = readSignedData(cms.subarray(0, length));
    if (data.contentType !== objectIds.data || data.content !== null) return altered('it is about something else');
    const digest = createHash(data.hash).update(parts[0]).update(parts[1]).digest();
    const why = whyNotSigned(data, digest);
    return why === null ? { why, data } : altered(why);
  } catch (error) {
    if (error instanceof UnfitAlgorithm) return { why: error.message, problem: 'unfit_algorithm' };
    if (error instanceof NotDer) return altered(`it is damaged (${error.message})`);
    throw error;
  }
}

const altered = (why: string): Reading => ({ why, problem: 'altered' });

function judge(
  report: Report,
  file: Buffer,
  found: FoundSignature,
  reading: Reading,
  { trusted, now, notLater }: VerifyOptions,
): SealVerdict {
  if (reading.why !== null) {
    return report.fail('integrity', reading.problem, sentenceOf(reading));
  }
  const { data } = reading;
  report.signer = partyOf(data.signer);
  const added = file.length - found.until;
  report.pass('integrity', added === 0 ? 'No byte has changed since it was sealed.' : 'What was sealed is unchanged.');
  if (added > 0) {
    const text = `${added} bytes were added to the file after it was sealed.`;
    return report.fail('coverage', 'changed_after_sealing', text);
  }
  report.pass('coverage', `The seal covers the whole file, ${file.length} bytes.`);
  const stamp = stampOf(data);
  if (typeof stamp === 'string') {
    const code = stamp === '' ? 'time_stamp_missing' : 'time_stamp_unfit';
    report.unasked('certificate', 'It cannot be judged without the time of sealing.');
    const text = stamp === '' ? 'No time-stamp proves when it was sealed.' : `The time-stamp does not count: ${stamp}.`;
    return report.fail('time', code, text);
  }
  report.stamp = { ...partyOf(stamp.signer), at: new Date(stamp.at).toISOString() };
  const anchors = trusted.map((der) => readCertificate(der));
  judgeCertificate(report, data.signer, stamp.at);
  judgeTime(report, stamp, anchors, now, notLater);
  judgeTrust(report, data, stamp, anchors, now);
  return report.verdict();
}

function sentenceOf({ why, problem }: Exclude<Reading, { readonly why: null }>): string {
  if (problem === 'unfit_algorithm') return `The signature proves nothing: ${why}.`;
  return why === otherContent
    ? 'The file is not as it was sealed: some of its bytes were changed.'
    : `The signature in the file was changed, or put there by somebody else: ${why}.`;
}

/** The time-stamp, or why it does not count; empty when there is none. */
function stampOf(data: SignedData): TimeStamp | string {
  try {
    return readTimeStamp(data) ?? '';
  } catch (error) {
    if (error instanceof NotDer || error instanceof UnfitAlgorithm) return error.message;
    throw error;
  }
}

function judgeCertificate(report: Report, signer: Certificate, at: number): void {
  const why = whyUnfit(signer, 'sealing', at);
  if (why === null) report.pass('certificate', `The certificate of “${signer.subjectName}” may seal, and was valid.`);
  else
    report.fail('certificate', 'certificate_unfit', `The certificate of “${signer.subjectName}” does not fit: ${why}.`);
}

function judgeTime(
  report: Report,
  { signer, others, at }: TimeStamp,
  anchors: readonly Certificate[],
  now: number,
  notLater: boolean,
): void {
  // Nobody vouches for the authority's own certificate later than it does itself.
  const why = whyUnfit(signer, 'time-stamping', Math.max(now, at));
  const when = new Date(at).toISOString();
  if (why !== null) report.fail('time', 'time_stamp_unfit', `“${signer.subjectName}” may not say the time: ${why}.`);
  else if (notLater && at > now) report.fail('time', 'sealed_later', `It was sealed later than that, at ${when}.`);
  else if (anchors.length > 0 && pathTo(anchors, others, signer, Math.max(now, at)) === null) {
    report.unasked('time', `${when}, says “${signer.subjectName}”, whose issuer is not trusted here.`);
  } else report.pass('time', `Sealed at ${when}, says “${signer.subjectName}”.`);
}

function judgeTrust(
  report: Report,
  data: SignedData,
  stamp: TimeStamp,
  anchors: readonly Certificate[],
  now: number,
): void {
  const { signer, others } = data;
  const path = pathTo(anchors, others, signer, stamp.at);
  const stampPath = pathTo(anchors, stamp.others, stamp.signer, Math.max(now, stamp.at));
  const anchor = path?.at(-1);
  if (anchor === undefined || stampPath === null) {
    const whose = anchor === undefined ? signer : stamp.signer;
    const text = `“${whose.issuerName}”, who vouches for “${whose.subjectName}”, is not known here.`;
    report.fail('trust', 'issuer_not_known', text);
    return;
  }
  report.trusted = { name: anchor.subjectName, sha256: fingerprintOf(anchor.der) };
  report.pass('trust', `“${anchor.subjectName}” vouches for it, and is trusted.`);
}

/** Collects the answers; the first failure is the problem, and what was not asked after it stays unknown. */
class Report {
  signer: SealParty | null = null;
  stamp: SealVerdict['time_stamp'] = null;
  trusted: SealVerdict['trusted'] = null;
  inside = 0;
  private readonly file: Buffer;
  private readonly checks: Check[] = [];
  private problem: SealVerdict['problem'] = null;

  constructor(file: Buffer) {
    this.file = file;
  }

  pass(check: CheckName, text: string): void {
    this.checks.push({ check, outcome: 'pass', text });
  }

  unasked(check: CheckName, text: string): void {
    this.checks.push({ check, outcome: 'unknown', text });
  }

  fail(check: CheckName, code: SealProblem, message: string): SealVerdict {
    this.checks.push({ check, outcome: 'fail', text: message });
    this.problem ??= { code, message };
    return this.verdict();
  }

  verdict(): SealVerdict {
    return {
      problem: this.problem,
      checks: checkNames.map(
        (name) =>
          this.checks.find(({ check }) => check === name) ?? { check: name, outcome: 'unknown', text: 'Not judged.' },
      ),
      bytes: this.file.length,
      sha256: fingerprintOf(this.file),
      signatures_inside: this.inside,
      signer: this.signer,
      time_stamp: this.stamp,
      trusted: this.trusted,
    };
  }
}

const checkNames: readonly CheckName[] = ['integrity', 'coverage', 'certificate', 'time', 'trust'];

function partyOf(certificate: Certificate): SealParty {
  return {
    name: certificate.subjectName,
    issuer: certificate.issuerName,
    serial: certificate.serialHex,
    sha256: fingerprintOf(certificate.der),
    valid_from: new Date(certificate.from).toISOString(),
    valid_until: new Date(certificate.until).toISOString(),
  };
}

const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');
